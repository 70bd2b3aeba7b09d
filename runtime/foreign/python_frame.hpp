// Where a program in Python is: the function and the line that run in its main thread.
#pragma once

#include <cstddef>

namespace sartor::process {

/// "exchange (halo.py:12)". Asks the interpreter of this process by functions that faulthandler uses, too: no
/// lock is taken and no memory is allocated, so the main thread may be anywhere in MPI.
/// False: no interpreter is in this process, it runs nothing, or its version (3.13, 3.14) hides the function.
[[nodiscard]] bool describe_python_frame(char* text, std::size_t bytes) noexcept;

} // namespace sartor::process
