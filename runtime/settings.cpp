#include "runtime/settings.hpp"

#include <cstdlib>

#include "runtime/process.hpp"

namespace sartor::process {

void refuse_setting(const char* variable, const char* value, const char* expected) noexcept {
    report("%s=%s: expected %s (sartor run sets this)", variable, value, expected);
    end_run(usage_exit_code);
}

long number_from(const char* variable, long fallback, long least) noexcept {
    const char* text = std::getenv(variable);
    if (text == nullptr) return fallback;
    char* end = nullptr;
    const long value = std::strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < least)
        refuse_setting(variable, text, least > 0 ? "a positive number" : "no negative number");
    return value;
}

std::size_t backlog_from(const char* variable) noexcept {
    const auto bytes = static_cast<std::size_t>(number_from(variable, static_cast<long>(usual_backlog), 0));
    if (bytes > 0 && bytes < least_backlog)
        refuse_setting(variable, std::getenv(variable), "0, or at least 65536");
    return bytes;
}

} // namespace sartor::process
