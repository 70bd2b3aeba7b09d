// What Fortran has of a row of the table: which functions, under which names, with which kinds of arguments.
#pragma once

#include "mpi_api/table/emit/fortran/types.hpp"
#include "mpi_api/table/reader/table.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::table::fortran {

/// The ways in which Fortran has MPI. mpif.h and the module mpi share procedures.
enum class Form { mpi, mpi_f08 };

/// How an argument is passed; what is not listed is a number, or an array of numbers, as in C.
enum class Passing {
    number,
    logical,
    handle,
    status,
    choice,          ///< a buffer of any type
    untyped,         ///< one variable of any type, by its address
    address,         ///< a pointer that MPI returns: C_PTR
    detached_buffer, ///< the same; in the module mpi a buffer that MPI does not touch
    string,
    strings,   ///< an array of strings
    procedure, ///< a callback
    attribute, ///< an integer of the size of an address
    absent     ///< not in Fortran
};

const HandleType* find_handle(std::string_view c_type);

/// The C type of one element: "int", "MPI_Comm".
std::string element_type(const Parameter& parameter, bool large);

Passing passing_of(const Parameter& parameter);

/// "INTEGER", "INTEGER(KIND=MPI_COUNT_KIND)" for a C type of numbers; empty for any other.
std::string_view number_type(std::string_view c_type);

/// Functions for conversions in C and of the tool interface are not in Fortran; those of MPI-1's attributes
/// are in the module mpi alone, and removed ones in no module (interfaces/fortran/layer/removed.inc has
/// them). Extensions are for bindings of other languages, which call C.
bool exists(const Function& function, Form form);

/// Of MPI-1's attributes, which are default integers.
bool is_of_mpi_1(const Function& function);

/// The large-count twin can be told from the function by the types of its arguments.
bool large_is_overloaded(const Function& function);

/// Callbacks alone, or nothing, tell the twin from the function: MPI_Op_create_c.
bool large_has_own_name(const Function& function);

/// The parameters that the form has, without ierror.
std::vector<const Parameter*> parameters_of(const Function& function, bool large);

/// Has descriptors of its buffers (Fortran 2018): the linker's name ends in f08ts.
bool has_choice(const Function& function);

/// A function, as MPI_Wtime; any other is a subroutine.
bool is_function(const Function& function);

/// It sets ierror.
bool has_error(const Function& function);

/// The linker's name without the last underscore (MPI-5.0 section 19.1.5): "mpi_send", "mpi_send_f08ts",
/// "mpi_send_c_f08ts".
std::string procedure_name(const Function& function, Form form, bool large);

std::string lower(std::string_view text);
std::string upper(std::string_view text);

/// What belongs to a buffer: how many elements of which type it has.
struct Elements {
    const Parameter* count = nullptr; ///< null where each block of the buffer has a count of its own
    const Parameter* datatype = nullptr;
    bool blocks = false; ///< several blocks: the datatype alone can describe a section
};
std::optional<Elements> elements_of(const Function& function, const Parameter& buffer);

} // namespace sartor::table::fortran
