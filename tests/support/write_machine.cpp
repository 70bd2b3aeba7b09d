// Writes the description of a machine file as C++, as a cut has it: description.inc of a test.
#include <cstdio>

#include "configurator/machines/machine_file.hpp"

int main(int count, char** arguments) {
    if (count != 2) return 2;
    std::puts(sartor::configurator::initializer(sartor::configurator::load_manycore(arguments[1])).c_str());
    return 0;
}
