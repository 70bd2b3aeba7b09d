// What debuggers need to know of ranks: files in which they find the symbols of copies, and where a rank's
// state is. tools/sartor-gdb.py reads it.
#pragma once

#include <link.h>

namespace sartor::process {

// Whether a debugger, or another tracer, has started this process: then each copy is all in its own file,
// which stays open, and breakpoints in one are not shared with others. Found out once.
[[nodiscard]] bool is_traced() noexcept;

// This process's number in /proc, as which debuggers know it.
[[nodiscard]] int process_number() noexcept;

// A loaded copy's name becomes that of a file that stays open; its own is closed, and its descriptor may be
// anything soon, which a debugger that comes later would open and wait for.
void name_for_debuggers(link_map& copy, int descriptor) noexcept;

} // namespace sartor::process
