// The kinds of parameters that the MPI standard knows, and the C type of each.
#pragma once

#include <string_view>

namespace sartor::table {

/// How a kind's C type becomes a parameter.
enum class Form {
    value,    ///< T; T* when MPI writes to it; an array T[]
    object,   ///< T* in any direction; an array T[]
    pointer,  ///< T* in any direction, for arrays too: buffers and strings
    list,     ///< T[]; T** when MPI changes it: argument vectors
    function, ///< T*, where T is a callback's type
    variadic  ///< ...
};

struct Kind {
    std::string_view name;
    std::string_view c_type;       ///< empty for a function: the parameter names its type
    std::string_view large_c_type; ///< in the large-count twin; the same but for POLY kinds
    Form form;
};

/// Null when the standard has no such kind.
const Kind* find_kind(std::string_view name);

} // namespace sartor::table
