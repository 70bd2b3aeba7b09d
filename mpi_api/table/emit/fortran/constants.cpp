#include "mpi_api/table/emit/fortran/constants.hpp"

#include "mpi_api/table/emit/fortran/bindings.hpp"

namespace sartor::table::fortran {

bool is_parameter(const Constant& constant) {
    if (constant.own() || constant.name.starts_with("MPI_T_") || constant.name.starts_with("MPI_F_"))
        return false;
    return constant.c_type == "int" || find_handle(constant.c_type) != nullptr;
}

std::string_view type_of_number(const Constant& constant) {
    // The only number that has another kind: it is passed as a displacement of MPI_File_set_view.
    return constant.name == "MPI_DISPLACEMENT_CURRENT" ? "INTEGER(KIND=MPI_OFFSET_KIND)" : "INTEGER";
}

} // namespace sartor::table::fortran
