// The modules mpi and mpi_f08: constants, types and interfaces. All procedures are the layer's C functions.
#include "mpi_api/table/emit/fortran/bindings.hpp"
#include "mpi_api/table/emit/fortran/constants.hpp"
#include "mpi_api/table/emit/fortran/declarations.hpp"
#include "mpi_api/table/emit/fortran/emit_fortran.hpp"

#include <fmt/format.h>

namespace sartor::table::fortran {

namespace {

constexpr std::string_view status_type = R"(
  TYPE, BIND(C) :: MPI_Status
    INTEGER :: MPI_SOURCE
    INTEGER :: MPI_TAG
    INTEGER :: MPI_ERROR
    INTEGER, PRIVATE :: MPI_internal(5)
  END TYPE MPI_Status
)";

std::string constants(const Table& table, Form form) {
    std::string text;
    const bool typed = form == Form::mpi_f08;
    for (const OwnConstant& constant : own_constants)
        if (!constant.name.ends_with("_KIND"))
            text += fmt::format("  {}, PARAMETER :: {} = {}\n", constant.type, constant.name,
                                typed ? constant.value_in_f08 : constant.value);
    for (const Constant& constant : table.constants()) {
        if (!is_parameter(constant)) continue;
        if (typed && constant.c_type != "int")
            text += fmt::format("  TYPE({0}), PARAMETER :: {1} = {0}({2})\n", constant.c_type, constant.name,
                                constant.value);
        else
            text += fmt::format("  {}, PARAMETER :: {} = {}\n", type_of_number(constant), constant.name,
                                constant.value);
    }
    return text;
}

// "INTEGER MPI_BOTTOM" with the binding between type and name.
std::string sentinel_text(const Sentinel& sentinel, Form form) {
    const std::string_view declaration =
        form == Form::mpi_f08 ? sentinel.declaration_in_f08 : sentinel.declaration;
    const std::size_t space = declaration.find(" {}");
    std::string type(declaration.substr(0, space));
    if (type == "CHARACTER*1") type = "CHARACTER(LEN=1)";
    return fmt::format("  {}, BIND(C, NAME=\"{}_\") :: {}{}\n", type, sentinel.block, sentinel.name,
                       declaration.substr(space + 3));
}

std::string sentinel_variables(Form form) {
    std::string text = "\n";
    for (const Sentinel& sentinel : sentinels) text += sentinel_text(sentinel, form);
    return text;
}

std::string operators() {
    std::string names[2], procedures;
    const std::string_view symbols[2] = {"==", "/="};
    const std::string_view words[2] = {"equal", "differ"};
    for (int one = 0; one < 2; ++one)
        for (const HandleType& type : handle_types) {
            names[one] += fmt::format("    MODULE PROCEDURE {}_{}\n", type.name, words[one]);
            procedures += fmt::format("  ELEMENTAL LOGICAL FUNCTION {0}_{1}(a, b)\n"
                                      "    TYPE({2}), INTENT(IN) :: a, b\n"
                                      "    {0}_{1} = a%MPI_VAL {3} b%MPI_VAL\n"
                                      "  END FUNCTION {0}_{1}\n",
                                      type.name, words[one], type.c_type, symbols[one]);
        }
    return fmt::format("\n  INTERFACE OPERATOR(==)\n{}  END INTERFACE\n"
                       "  INTERFACE OPERATOR(/=)\n{}  END INTERFACE\n\nCONTAINS\n\n{}",
                       names[0], names[1], procedures);
}

std::string interfaces(const Table& table, Form form) {
    std::string text;
    for (const Function& function : table.functions()) {
        if (!exists(function, form)) continue;
        for (const bool profiled : {false, true}) text += interface_of(function, form, profiled);
    }
    return text;
}

} // namespace

std::string emit_types_module(const Table&) {
    std::string text = "! Generated from mpi_api/table.\nMODULE mpi_f08_types\n  IMPLICIT NONE\n";
    for (const OwnConstant& constant : own_constants)
        if (constant.name.ends_with("_KIND"))
            text += fmt::format("  INTEGER, PARAMETER :: {} = {}\n", constant.name, constant.value);
    for (const HandleType& type : handle_types)
        text +=
            fmt::format("\n  TYPE, BIND(C) :: {0}\n    INTEGER :: MPI_VAL\n  END TYPE {0}\n", type.c_type);
    return text + std::string(status_type) + operators() + "END MODULE mpi_f08_types\n";
}

// The types of mpi_f08 are the module mpi's, too (MPI-5.0 section 19.1.3).
std::string emit_mpi_module(const Table& table) {
    return "! Generated from mpi_api/table.\nMODULE mpi\n  USE mpi_f08_types\n  IMPLICIT NONE\n" +
           constants(table, Form::mpi) + sentinel_variables(Form::mpi) +
           predefined_callbacks(table, Form::mpi) + interfaces(table, Form::mpi) +
           functions_of_fortran(Form::mpi) + "END MODULE mpi\n";
}

std::string emit_mpi_f08_module(const Table& table) {
    return "! Generated from mpi_api/table.\nMODULE mpi_f08\n"
           "  USE, INTRINSIC :: ISO_C_BINDING, ONLY : C_PTR\n  USE mpi_f08_types\n  IMPLICIT NONE\n"
           "  PRIVATE :: C_PTR\n" +
           constants(table, Form::mpi_f08) + sentinel_variables(Form::mpi_f08) + callback_types(table) +
           predefined_callbacks(table, Form::mpi_f08) + interfaces(table, Form::mpi_f08) +
           functions_of_fortran(Form::mpi_f08) + "END MODULE mpi_f08\n";
}

} // namespace sartor::table::fortran
