// mpif.h: lines of at most 72 columns that fixed and free form read alike.
#include "mpi_api/table/emit/fortran/bindings.hpp"
#include "mpi_api/table/emit/fortran/constants.hpp"
#include "mpi_api/table/emit/fortran/emit_fortran.hpp"

#include <fmt/format.h>

namespace sartor::table::fortran {

namespace {

// A declaration by a default type, with the size that this has in MPI, whatever options the compiler gets.
std::string sized(std::string declaration) {
    for (const std::string_view type : {"INTEGER ", "LOGICAL "})
        if (declaration.starts_with(type)) declaration.insert(type.size() - 1, "*4");
    return declaration;
}

std::string parameter(std::string_view type, std::string_view name, std::string_view value) {
    return fmt::format("      {}\n      PARAMETER ({}={})\n", sized(fmt::format("{} {}", type, name)), name,
                       value);
}

// What is called as a function, and what is passed as a callback.
std::string procedures(const Table& table) {
    std::string text;
    for (const Function& function : table.functions())
        if (exists(function, Form::mpi) && is_function(function))
            for (const char* prefix : {"", "P"})
                text += fmt::format("      {0} {1}{2}\n      EXTERNAL {1}{2}\n",
                                    function.c_return_type() == "double" ? "REAL*8" : "INTEGER*8", prefix,
                                    upper(function.name));
    for (const Constant& constant : table.constants())
        if (constant.c_type.ends_with("function*") || constant.c_type.ends_with("function_c*"))
            text += fmt::format("      EXTERNAL {}\n", constant.name);
    return text;
}

} // namespace

std::string emit_include_file(const Table& table) {
    std::string text = "! MPI 5.0 for Fortran. Generated from mpi_api/table.\n";
    for (const OwnConstant& constant : own_constants)
        text += parameter(constant.type, constant.name, constant.value);
    for (const Constant& constant : table.constants())
        if (is_parameter(constant))
            text += parameter(type_of_number(constant), constant.name, constant.value);
    for (const Sentinel& sentinel : sentinels)
        text += fmt::format("      {}\n      COMMON /{}/ {}\n",
                            sized(fmt::format(fmt::runtime(sentinel.declaration), sentinel.name)),
                            upper(sentinel.block), sentinel.name);
    return text + procedures(table);
}

} // namespace sartor::table::fortran
