// One parameter of an MPI function or callback, as a row of the table states it.
#pragma once

#include <string>

namespace sartor::table {

enum class Direction { in, out, inout };

/// `large` asks for the form that the large-count twin (MPI_X_c) has.
struct Parameter {
    std::string kind; ///< the kind's name in the MPI standard's data: RANK, BUFFER, COMMUNICATOR...
    std::string name;
    std::string length;        ///< of an array: "count", "*" when the standard leaves it open
    std::string function_type; ///< of a parameter that is a function: MPI_User_function...
    Direction direction = Direction::in;
    bool constant = false;
    bool array = false;
    bool large_only = false; ///< only in the large-count twin
    bool or_null = false;    ///< an object whose null handle is a value too

    /// The type alone: "const void*", "int*" for an array, "char***" for an array of argument vectors.
    std::string c_type(bool large) const;

    /// The type and the name: "const void* buf", "const MPI_Datatype types[]".
    std::string c_declaration(bool large) const;

    /// Has a kind of the standard's POLY family, whose C type differs in the large-count twin.
    bool polymorphic() const;
};

} // namespace sartor::table
