// sartor-studies: what sartor becomes for studies.
#include "configurator/studies/commands.hpp"
#include "configurator/support/program.hpp"

int main(int argc, char** argv) {
    return sartor::configurator::ended([&] {
        return sartor::configurator::study_command({argv + 1, argv + argc});
    });
}
