// The features that components, aspects and the MPI interface know. mpi_api/table/features.table lists them;
// the table's rows name the features that each function or constant needs.
#pragma once

#include <string_view>

namespace sartor::feature {

#define SARTOR_FEATURE(feature)                                                                              \
    struct feature {                                                                                         \
        static constexpr std::string_view name = #feature;                                                   \
    };
#include "components/features.inc"
#undef SARTOR_FEATURE

// A predefined datatype or operation that the program names, by its value in the standard's ABI. Names are
// what `sartor explain` prints.
template <int Value>
struct predefined_datatype {
    static constexpr std::string_view name = "predefined_datatype";
};
template <int Value>
struct predefined_operation {
    static constexpr std::string_view name = "predefined_operation";
};

} // namespace sartor::feature
