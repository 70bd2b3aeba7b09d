// Pictures of a run on a manycore, as SVG.
#pragma once

namespace sartor::machine::manycore::chart {

// Attaches the observers: the chip is drawn to the file that SARTOR_CHIP names, the communication matrix to
// that of SARTOR_MATRIX, when the run has ended. Ends the run when one can't be written.
void open() noexcept;

} // namespace sartor::machine::manycore::chart
