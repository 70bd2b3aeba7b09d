// What a request of MPI_Comm_idup keeps of the communicator that it makes, in programs built with --checked:
// nobody may use it before the request is complete (MPI-5.0 section 7.4.2).
#pragma once

#include "mpi.h"

namespace sartor::mpi {

struct UnfinishedCommunicator {
    MPI_Comm comm;
    const char* function; // that began it, and its call site
    const void* site;
};

} // namespace sartor::mpi
