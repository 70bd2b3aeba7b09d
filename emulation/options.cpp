// Reads the environment; wrong values end the run before any rank starts.
#include "emulation/options.hpp"

#include <cstdlib>
#include <cstring>

namespace sartor::machine::manycore {

namespace {

[[noreturn]] void refuse(const char* variable, const char* value, const char* expected) noexcept {
    process::report("%s=%s: expected %s (sartor run sets this)", variable, value, expected);
    process::end_run(process::usage_exit_code);
}

std::int64_t number(const char* variable, std::int64_t fallback) noexcept {
    const char* text = std::getenv(variable);
    if (text == nullptr) return fallback;
    char* end = nullptr;
    const long long value = std::strtoll(text, &end, 10);
    if (end == text || *end != '\0' || value < 0) refuse(variable, text, "a number");
    return value;
}

std::int64_t memory_size(std::int64_t fallback) noexcept {
    const char* text = std::getenv("SARTOR_SMEM");
    return text != nullptr && std::strcmp(text, "unlimited") == 0 ? 0 : number("SARTOR_SMEM", fallback);
}

// "none", "measured", "measured:3", "measured:3/2"
void read_compute(Options& options) noexcept {
    constexpr const char* variable = "SARTOR_COMPUTE";
    constexpr std::int64_t most = 1'000'000;
    const char* text = std::getenv(variable);
    if (text == nullptr || std::strcmp(text, "none") == 0) return;
    if (std::strncmp(text, "measured", 8) != 0) refuse(variable, text, "none, measured or measured:FACTOR");
    options.measured = true;
    if (text[8] == '\0') return;
    char* end = nullptr;
    options.factor.numerator = text[8] == ':' ? std::strtoll(text + 9, &end, 10) : 0;
    if (end != nullptr && *end == '/') options.factor.denominator = std::strtoll(end + 1, &end, 10);
    if (end == nullptr || *end != '\0' || options.factor.numerator < 1 || options.factor.denominator < 1 ||
        options.factor.numerator > most || options.factor.denominator > most)
        refuse(variable, text, "a factor such as 3 or 3/2 after measured:");
}

} // namespace

Options read_options(const Description& description) noexcept {
    Options options;
    options.settings.shortcut = std::getenv("SARTOR_NO_SHORTCUT") == nullptr;
    options.settings.limits.eager = number("SARTOR_EAGER_LIMIT", description.eager_limit);
    options.settings.limits.lazy = number("SARTOR_LAZY_LIMIT", description.lazy_limit);
    options.settings.limits.dma = number("SARTOR_DMA_LIMIT", description.dma_limit);
    options.summary = std::getenv("SARTOR_NO_SUMMARY") == nullptr;
    options.json = std::getenv("SARTOR_JSON");
    options.placement = std::getenv("SARTOR_PLACE");
    options.smem = memory_size(description.smem_bytes);
    options.per_cluster = static_cast<int>(number("SARTOR_PER_CLUSTER", 0));
    options.threads = static_cast<int>(number("SARTOR_THREADS", 1));
    if (options.threads < 1) refuse("SARTOR_THREADS", "0", "a positive number");
    options.names = read_name_options(description);
    read_compute(options);
    return options;
}

void refuse_threads(const Description& description) noexcept {
    process::report(
        "the program starts threads of its own: it can run on the host, not on %s (which runs threads "
        "of GCC's OpenMP, in programs that name neither MPI_THREAD_SERIALIZED nor MPI_THREAD_MULTIPLE)",
        description.name);
    process::end_run(process::usage_exit_code);
}

void refuse_no_threads(int threads) noexcept {
    process::report("--threads %d: the program has no parallel region of GCC's OpenMP", threads);
    process::end_run(process::usage_exit_code);
}

} // namespace sartor::machine::manycore
