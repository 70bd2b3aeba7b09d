// What the headers of the rows begin with (generated mpi_api/rows/*.hpp).
#pragma once

#include "components/call/row.hpp"
#include "mpi.h"

namespace sartor::mpi::rows {

using namespace call;

} // namespace sartor::mpi::rows
