// What follows from a function's row.
#include "mpi_api/table/reader/function.hpp"

#include <algorithm>
#include <cctype>

namespace sartor::table {

std::string Function::blocking_name() const {
    constexpr std::string_view prefix = "MPI_";
    switch (collective_form) {
    case CollectiveForm::nonblocking: { // MPI_Ibcast
        std::string rest = name.substr(prefix.size() + 1);
        rest[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(rest[0])));
        return std::string(prefix) + rest;
    }
    case CollectiveForm::persistent: // MPI_Bcast_init
        return name.substr(0, name.rfind('_'));
    default:
        return name;
    }
}

const Parameter* Function::find(std::string_view kind) const {
    const auto found = std::ranges::find(parameters, kind, &Parameter::kind);
    return found == parameters.end() ? nullptr : &*found;
}

bool Function::has_large_twin() const {
    return std::ranges::any_of(parameters, &Parameter::polymorphic);
}

} // namespace sartor::table
