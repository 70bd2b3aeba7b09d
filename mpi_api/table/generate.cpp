// sartor-table: the build tool that makes mpi.h, lists and the coverage page out of the table.
#include "mpi_api/table/emit/emit.hpp"
#include "mpi_api/table/emit/fortran/emit_fortran.hpp"
#include "mpi_api/table/emit/write_file.hpp"

#include <cstdio>
#include <exception>

namespace {

void generate(const std::filesystem::path& directory, const std::filesystem::path& output) {
    using namespace sartor::table;
    const Table table = Table::load(directory);
    write_file(output / "include/mpi.h", emit_header(table));
    write_file(output / "include/sartor/constants.h", emit_own_constants(table));
    write_file(output / "components/datatype/datatypes.inc", emit_datatypes(table));
    write_file(output / "components/datatype/datatype_pairs.inc", emit_datatype_pairs(table));
    write_file(output / "mpi_api/names/operations.inc", emit_operations(table));
    write_file(output / "mpi_api/errors/error_classes.inc", emit_error_classes(table));
    for (const Function& function : table.functions())
        write_file(output / "mpi_api/rows" / (function.name + ".hpp"), emit_row(function));
    write_file(output / "components/features.inc", emit_features(table));
    write_file(output / "fortran/mpif.h", fortran::emit_include_file(table));
    write_file(output / "fortran/mpi_f08_types.f90", fortran::emit_types_module(table));
    write_file(output / "fortran/mpi.f90", fortran::emit_mpi_module(table));
    write_file(output / "fortran/mpi_f08.f90", fortran::emit_mpi_f08_module(table));
    write_file(output / "fortran/entries.inc", fortran::emit_layer(table));
    write_file(output / "fortran/link_library.inc", fortran::emit_link_library(table));
    write_file(output / "docs/coverage.md", emit_coverage(table));
    write_file(output / "docs/features.md", emit_feature_page(table));
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fputs("usage: sartor-table TABLE_DIR OUTPUT_DIR\n", stderr);
        return 2;
    }
    try {
        generate(argv[1], argv[2]);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "sartor-table: %s\n", error.what());
        return 1;
    }
    return 0;
}
