#include "runtime/spawning.hpp"

#include <cstdio>
#include <cstdlib>

#include "runtime/settings.hpp"

namespace sartor::process {

const Spawned* spawned = nullptr;

void read_spawned() noexcept {
    static Spawned read;
    constexpr const char* variable = "SARTOR_SPAWNED";
    const char* const text = std::getenv(variable);
    if (text == nullptr) return;
    const bool well_formed = std::sscanf(text, "%d:%d:%d:%d:%d:%d", &read.first, &read.size, &read.program,
                                         &read.context, &read.port, &read.root) == 6;
    if (!well_formed || read.first < 0 || read.size < 1) refuse_setting(variable, text, "six numbers");
    unsetenv(variable); // programs that this one starts are none of these
    spawned = &read;
}

} // namespace sartor::process
