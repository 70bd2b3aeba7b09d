// A command of the build: writes the source of libmpi_abi.so. Usage: sartor_whole_library TABLE_DIR OUTPUT
#include "configurator/cut/source.hpp"
#include "configurator/cut/whole_library.hpp"
#include "configurator/machines/machines.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"

int main(int argc, char** argv) {
    using namespace sartor;
    using namespace sartor::configurator;
    try {
        if (argc != 3) refuse("expected the folder of the table, and a file for the source");
        const table::Table table = table::Table::load(argv[1]);
        write_file(argv[2], cut_source(needs_of_abi_library(table), find_machine("fabric")));
        return 0;
    } catch (const std::exception& error) {
        report("{}", error.what());
        return failure_exit_code;
    }
}
