// Constants of MPI as Fortran has them.
#pragma once

#include "mpi_api/table/reader/table.hpp"

#include <array>
#include <string_view>

namespace sartor::table::fortran {

/// Numbers and handles; not those that are recognized by their address, nor those of the tool interface.
bool is_parameter(const Constant& constant);
/// The type of a number (MPI-5.0 section A.1.1).
std::string_view type_of_number(const Constant& constant);

/// A constant of Fortran alone.
struct OwnConstant {
    std::string_view type;
    std::string_view name;
    std::string_view value;
    std::string_view value_in_f08;
};
/// MPI-5.0 sections 19.1.1, 20.4: the kinds are those of intptr_t and int64_t.
inline constexpr std::array own_constants{
    OwnConstant{"INTEGER", "MPI_ADDRESS_KIND", "8", "8"},
    OwnConstant{"INTEGER", "MPI_COUNT_KIND", "8", "8"},
    OwnConstant{"INTEGER", "MPI_OFFSET_KIND", "8", "8"},
    OwnConstant{"INTEGER", "MPI_INTEGER_KIND", "4", "4"},
    OwnConstant{"INTEGER", "MPI_STATUS_SIZE", "8", "8"},
    OwnConstant{"INTEGER", "MPI_SOURCE", "1", "1"},
    OwnConstant{"INTEGER", "MPI_TAG", "2", "2"},
    OwnConstant{"INTEGER", "MPI_ERROR", "3", "3"},
    OwnConstant{"LOGICAL", "MPI_SUBARRAYS_SUPPORTED", ".FALSE.", ".TRUE."},
    OwnConstant{"LOGICAL", "MPI_ASYNC_PROTECTS_NONBLOCKING", ".FALSE.", ".TRUE."}};

/// A variable that the layer recognizes by its address: a COMMON block mpi_fortran_... in mpif.h, the same
/// symbol in the modules.
struct Sentinel {
    std::string_view name;
    std::string_view block;
    std::string_view declaration; ///< "INTEGER {}", with the name in place of the braces
    std::string_view declaration_in_f08;
};
inline constexpr std::array sentinels{
    Sentinel{"MPI_BOTTOM", "mpi_fortran_bottom", "INTEGER {}", "INTEGER {}"},
    Sentinel{"MPI_IN_PLACE", "mpi_fortran_in_place", "INTEGER {}", "INTEGER {}"},
    Sentinel{"MPI_BUFFER_AUTOMATIC", "mpi_fortran_buffer_automatic", "INTEGER {}", "INTEGER {}"},
    Sentinel{"MPI_UNWEIGHTED", "mpi_fortran_unweighted", "INTEGER {}(1)", "INTEGER {}(1)"},
    Sentinel{"MPI_WEIGHTS_EMPTY", "mpi_fortran_weights_empty", "INTEGER {}(1)", "INTEGER {}(1)"},
    Sentinel{"MPI_ERRCODES_IGNORE", "mpi_fortran_errcodes_ignore", "INTEGER {}(1)", "INTEGER {}(1)"},
    Sentinel{"MPI_STATUS_IGNORE", "mpi_fortran_status_ignore", "INTEGER {}(MPI_STATUS_SIZE)",
             "TYPE(MPI_Status) {}"},
    Sentinel{"MPI_STATUSES_IGNORE", "mpi_fortran_statuses_ignore", "INTEGER {}(MPI_STATUS_SIZE,1)",
             "TYPE(MPI_Status) {}(1)"},
    Sentinel{"MPI_ARGV_NULL", "mpi_fortran_argv_null", "CHARACTER*1 {}(1)", "CHARACTER(LEN=1) {}(1)"},
    Sentinel{"MPI_ARGVS_NULL", "mpi_fortran_argvs_null", "CHARACTER*1 {}(1,1)", "CHARACTER(LEN=1) {}(1,1)"}};

} // namespace sartor::table::fortran
