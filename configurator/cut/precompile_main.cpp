// A command of the build: precompiles the headers of cuts into the folder that it is given.
#include "configurator/cut/precompiled.hpp"
#include "configurator/support/program.hpp"

int main(int argc, char** argv) {
    using namespace sartor::configurator;
    return ended([&] {
        if (argc != 2) refuse("expected the folder for the precompiled headers");
        precompile_for_installation(argv[1]);
        return 0;
    });
}
