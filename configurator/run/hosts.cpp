#include "configurator/run/hosts.hpp"

#include "configurator/run/environment.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/process.hpp"
#include "configurator/support/search.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fmt/ranges.h>
#include <fstream>
#include <numeric>
#include <optional>
#include <sstream>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

extern char** environ;

namespace sartor::configurator {

namespace {

int number_of_ranks(const std::string& where, std::string_view text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 1)
        refuse("{}: expected a number of ranks, got {}", where, text);
    return number;
}

// "a:8", "a", or an address of IPv6 in brackets.
HostRanks parse_host(const std::string& where, const std::string& text) {
    const std::size_t bracket = text.find(']');
    const std::size_t colon = text.find(':', bracket == std::string::npos ? 0 : bracket);
    if (text.empty() || colon == 0) refuse("{}: expected the name of a host, as in a:8,b:8", where);
    if (colon == std::string::npos) return {text, 0};
    return {text.substr(0, colon), number_of_ranks(where, std::string_view(text).substr(colon + 1))};
}

bool is_this_host(const std::string& host) {
    char own[256] = "";
    gethostname(own, sizeof own - 1);
    return host == "localhost" || host == "127.0.0.1" || host == own;
}

// Without numbers: the first ones get one more where it does not come out even.
std::vector<HostRanks> shared_evenly(std::vector<HostRanks> hosts, int ranks) {
    const int count = static_cast<int>(hosts.size());
    for (int index = 0; index < count; ++index)
        hosts[static_cast<std::size_t>(index)].ranks = ranks / count + (index < ranks % count ? 1 : 0);
    return hosts;
}

std::vector<HostRanks> filled_in_order(std::vector<HostRanks> hosts, int ranks) {
    for (HostRanks& host : hosts) {
        host.ranks = std::min(host.ranks, ranks);
        ranks -= host.ranks;
    }
    if (ranks > 0)
        refuse("-n: {} more ranks than the hosts may have; raise the numbers after the hosts, or lower -n",
               ranks);
    return hosts;
}

// ---- launchers

// Another MPI may have a command of that name.
std::optional<std::string> open_mpi_launcher() {
    for (const char* name : {"mpirun.openmpi", "mpirun"}) {
        const auto path = find_program(name);
        if (!path) continue;
        const Result version = run({path->string(), "--version"}, {Output::capture, Output::capture, true});
        if (version.standard_output.find("Open MPI") != std::string::npos) return path->string();
    }
    return std::nullopt;
}

// A line for each process: SLURM_HOSTFILE, for srun's arbitrary distribution. In memory that srun inherits,
// so that no file is left.
std::string write_slurm_hostfile(const HostPlan& plan) {
    const int file = memfd_create("sartor-hosts", 0);
    if (file < 0) refuse("no memory for the list of hosts");
    const std::string path = fmt::format("/proc/self/fd/{}", file);
    std::ofstream lines(path);
    for (const HostRanks& host : plan.hosts)
        for (int process = 0; process < host.ranks / plan.ranks_per_process; ++process)
            lines << host.name << '\n';
    if (!lines.flush()) refuse("{}: can't be written", path);
    return path;
}

Command by_slurm(const std::string& srun, const HostPlan& plan) {
    set_variable("SLURM_HOSTFILE", write_slurm_hostfile(plan));
    return {srun, "--mpi=pmix", "--input=0", "--distribution=arbitrary",
            fmt::format("--ntasks={}", plan.processes())};
}

// prterun and Open MPI's mpirun have these options in common.
Command by_open_mpi(const std::string& launcher, const HostPlan& plan) {
    std::vector<std::string> hosts;
    for (const HostRanks& host : plan.hosts)
        hosts.push_back(fmt::format("{}:{}", host.name, host.ranks / plan.ranks_per_process));
    Command command = {launcher,
                       "--host",
                       fmt::format("{}", fmt::join(hosts, ",")),
                       "-n",
                       fmt::format("{}", plan.processes()),
                       "--map-by",
                       "slot",
                       "--bind-to",
                       "none"};
    for (char** one = environ; *one != nullptr; ++one) {
        const std::string_view variable = *one;
        if (!variable.starts_with("SARTOR_") && !variable.starts_with("LD_LIBRARY_PATH=")) continue;
        command.emplace_back("-x");
        command.emplace_back(variable.substr(0, variable.find('=')));
    }
    return command;
}

bool is_slurm(const std::string& launcher) {
    return std::filesystem::path(launcher).filename() == "srun";
}

std::optional<std::string> path_of(const char* name) {
    const auto path = find_program(name);
    return path ? std::optional(path->string()) : std::nullopt;
}

} // namespace

std::vector<HostRanks> parse_hosts(const char* option, const std::string& text) {
    std::vector<HostRanks> hosts;
    std::istringstream names(text);
    for (std::string name; std::getline(names, name, ',');)
        hosts.push_back(parse_host(fmt::format("{} {}", option, text), name));
    if (hosts.empty()) refuse("{}: expected names of hosts, as in a:8,b:8", option);
    return hosts;
}

std::vector<HostRanks> read_hostfile(const char* option, const std::string& path) {
    std::ifstream file(path);
    if (!file) refuse("{} {}: there is no such file", option, path);
    std::vector<HostRanks> hosts;
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        const std::string where = fmt::format("{}:{}", path, ++number);
        std::istringstream words(line.substr(0, line.find('#')));
        std::string name;
        if (!(words >> name)) continue;
        HostRanks host = parse_host(where, name);
        constexpr std::string_view slots = "slots=";
        for (std::string word; words >> word;) {
            if (!word.starts_with(slots))
                refuse("{}: expected HOST, HOST:RANKS or HOST slots=RANKS, got {}", where, word);
            host.ranks = number_of_ranks(where, std::string_view(word).substr(slots.size()));
        }
        hosts.push_back(host);
    }
    if (hosts.empty()) refuse("{} {}: the file names no host", option, path);
    return hosts;
}

bool are_this_computer(const std::vector<HostRanks>& hosts) {
    return std::ranges::all_of(hosts, [](const HostRanks& host) { return is_this_host(host.name); });
}

int HostPlan::ranks() const {
    return std::accumulate(hosts.begin(), hosts.end(), 0,
                           [](int sum, const HostRanks& host) { return sum + host.ranks; });
}

HostPlan plan_hosts(const std::vector<HostRanks>& hosts, int ranks, bool each_one) {
    const bool any = std::ranges::any_of(hosts, [](const HostRanks& host) { return host.ranks > 0; });
    const bool all = std::ranges::all_of(hosts, [](const HostRanks& host) { return host.ranks > 0; });
    if (any != all) refuse("hosts: give a number of ranks for all hosts, or for none (a:8,b:8 or a,b)");
    HostPlan plan{hosts, 1};
    if (ranks == 0) ranks = all ? plan.ranks() : static_cast<int>(hosts.size());
    plan.hosts = all ? filled_in_order(hosts, ranks) : shared_evenly(hosts, ranks);
    std::erase_if(plan.hosts, [](const HostRanks& host) { return host.ranks == 0; });
    int divisor = 0;
    for (const HostRanks& host : plan.hosts) divisor = std::gcd(divisor, host.ranks);
    plan.ranks_per_process = each_one ? 1 : divisor;
    return plan;
}

std::string find_launcher() {
    const auto srun = path_of("srun");
    if (std::getenv("SLURM_JOB_ID") != nullptr && srun) return *srun;
    if (const auto prterun = path_of("prterun")) return *prterun;
    if (const auto mpirun = open_mpi_launcher()) return *mpirun;
    refuse("no launcher that speaks PMIx was found to start processes on other computers: neither prterun "
           "nor Open MPI's mpirun is in PATH, and this is not a job of Slurm; install a launcher (Debian's "
           "package openmpi-bin) on all hosts");
}

void run_on_hosts(const HostPlan& plan, const std::string& launcher, const std::vector<std::string>& command,
                  const std::string& file) {
    // What holds for this computer alone.
    for (const char* name : {"SARTOR_RANKS", "SARTOR_CORES", "SARTOR_PROCESSORS"}) set_variable(name, "");
    set_variable("SARTOR_RANKS_PER_PROCESS", fmt::format("{}", plan.ranks_per_process));
    Command launching = is_slurm(launcher) ? by_slurm(launcher, plan) : by_open_mpi(launcher, plan);
    report("{} ranks on {} host{}, {} in a process, started by {}", plan.ranks(), plan.hosts.size(),
           plan.hosts.size() == 1 ? "" : "s", plan.ranks_per_process, launching.front());
    launching.push_back(std::filesystem::absolute(file).string());
    launching.insert(launching.end(), command.begin() + 1, command.end());
    become(launching);
}

} // namespace sartor::configurator
