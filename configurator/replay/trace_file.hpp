// Traces of a chip's networks, as Tenstorrent's device profiler writes them.
#pragma once

#include <string>
#include <vector>

#include "emulation/noc/programs.hpp"

namespace sartor::configurator {

/// What the data-movement processors of a chip did: a program for each, and when its events were recorded.
struct NocTrace {
    std::string name; // of the file, without folder and ending
    std::vector<machine::noc::Program> programs;
    std::vector<std::string> processors; // "(1,2) BRISC"
    std::vector<std::vector<std::int64_t>>
        recorded;            // by program and event: cycles since the run's first event
    std::int64_t length = 0; // cycles from the first event to the last
};

/// Reads a file of the format tt_npe/doc/noc_trace_format.md (github.com/tenstorrent/tt-npe): an array of
/// events, in order for each processor. Events are READ, READ_BARRIER_START and READ_BARRIER_END; the begin
/// of a kernel's zone is where its program starts; zones that the profiler adds later are left out. The gap
/// of an event is the recorded time since the event before, except of READ_BARRIER_END, whose time is the
/// chip's. In the kernels' code a READ's event is recorded before its wait for a free command buffer of the
/// interface, so a gap contains such waits; see docs/wormhole.md.
/// Errors: throws Error naming the file and the event by its number from 0, as in the array.
NocTrace read_noc_trace(const std::string& path, const machine::noc::Description& description);

} // namespace sartor::configurator
