// A command of the build: writes the source of libmpi_abi.so or of libsartor_team.so.
// Usage: sartor_whole_library TABLE_DIR abi|team OUTPUT
#include "configurator/cut/source.hpp"
#include "configurator/cut/whole_library.hpp"
#include "configurator/machines/machines.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/program.hpp"

int main(int argc, char** argv) {
    using namespace sartor;
    using namespace sartor::configurator;
    return ended([&] {
        if (argc != 4) refuse("expected the folder of the table, abi or team, and a file for the source");
        const table::Table table = table::Table::load(argv[1]);
        const bool abi = std::string_view(argv[2]) == "abi";
        const Needs needs = abi ? needs_of_abi_library(table) : needs_of_team_library(table);
        write_file(argv[3], cut_source(needs, find_machine(abi ? "fabric" : "host")));
        return 0;
    });
}
