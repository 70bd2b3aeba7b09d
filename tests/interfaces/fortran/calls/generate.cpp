// Writes a Fortran program that calls every function of MPI that Fortran has, in one of its three forms.
#include "mpi_api/table/reader/chapters.hpp"
#include "mpi_api/table/reader/table.hpp"
#include "tests/interfaces/fortran/calls/procedure.hpp"
#include "tests/interfaces/fortran/calls/row.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <set>
#include <stdexcept>

namespace {

using namespace sartor;

/// A row for a function that is none is a misspelt name.
void check_names(const table::Table& table, const fortran_calls::Rows& rows) {
    for (const std::string& name : rows.names())
        if (std::ranges::none_of(table.functions(), [&](const table::Function& function) {
                return fortran_calls::matches(name, function.name);
            }))
            throw std::runtime_error("calls.table: MPI has no " + name);
}

/// The standard's functions or the others: no program may start ranks and survive their failures.
bool standard_from(const std::string& name) {
    if (name == "standard") return true;
    if (name == "extensions") return false;
    throw std::runtime_error("functions are those of the standard or extensions");
}

std::string program(const table::Table& table, const fortran_calls::Rows& rows, fortran_calls::Form form,
                    bool standard, const std::set<std::string>& missing) {
    std::string procedures, calls;
    int all = 0;
    const auto add = [&](const table::Function& function, const fortran_calls::Row& row, bool large) {
        if (missing.contains(function.name + (large ? "_c" : ""))) return;
        procedures += fortran_calls::procedure_for(function, row, form, large);
        ++all;
        calls += "    call " + fortran_calls::name_of_procedure(function, large) + "()\n";
    };
    for (const table::Function& function : table.functions()) {
        if (table::is_of_standard(function.chapter) != standard) continue;
        const fortran_calls::Row row = rows.of(function.name);
        if (!fortran_calls::exists(function, form) || row.by_main) continue;
        add(function, row, false);
        if (form == fortran_calls::Form::mpi_f08 && function.has_large_twin()) add(function, row, true);
    }
    return "! Generated from mpi_api/table and calls.table.\n#include \"forms.h\"\nmodule calls\n"
           "  use checks\n  use surroundings\n  implicit none\n  integer, parameter :: all_functions = " +
           std::to_string(all) + "\ncontains\n\n  subroutine all_calls()\n" + calls + "  end subroutine\n" +
           procedures + "end module\n";
}

fortran_calls::Form form_of(const std::string& name) {
    if (name == "77") return fortran_calls::Form::mpif_h;
    if (name == "90") return fortran_calls::Form::mpi;
    if (name == "2008") return fortran_calls::Form::mpi_f08;
    throw std::runtime_error("forms are 77, 90 and 2008");
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 5) {
        std::fputs("usage: fortran-calls TABLE_DIR CALLS_TABLE 77|90|2008 standard|extensions "
                   "[FUNCTION THAT IS MISSING...]\n",
                   stderr);
        return 2;
    }
    try {
        const table::Table table = table::Table::load(argv[1]);
        const fortran_calls::Rows rows = fortran_calls::Rows::read(argv[2]);
        check_names(table, rows);
        std::fputs(
            program(table, rows, form_of(argv[3]), standard_from(argv[4]), {argv + 5, argv + argc}).c_str(),
            stdout);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "fortran-calls: %s\n", error.what());
        return 1;
    }
    return 0;
}
