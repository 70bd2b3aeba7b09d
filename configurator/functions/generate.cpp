// sartor-functions: the build tool that makes lists and pages out of the table of functions.
#include "configurator/functions/emit.hpp"
#include "mpi_api/table/emit/write_file.hpp"

#include <cstdio>
#include <exception>

namespace {

void generate(const std::filesystem::path& folder, const std::filesystem::path& output) {
    using namespace sartor::configurator;
    using sartor::table::write_file;
    const FunctionTable table = FunctionTable::load(folder);
    write_file(output / "rows.inc", emit_rows(table));
    write_file(output / "docs/states.md", emit_states(table));
    write_file(output / "docs/containers.md", emit_containers(table));
    write_file(output / "docs/functions.md", emit_page(table));
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fputs("usage: sartor-functions TABLE_FOLDER OUTPUT_FOLDER\n", stderr);
        return 2;
    }
    try {
        generate(argv[1], argv[2]);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "sartor-functions: %s\n", error.what());
        return 1;
    }
    return 0;
}
