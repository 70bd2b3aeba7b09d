// Writes the description of a machine file as C++, as a cut has it: description.inc of a test. With a second
// argument: that of its networks.
#include <cstdio>

#include "configurator/machines/noc_machine.hpp"

int main(int count, char** arguments) {
    if (count != 2 && count != 3) return 2;
    const auto machine = sartor::configurator::load_manycore(arguments[1]);
    std::puts((count == 2 ? initializer(machine) : noc_initializer(machine)).c_str());
    return 0;
}
