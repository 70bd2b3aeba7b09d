// Linked into programs that call the layer between Fortran and C (interfaces/fortran/layer/arguments.h).
#include "runtime/rank/layer_caller.hpp"

namespace sartor::process {

constinit thread_local const void* caller_of_layer = nullptr;

} // namespace sartor::process

// Seen by programs whose MPI is a shared library, too.
extern "C" [[gnu::visibility("default")]] void sartor_called_from(const void* return_address) {
    sartor::process::caller_of_layer = return_address;
}
