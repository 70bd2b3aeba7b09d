#include "mpi_api/table/emit/fortran/constants.hpp"

#include "mpi_api/table/emit/fortran/bindings.hpp"

namespace sartor::table::fortran {

bool is_parameter(const Constant& constant) {
    if (constant.own() || constant.name.starts_with("MPI_T_") || constant.name.starts_with("MPI_F_"))
        return false;
    return constant.c_type == "int" || find_handle(constant.c_type) != nullptr;
}

} // namespace sartor::table::fortran
