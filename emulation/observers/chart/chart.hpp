// The pictures of a run on a chip.
#pragma once

namespace sartor::machine::manycore::chart {

// Attaches the observer: when the run has ended, its data are written to the files that SARTOR_CHIP and
// SARTOR_MATRIX name, and the command draws the chip and the communication matrix there. Ends the run when
// one can't be written.
void open() noexcept;

} // namespace sartor::machine::manycore::chart
