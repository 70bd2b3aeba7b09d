// Options as environment variables, which the process runtime reads.
#include "configurator/run/environment.hpp"

#include "configurator/run/large_pages.hpp"
#include "configurator/run/placement.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/ranges.h>
#include <fstream>
#include <optional>
#include <sched.h>
#include <sstream>
#include <sys/personality.h>

namespace sartor::configurator {

namespace {

std::optional<std::size_t> number(std::string_view text) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// One processor for each worker. A list of --cores is taken as it is, unless --bind gives an order.
std::vector<Processor> processors_for(const RunOptions& options) {
    Host host = this_host();
    const auto ranks = static_cast<std::size_t>(options.ranks);
    std::vector<Processor> listed;
    if (!options.cores.empty()) listed = chosen(host, options.cores, parse_cores(options.cores));
    if (!listed.empty() && (options.binding.empty() || options.binding == "none")) return listed;
    if (options.binding == "none") return host.processors;
    if (!listed.empty())
        std::erase_if(host.processors, [&](const Processor& one) {
            return std::ranges::find(listed, one.number, &Processor::number) == listed.end();
        });
    return place_workers(host, options.binding == "spread" ? Binding::spread : Binding::compact, ranks);
}

// What the program's memory is at does not change from run to run. Kept by exec.
void use_fixed_addresses() {
    const int now = personality(0xffffffff);
    if (now == -1 || personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) == -1)
        refuse("--deterministic: the system does not allow fixed addresses ({})", std::strerror(errno));
}

// The system moves the workers among these as it likes.
void leave_unbound(const std::vector<Processor>& processors) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const Processor& processor : processors) CPU_SET(static_cast<std::size_t>(processor.number), &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) refuse("--bind none: {}", std::strerror(errno));
}

std::string bytes_text(const char* option, const std::string& size) {
    return size.empty() || size == "0" ? size : fmt::format("{}", parse_size(size, option));
}

// Where the system gives large pages on request only (transparent_hugepage: madvise), glibc's malloc does not
// request them by default. It reads this before main(); runtime/main.cpp knows the value.
void request_large_pages() {
    if (!host_takes_freed_memory()) setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", 0);
}

// All that the process may use, neighbours together: ranks whose programs have threads share them out.
std::string all_processors(const RunOptions& options) {
    if (options.binding == "none" || !options.cores.empty()) return "";
    Host host = this_host();
    std::ranges::sort(host.processors, {}, &Processor::path);
    std::vector<int> numbers;
    for (const Processor& processor : host.processors) numbers.push_back(processor.number);
    return fmt::format("{}", fmt::join(numbers, ","));
}

// Absolute, since programs may go to other folders.
std::string suppressions_of(const RunOptions& options) {
    if (options.suppressions.empty()) return "";
    std::ifstream file(options.suppressions);
    if (!file) refuse("--suppressions={}: {}", options.suppressions, std::strerror(errno));
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        std::istringstream words(line);
        std::string kind, pattern;
        if (!(words >> kind) || kind.starts_with('#')) continue;
        if (!(words >> pattern))
            refuse("{}:{}: expected a kind and a pattern, for instance: early-access old_part.c",
                   options.suppressions, number);
    }
    return std::filesystem::absolute(options.suppressions).string();
}

void set_environment(const RunOptions& options, const std::vector<Processor>& processors) {
    std::vector<int> cores;
    for (const Processor& processor : processors) cores.push_back(processor.number);
    request_large_pages();
    set_variable("SARTOR_BACKTRACE", Installation::own().backtrace().string());
    set_variable("SARTOR_COMMAND",
                 Installation::own().program().string()); // draws pages and pictures of a run
    set_variable("SARTOR_OTF2", options.trace.ends_with(".otf2") ? Installation::own().otf2().string() : "");
    set_variable("SARTOR_RANKS", fmt::format("{}", options.ranks));
    if (!options.provider.empty()) set_variable("SARTOR_PROVIDER", options.provider); // else as it is
    set_variable("SARTOR_MAP", options.mapping);
    set_variable("SARTOR_CORES", options.binding == "none" ? "" : fmt::format("{}", fmt::join(cores, ",")));
    set_variable("SARTOR_PROCESSORS", all_processors(options));
    set_variable("SARTOR_DETERMINISTIC", !options.schedule.empty() ? "--schedule"
                                         : options.deterministic   ? "--deterministic"
                                                                   : "");
    set_variable("SARTOR_STACK", options.stack.empty() ? "" : fmt::format("{}", parse_size(options.stack)));
    set_variable("SARTOR_TAG_OUTPUT", options.tag_output ? "1" : "");
    set_variable("SARTOR_VARIABLES", options.variables ? "1" : "");
    set_variable("SARTOR_DEBUG_IMAGES", options.debug_images);
    set_variable("SARTOR_REPORT", options.report.empty() ? "" : "1");
    set_variable("SARTOR_SUPPRESSIONS", suppressions_of(options));
    set_variable("SARTOR_WATCH_ALL", options.watch_all || options.deterministic ? "1" : "");
    set_variable("SARTOR_REPORT_RECORD", options.report_record);
    set_variable("SARTOR_WATCHDOG", options.watchdog == 0 ? "" : fmt::format("{}", options.watchdog));
    set_variable("SARTOR_TIMEOUT", options.timeout == 0 ? "" : fmt::format("{}", options.timeout));
    set_variable("SARTOR_BACKLOG", bytes_text("--backlog", options.backlog));
}

void set_machine_environment(const RunOptions& options) {
    set_variable("SARTOR_PLACE", options.placement);
    set_variable("SARTOR_NAMES", options.names);
    set_variable("SARTOR_COMPUTE", options.compute);
    set_variable("SARTOR_JSON", options.json);
    set_variable("SARTOR_TRACE", options.trace);
    set_variable("SARTOR_CHIP", options.chip);
    set_variable("SARTOR_MATRIX", options.matrix);
    set_variable("SARTOR_TRACE_LIMIT", bytes_text("--trace-limit", options.trace_limit));
    set_variable("SARTOR_PROFILE", options.profile == "true" ? "," : options.profile);
    set_variable("SARTOR_SMEM",
                 options.smem == "unlimited" ? options.smem : bytes_text("--smem", options.smem));
    set_variable("SARTOR_EAGER_LIMIT", bytes_text("--eager-limit", options.eager_limit));
    set_variable("SARTOR_LAZY_LIMIT", bytes_text("--lazy-limit", options.lazy_limit));
    set_variable("SARTOR_DMA_LIMIT", bytes_text("--dma-limit", options.dma_limit));
    set_variable("SARTOR_PER_CLUSTER",
                 options.per_cluster == 0 ? "" : fmt::format("{}", options.per_cluster));
    set_variable("SARTOR_THREADS", options.threads == 0 ? "" : fmt::format("{}", options.threads));
    set_variable("SARTOR_NO_SHORTCUT", options.no_shortcut ? "1" : "");
    set_variable("SARTOR_NO_SUMMARY", options.no_summary ? "1" : "");
}

void make_folder(const std::string& path) {
    std::error_code error;
    if (!path.empty()) std::filesystem::create_directories(path, error);
    if (error)
        refuse("--debug-images {}: {}; expected a folder, or a name for a new folder", path, error.message());
}

void show_placement(const RunOptions& options, const std::vector<Processor>& processors) {
    const int workers = std::min(static_cast<int>(processors.size()), options.ranks);
    const bool bound = options.binding != "none";
    for (int worker = 0; worker < workers; ++worker) {
        const std::vector<int> ranks =
            ranks_of_worker(worker, workers, options.ranks, options.mapping == "scatter");
        const Processor& processor = processors[static_cast<std::size_t>(worker)];
        report("worker {}{}: rank{} {}", worker,
               bound ? fmt::format(" on processor {} ({})", processor.number, describe(processor)) : "",
               ranks.size() == 1 ? "" : "s", fmt::join(ranks, ", "));
    }
    report("{} rank{} on {} worker{}, mapped {}, {}", options.ranks, options.ranks == 1 ? "" : "s", workers,
           workers == 1 ? "" : "s", options.mapping.empty() ? "compact" : options.mapping,
           bound && workers > 1 ? "bound" : "not bound");
}

// DIR/1/rank.N/, N as wide as the largest, as Open MPI names them; empty files.
std::filesystem::path make_output_files(const RunOptions& options, const std::string& folder) {
    const std::filesystem::path job = std::filesystem::absolute(folder) / "1";
    const std::size_t width = fmt::format("{}", options.ranks - 1).size();
    std::error_code error;
    for (int rank = 0; rank < options.ranks; ++rank) {
        const std::filesystem::path own = job / fmt::format("rank.{:0{}}", rank, width);
        std::filesystem::create_directories(own, error);
        for (const char* stream : {"stdout", "stderr"})
            if (error || !std::ofstream(own / stream))
                refuse("--output-filename {}: can't write {}", options.output_folder,
                       (own / stream).string());
    }
    return job;
}

void set_output_files(const RunOptions& options) {
    constexpr std::string_view only_there = ":nocopy";
    std::string folder = options.output_folder;
    const bool only = folder.ends_with(only_there);
    if (only) folder.resize(folder.size() - only_there.size());
    set_variable("SARTOR_OUTPUT_FILES", folder.empty() ? "" : make_output_files(options, folder).string());
    set_variable("SARTOR_OUTPUT_ONLY_IN_FILES", only ? "1" : "");
}

} // namespace

void set_variable(const char* name, const std::string& value) {
    if (value.empty())
        unsetenv(name);
    else
        setenv(name, value.c_str(), 1);
}

void prepare(const RunOptions& options, const std::string& io) {
    std::vector<Processor> processors = processors_for(options);
    if (options.deterministic) {
        processors.resize(1);
        use_fixed_addresses();
    }
    set_machine_environment(options);
    set_environment(options, processors);
    set_output_files(options);
    set_variable("SARTOR_IO", io);
    set_variable("SARTOR_PROGRAMS", "");
    make_folder(options.debug_images);
    if (options.show_placement) show_placement(options, processors);
    if (options.binding == "none" && !options.cores.empty()) leave_unbound(processors);
}

std::size_t parse_size(const std::string& text, const char* option) {
    std::size_t unit = 1;
    std::string digits = text;
    const std::size_t suffix = text.empty() ? std::string::npos : std::string_view("KMG").find(text.back());
    if (suffix != std::string::npos) {
        unit = std::size_t{1} << (10 * (suffix + 1));
        digits.pop_back();
    }
    const std::optional<std::size_t> value = number(digits);
    if (!value || *value == 0 || *value > SIZE_MAX / unit)
        refuse("{} {}: expected a number of bytes, such as 65536, 64K or 8M", option, text);
    return *value * unit;
}

std::vector<int> parse_cores(const std::string& text) {
    std::vector<int> cores;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(',', start), text.size());
        const std::string part = text.substr(start, end - start);
        const std::size_t dash = part.find('-');
        const std::optional<std::size_t> first = number(part.substr(0, dash));
        const std::optional<std::size_t> last =
            dash == std::string::npos ? first : number(part.substr(dash + 1));
        constexpr std::size_t most = 1 << 20;
        if (!first || !last || *first > *last || *last > most)
            refuse("--cores {}: expected processor numbers, such as 0,2-3", text);
        for (std::size_t core = *first; core <= *last; ++core) cores.push_back(static_cast<int>(core));
        start = end + 1;
    }
    return cores;
}

} // namespace sartor::configurator
