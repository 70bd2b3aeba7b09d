// The host, as hwloc sees it.
#include "configurator/machines/machines.hpp"

#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/ranges.h>
#include <hwloc.h>
#include <nlohmann/json.hpp>

namespace sartor::configurator {

namespace {

class Topology {
  public:
    Topology() {
        hwloc_topology_init(&topology_);
        // Only cores and processing units matter here; caches and devices take most of the time to find.
        hwloc_topology_set_all_types_filter(topology_, HWLOC_TYPE_FILTER_KEEP_NONE);
        hwloc_topology_set_type_filter(topology_, HWLOC_OBJ_CORE, HWLOC_TYPE_FILTER_KEEP_ALL);
        if (hwloc_topology_load(topology_) != 0) fail("hwloc cannot tell this computer's cores");
    }
    Topology(const Topology&) = delete;
    Topology& operator=(const Topology&) = delete;
    ~Topology() { hwloc_topology_destroy(topology_); }
    operator hwloc_topology_t() const { return topology_; }

  private:
    hwloc_topology_t topology_ = nullptr;
};

class AllowedSet {
  public:
    explicit AllowedSet(const Topology& topology) : set_(hwloc_bitmap_alloc()) {
        if (hwloc_get_cpubind(topology, set_, HWLOC_CPUBIND_PROCESS) != 0)
            hwloc_bitmap_copy(set_, hwloc_topology_get_allowed_cpuset(topology));
    }
    AllowedSet(const AllowedSet&) = delete;
    AllowedSet& operator=(const AllowedSet&) = delete;
    ~AllowedSet() { hwloc_bitmap_free(set_); }
    bool has(unsigned processor) const { return hwloc_bitmap_isset(set_, processor) != 0; }

  private:
    hwloc_bitmap_t set_;
};

std::vector<int> processors_of(hwloc_obj_t core, const AllowedSet& allowed) {
    std::vector<int> processors;
    for (int processor = hwloc_bitmap_first(core->cpuset); processor >= 0;
         processor = hwloc_bitmap_next(core->cpuset, processor))
        if (allowed.has(static_cast<unsigned>(processor))) processors.push_back(processor);
    return processors;
}

std::vector<std::vector<int>> processors_by_core(const Topology& topology) {
    const AllowedSet allowed(topology);
    std::vector<std::vector<int>> cores;
    const int type = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE) > 0 ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU;
    for (hwloc_obj_t core = nullptr; (core = hwloc_get_next_obj_by_type(
                                          topology, static_cast<hwloc_obj_type_t>(type), core)) != nullptr;) {
        std::vector<int> processors = processors_of(core, allowed);
        if (!processors.empty()) cores.push_back(std::move(processors));
    }
    return cores;
}

} // namespace

Host this_host() {
    const Topology topology;
    const std::vector<std::vector<int>> cores = processors_by_core(topology);
    Host host;
    host.cores = static_cast<int>(cores.size());
    for (std::size_t round = 0;; ++round) {
        const std::size_t before = host.processors.size();
        for (const std::vector<int>& core : cores)
            if (round < core.size()) host.processors.push_back(core[round]);
        if (host.processors.size() == before) break;
    }
    if (host.processors.empty()) fail("this process may use none of the computer's cores");
    return host;
}

std::optional<Manycore> find_machine(const std::string& machine) {
    if (machine == "host") return std::nullopt;
    const bool is_file = machine.find('/') != std::string::npos || machine.ends_with(".json");
    const std::filesystem::path own = Installation::own().house() / "machines" / (machine + ".json");
    if (is_file && !std::filesystem::is_regular_file(machine))
        refuse("--machine {}: there is no such file", machine);
    if (!is_file && !std::filesystem::is_regular_file(own))
        refuse("--machine {}: not known; sartor machines lists those there are", machine);
    return load_manycore(is_file ? machine : own.string());
}

namespace {

std::string shape(const Manycore& machine) {
    return fmt::format("{} {} of clusters, {} PEs and {} ranks each, {} MHz, {} bytes of memory in a cluster",
                       fmt::join(machine.dimensions, "x"), machine.network, machine.whole("pes"),
                       machine.whole("ranks_per_cluster"), machine.whole("clock"),
                       machine.whole("smem_bytes"));
}

void describe(const Manycore& machine) {
    fmt::print("{}: {}\n  {}\n", machine.name, machine.about, shape(machine));
    for (const auto& [name, constant] : machine.constants)
        fmt::print("  {:<18} {:>14} {:<22} {:<10}  {}\n", name, constant.value(), constant.unit,
                   constant.kind, constant.source);
}

nlohmann::json as_json(const Manycore& machine) {
    nlohmann::json constants = nlohmann::json::object();
    for (const auto& [name, constant] : machine.constants)
        constants[name] = {{"value", constant.value()},
                           {"unit", constant.unit},
                           {"kind", constant.kind},
                           {"source", constant.source}};
    return {{"name", machine.name},       {"about", machine.about},
            {"network", machine.network}, {"dimensions", machine.dimensions},
            {"io_at", machine.io_at},     {"constants", constants}};
}

void print_host(const Host& host) {
    fmt::print("host  this computer: {} core{}, logical processors {} (one worker each, in this order)\n",
               host.cores, host.cores == 1 ? "" : "s", fmt::join(host.processors, ","));
}

void list_all(bool json) {
    const Host host = this_host();
    const std::vector<Manycore> machines = own_manycores();
    if (!json) {
        print_host(host);
        for (const Manycore& machine : machines)
            fmt::print("{}  {}\n    {}\n", machine.name, machine.about, shape(machine));
        return;
    }
    nlohmann::json list = {{{"name", "host"}, {"cores", host.cores}, {"processors", host.processors}}};
    for (const Manycore& machine : machines) list.push_back(as_json(machine));
    fmt::print("{}\n", list.dump(2));
}

} // namespace

void list_machines(const std::string& machine, bool json) {
    if (machine.empty()) return list_all(json);
    const std::optional<Manycore> found = find_machine(machine);
    if (!found) return print_host(this_host());
    if (json)
        fmt::print("{}\n", as_json(*found).dump(2));
    else
        describe(*found);
}

} // namespace sartor::configurator
