// Types of C, as Fortran has them.
#pragma once

#include <array>
#include <string_view>

namespace sartor::table::fortran {

/// How the layer takes a default integer by reference.
inline constexpr std::string_view fint_pointer = "MPI_Fint*";

struct NumberType {
    std::string_view c_type;
    std::string_view fortran;
};
inline constexpr std::array number_types{
    NumberType{"int", "INTEGER"}, NumberType{"MPI_Aint", "INTEGER(KIND=MPI_ADDRESS_KIND)"},
    NumberType{"MPI_Count", "INTEGER(KIND=MPI_COUNT_KIND)"},
    NumberType{"MPI_Offset", "INTEGER(KIND=MPI_OFFSET_KIND)"}, NumberType{"double", "DOUBLE PRECISION"}};

struct HandleType {
    std::string_view c_type; ///< also the name of the type in mpi_f08
    std::string_view name;   ///< in the names of the layer's conversions: comm_in(), comm_out()
};
inline constexpr std::array handle_types{HandleType{"MPI_Comm", "comm"},
                                         HandleType{"MPI_Datatype", "type"},
                                         HandleType{"MPI_Errhandler", "errhandler"},
                                         HandleType{"MPI_File", "file"},
                                         HandleType{"MPI_Group", "group"},
                                         HandleType{"MPI_Info", "info"},
                                         HandleType{"MPI_Message", "message"},
                                         HandleType{"MPI_Op", "op"},
                                         HandleType{"MPI_Request", "request"},
                                         HandleType{"MPI_Session", "session"},
                                         HandleType{"MPI_Win", "win"}};

} // namespace sartor::table::fortran
