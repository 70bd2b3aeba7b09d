// What an argument of an MPI function is: its role, its direction, which values are right. The rows of the
// table (mpi_api/table/README.md) are made of these.
#pragma once

#include <cstdint>

namespace sartor::call {

// The kinds of the standard's own data (MPI-5.0 section 2.5), as far as MPI treats them differently.
enum class Role : std::uint8_t {
    buffer,
    count, // of the elements of a buffer
    datatype,
    rank,
    tag,
    communicator,
    operation,
    request,
    status,
    window,
    file,
    group,
    session,
    errhandler,
    info,
    length,            // of an array or a string
    text,              // a string
    program_arguments, // argc, argv and their like
    function,          // of the program
    other
};

enum class Direction : std::uint8_t { in, out, inout };

// A value of its kind that names no object or process, and yet is right.
enum class Special : std::uint8_t {
    none,
    null,      // the null handle, or a null pointer for a function
    proc_null, // MPI_PROC_NULL
    any,       // MPI_ANY_TAG; MPI_ANY_SOURCE, and MPI_PROC_NULL with it
    root       // in an intercommunicator: MPI_ROOT and MPI_PROC_NULL
};

// Who checks it: the entry of the function if it is significant at all ranks, otherwise the implementation,
// which knows at which it is.
enum class CheckedBy : std::uint8_t { entry, implementation };

// Arrays with this length have one that no argument gives.
inline constexpr int not_counted = -1;

struct Argument {
    const char* name;
    Role role;
    Direction direction = Direction::in;
    Special special = Special::none;
    CheckedBy checked_by = CheckedBy::entry;
    bool is_array = false;
    int counted_by = not_counted; // the index of the argument that is the array's length

    // Passed by value: neither an array nor what MPI writes to.
    [[nodiscard]] constexpr bool is_value() const noexcept { return direction == Direction::in && !is_array; }
    // It comes from or goes to one rank: neither a root nor a rank about which the function returns
    // something.
    [[nodiscard]] constexpr bool is_peer() const noexcept {
        return role == Role::rank && (special == Special::any || special == Special::proc_null);
    }
};

} // namespace sartor::call
