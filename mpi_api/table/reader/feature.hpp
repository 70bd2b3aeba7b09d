// One feature of the MPI library, as a row of features.table states it.
#pragma once

#include <string>

namespace sartor::table {

struct Feature {
    std::string name;         ///< "any_source"
    std::string layer;        ///< the heading it stands under: "matching"
    std::string adds;         ///< what the library can do with it
    std::string requested_by; ///< what requires it besides rows of the table; empty when nothing does
    std::string location;     ///< "file:line" of the row
};

} // namespace sartor::table
