// Reads SARTOR_NAMES.
#include "emulation/services/name_options.hpp"

#include <cstdlib>
#include <cstring>

#include "emulation/description.hpp"
#include "runtime/process.hpp"

namespace sartor::machine::manycore {

NameOptions read_name_options(const Description& description) noexcept {
    NameOptions options;
    options.used = description.name_service != 0;
    const char* text = std::getenv("SARTOR_NAMES");
    if (text == nullptr) return options;
    if (!options.used) {
        process::report("--names %s: %s has no name service: its ranks know all addresses", text,
                        description.name);
        process::end_run(process::usage_exit_code);
    }
    if (std::strcmp(text, "off") == 0) options.used = false;
    if (std::strcmp(text, "on") == 0 || !options.used) return options;
    for (const char* word = text;; ++word) {
        const std::size_t length = std::strcspn(word, ",");
        if (length == 8 && std::strncmp(word, "no-cache", length) == 0)
            options.cached = false;
        else if (length == 7 && std::strncmp(word, "forward", length) == 0)
            options.forward = true;
        else {
            process::report("--names %s: expected on, off, no-cache, forward or no-cache,forward", text);
            process::end_run(process::usage_exit_code);
        }
        word += length;
        if (*word == '\0') return options;
    }
}

} // namespace sartor::machine::manycore
