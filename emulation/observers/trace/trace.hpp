// The events of an emulated machine as a file in the Trace Event Format (JSON), which Perfetto and
// chrome://tracing open: clusters are its processes; ranks, servers and transfers its threads.
#pragma once

#include <cstddef>

namespace sartor::machine::manycore::trace {

// To the file that SARTOR_TRACE names, of at most SARTOR_TRACE_LIMIT bytes; no effect without it. Ends the
// run when it can't be written.
void open() noexcept;

// Called by the running rank: its MPI calls, by name.
void begin_call(const char* call) noexcept;
void end_call() noexcept;
// A message that a rank has sent or received: of the call that it is in, or of its next one.
void count_bytes(int rank, std::size_t bytes) noexcept;

} // namespace sartor::machine::manycore::trace
