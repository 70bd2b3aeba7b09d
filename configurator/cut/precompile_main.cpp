// A command of the build: precompiles the headers of cuts into a folder, or compiles the MPI library of
// programs that are not optimized.
#include "configurator/cut/compile.hpp"
#include "configurator/cut/precompiled.hpp"
#include "configurator/cut/source.hpp"
#include "configurator/cut/whole_library.hpp"
#include "configurator/machines/machines.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/program.hpp"

#include <string_view>

int main(int argc, char** argv) {
    using namespace sartor;
    using namespace sartor::configurator;
    return ended([&] {
        const std::string_view what = argc == 3 ? argv[1] : "";
        if (what != "headers" && what != "mpi") refuse("expected headers or mpi, and a folder");
        if (what == "headers") {
            precompile_for_installation(argv[2]);
        } else {
            const table::Table table = table::Table::load(Installation::own().table());
            compile_for_installation(cut_source(needs_of_covering_library(table), find_machine("host")),
                                     argv[2]);
        }
        return 0;
    });
}
