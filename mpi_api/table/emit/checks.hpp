// Which checks of its arguments the entry of a function makes. The build makes them once, so that no cut
// waits for it.
#pragma once

#include "components/call/row.hpp"
#include "mpi_api/table/reader/function.hpp"

#include <cstdint>
#include <vector>

namespace sartor::table {

/// Conditions have the names of the functions of mpi::Call that look at them. In the comments: at which
/// arguments, in the order of Check::of.
enum class Condition : std::uint8_t {
    world_initialized, // none
    initialized,
    initialized_with_communicator, // a communicator
    session,
    new_communicators_handler, // an error handler
    new_sessions_handler,
    communicator,
    communicator_or_null,
    window,
    window_or_null,
    file,
    file_or_null,
    request,
    requests,      // an array and its length
    request_array, // the same; the implementation looks at the elements
    array,
    result,      // a pointer behind which something is read or written, or a function
    rank,        // a rank and its communicator
    destination, // MPI_PROC_NULL, too
    source,      // and MPI_ANY_SOURCE
    root,
    send_tag, // a tag
    receive_tag,
    length,
    group,
    errhandler,
    info,
    hints, // an info object or MPI_INFO_NULL
    count,
    datatype,
    datatype_or_null,
    committed, // a datatype, and the rank that data of it go to or come from if there is one
    buffer,    // a buffer, a count, a datatype, and that rank
    operation  // an operation and a datatype
};

/// A condition and the indices of the arguments that it is about; the first one is named in reports.
struct Check {
    Condition condition{};
    std::vector<int> of;
};

/// The checks in the order in which they are made: objects on which errors about other arguments are raised
/// come first. None if the function returns errors itself.
std::vector<Check> checks_of(const Function& function, const call::Arguments& arguments);

} // namespace sartor::table
