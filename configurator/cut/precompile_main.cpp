// A command of the build: precompiles the headers of cuts into the folder that it is given.
#include "configurator/cut/precompiled.hpp"
#include "configurator/support/error.hpp"

int main(int argc, char** argv) {
    using namespace sartor::configurator;
    try {
        if (argc != 2) refuse("expected the folder for the precompiled headers");
        precompile_for_installation(argv[1]);
        return 0;
    } catch (const std::exception& error) {
        report("{}", error.what());
        return failure_exit_code;
    }
}
