// Calls of MPI through a layer between the program and MPI's functions: where the program called the layer.
#pragma once

#include "runtime/thread_local_model.hpp"

namespace sartor::process {

// Set by the layer just before it calls the MPI function, whose entry reads and clears it: nothing else runs
// on the thread in between.
extern constinit thread_local const void* caller_of_layer
    __attribute__((tls_model(SARTOR_THREAD_LOCAL_MODEL)));

// The call site of an MPI function that returns to `return_address`: in the program itself.
[[nodiscard]] inline const void* call_site_in_program(const void* return_address) noexcept {
    return caller_of_layer != nullptr ? caller_of_layer : return_address;
}

} // namespace sartor::process
