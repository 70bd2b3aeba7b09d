// One parameter of an MPI function or callback, as a row of the table states it.
#pragma once

#include "components/call/argument.hpp"

#include <string>

namespace sartor::table {

using call::Direction;
using SpecialValue = call::Special;

/// In which calls MPI reads the argument.
enum class Significance {
    everywhere,
    at_root,        ///< at the root of a collective operation
    at_leader,      ///< at the leader of a group
    unless_in_place ///< where the program does not pass MPI_IN_PLACE
};

/// `large` gives the form that the large-count twin (MPI_X_c) has.
struct Parameter {
    std::string kind; ///< the kind's name in the MPI standard's data: RANK, BUFFER, COMMUNICATOR...
    std::string name;
    std::string length;        ///< of an array: "count", "*" when the standard leaves it open
    std::string function_type; ///< of a parameter that is a function: MPI_User_function...
    Direction direction = Direction::in;
    bool constant = false;
    bool array = false;
    bool large_only = false; ///< only in the large-count twin
    bool unchecked = false;  ///< the implementation checks it; of an array of requests: its elements
    SpecialValue special_value = SpecialValue::none;
    Significance significance = Significance::everywhere;

    /// The type alone: "const void*", "int*" for an array, "char***" for an array of argument vectors.
    std::string c_type(bool large) const;

    /// The type and the name: "const void* buf", "const MPI_Datatype types[]".
    std::string c_declaration(bool large) const;

    /// The entry of the function checks it, by its kind: it is significant everywhere.
    bool checked_at_entry() const { return !unchecked && significance == Significance::everywhere; }

    /// Passed by value: neither an array nor what MPI writes to.
    bool is_input_value() const { return direction == Direction::in && !array; }

    /// Has a kind of the standard's POLY family, whose C type differs in the large-count twin.
    bool polymorphic() const;
};

} // namespace sartor::table
