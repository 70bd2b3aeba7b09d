// The aspects of calls: what happens around each operation of MPI.
#pragma once

#include "aspects/call/validated.hpp"
#include "framework/weave.hpp"

namespace sartor {

// Over the operation of each row, the outermost first.
using operation_aspects = boost::mp11::mp_list<aspect<aspects::Validated>>;

} // namespace sartor
