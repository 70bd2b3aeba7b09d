// Finds the prefix from /proc/self/exe.
#include "configurator/support/installation.hpp"

namespace sartor::configurator {

const Installation& Installation::own() {
    static const Installation installation(
        std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path());
    return installation;
}

} // namespace sartor::configurator
