// A state that the program gives MPI with a function: MPI passes it to each call of the function and frees it
// with a destructor of the program's (MPIX_Op_create_x and its like).
#pragma once

#include "mpi.h"
#include "runtime/rank/call_kept.hpp"

namespace sartor::mpi {

struct CallbackState {
    void* state = nullptr;
    MPIX_Destructor_function* destructor = nullptr; // null: the program frees the state itself

    // Once, when no object has the function any more.
    void end() const noexcept {
        if (destructor == nullptr) return;
        const process::CallKept kept;
        destructor(state);
    }
};

} // namespace sartor::mpi
