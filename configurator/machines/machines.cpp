// The host, as hwloc sees it.
#include "configurator/machines/machines.hpp"

#include "configurator/machines/noc_machine.hpp"
#include "configurator/run/placement.hpp"
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
    explicit Topology(const std::string& synthetic) {
        hwloc_topology_init(&topology_);
        if (!synthetic.empty() && hwloc_topology_set_synthetic(topology_, synthetic.c_str()) != 0)
            fail("{}: not a synthetic topology of hwloc", synthetic);
        if (hwloc_topology_load(topology_) != 0) fail("hwloc cannot read this computer's topology");
        if (synthetic.empty()) keep_usable();
    }
    Topology(const Topology&) = delete;
    Topology& operator=(const Topology&) = delete;
    ~Topology() { hwloc_topology_destroy(topology_); }
    operator hwloc_topology_t() const { return topology_; }

  private:
    void keep_usable() {
        const hwloc_bitmap_t usable = hwloc_bitmap_alloc();
        if (hwloc_get_cpubind(topology_, usable, HWLOC_CPUBIND_PROCESS) == 0)
            hwloc_topology_restrict(topology_, usable, 0);
        hwloc_bitmap_free(usable);
    }

    hwloc_topology_t topology_ = nullptr;
};

// The largest cache that a core shares with others.
int shared_cache(hwloc_obj_t core) {
    int cache = -1;
    for (hwloc_obj_t above = core->parent; above != nullptr; above = above->parent)
        if (hwloc_obj_type_is_dcache(above->type) != 0 &&
            hwloc_bitmap_isequal(above->cpuset, core->cpuset) == 0)
            cache = static_cast<int>(above->logical_index);
    return cache;
}

std::vector<int> path_to(hwloc_obj_t processor) {
    std::vector<int> path;
    for (hwloc_obj_t object = processor; object->parent != nullptr; object = object->parent)
        path.push_back(static_cast<int>(object->sibling_rank));
    std::ranges::reverse(path);
    return path;
}

Processor described(hwloc_topology_t topology, hwloc_obj_t found) {
    hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, found);
    if (core == nullptr) core = found; // hwloc knows no cores of this computer
    Processor processor;
    processor.number = static_cast<int>(found->os_index);
    processor.core = static_cast<int>(core->logical_index);
    processor.thread = core == found ? 0 : static_cast<int>(found->sibling_rank);
    processor.cache = shared_cache(core);
    processor.node = std::max(0, hwloc_bitmap_first(found->nodeset));
    processor.path = path_to(found);
    return processor;
}

Host host_of(const Topology& topology) {
    Host host;
    for (hwloc_obj_t found = nullptr;
         (found = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, found)) != nullptr;) {
        host.processors.push_back(described(topology, found));
        host.cores += host.processors.back().thread == 0 ? 1 : 0;
    }
    if (host.processors.empty()) fail("this process may use none of the computer's cores");
    return host;
}

} // namespace

Host this_host() {
    return host_of(Topology(""));
}

Host synthetic_host(const std::string& description) {
    return host_of(Topology(description));
}

TargetMachine find_machine(const std::string& machine) {
    if (is_this_computer(machine)) return {machine, std::nullopt};
    const bool is_file = machine.find('/') != std::string::npos || machine.ends_with(".json");
    const std::filesystem::path own = Installation::own().machines() / (machine + ".json");
    if (is_file && !std::filesystem::is_regular_file(machine))
        refuse("--machine {}: there is no such file", machine);
    if (!is_file && !std::filesystem::is_regular_file(own))
        refuse("--machine {}: unknown machine; sartor machines lists them", machine);
    const std::string path = is_file ? machine : own.string();
    Manycore manycore = load_manycore(path);
    if (manycore.is_noc() && !runs_programs(manycore))
        refuse("--machine {}: its file has no constants for programs (pes and others): sartor replay plays "
               "traces on it, programs do not run on it",
               machine);
    return {manycore.name, std::move(manycore)};
}

namespace {

std::string shape(const Manycore& machine) {
    return fmt::format("{} {} of clusters, {} PEs and {} ranks each, {} MHz, {} bytes of memory in a cluster",
                       fmt::join(machine.dimensions, "x"), machine.network, machine.whole("pes"),
                       machine.whole("ranks_per_cluster"), machine.whole("clock"),
                       machine.whole("smem_bytes"));
}

std::string shape(const NocMachine& machine) {
    const std::string programs = !machine.runs_programs
                                     ? ""
                                     : fmt::format(", {} of them for ranks of programs",
                                                   std::ranges::count(machine.description.ranks, true));
    const std::string chips = machine.chips == 1 ? "" : fmt::format("{} chips, each a ", machine.chips);
    return fmt::format("{}{}x{} torus for traces of reads (sartor replay), {} cores{}, {} MHz, {} bytes of "
                       "memory in a core",
                       chips, machine.description.columns, machine.description.rows,
                       std::ranges::count(machine.description.cores, true), programs,
                       machine.description.clock, machine.description.core_memory);
}

void print_constants(const std::map<std::string, Constant>& constants) {
    for (const auto& [name, constant] : constants)
        fmt::print("  {:<18} {:>14} {:<22} {:<10}  {}\n", name, constant.value(), constant.unit,
                   constant.kind, constant.source);
}

void describe_chip(const Manycore& machine) {
    fmt::print("{}: {}\n  {}\n", machine.name, machine.about, shape(machine));
    if (!machine.big_endian.empty())
        fmt::print("  big-endian clusters: {}\n", fmt::join(machine.big_endian, ", "));
    print_constants(machine.constants);
}

nlohmann::json as_json(const std::map<std::string, Constant>& list) {
    nlohmann::json constants = nlohmann::json::object();
    for (const auto& [name, constant] : list)
        constants[name] = {{"value", constant.value()},
                           {"unit", constant.unit},
                           {"kind", constant.kind},
                           {"source", constant.source}};
    return constants;
}

nlohmann::json as_json(const NocMachine& machine) {
    return {{"name", machine.name},
            {"about", machine.about},
            {"family", "noc"},
            {"dimensions", {machine.description.columns, machine.description.rows}},
            {"constants", as_json(machine.constants)}};
}

nlohmann::json as_json(const Manycore& machine) {
    return {{"name", machine.name},
            {"about", machine.about},
            {"network", machine.network},
            {"dimensions", machine.dimensions},
            {"io_at", machine.io_at},
            {"big_endian", machine.big_endian},
            {"constants", as_json(machine.constants)}};
}

// Logical processors, in the order in which workers take them.
std::vector<int> numbers_of(const Host& host) {
    std::vector<int> numbers;
    for (const Processor& processor : preferred(host, Binding::compact)) numbers.push_back(processor.number);
    return numbers;
}

void print_host(const Host& host) {
    fmt::print("host  this computer: {} core{}, logical processors {} (one worker each, in this order)\n",
               host.cores, host.cores == 1 ? "" : "s", fmt::join(numbers_of(host), ","));
}

void print_split() {
    fmt::print("split  this computer, for tests: ranks in address spaces that share no memory and exchange "
               "bytes\n    SARTOR_SPACES is the number of address spaces (2)\n");
}

void print_fabric() {
    fmt::print("fabric  this computer, ranks in several processes: sartor run --processes P\n");
}

void describe_networks(const NocMachine& machine, bool json) {
    if (json) return fmt::print("{}\n", as_json(machine).dump(2));
    fmt::print("{}: {}\n  {}\n", machine.name, machine.about, shape(machine));
    print_constants(machine.constants);
}

void list_all(bool json) {
    const Host host = this_host();
    const std::vector<Manycore> machines = own_manycores();
    if (!json) {
        print_host(host);
        print_split();
        print_fabric();
        for (const Manycore& machine : machines)
            fmt::print("{}  {}\n    {}\n", machine.name, machine.about, shape(machine));
        for (const NocMachine& machine : own_noc_machines())
            fmt::print("{}  {}\n    {}\n", machine.name, machine.about, shape(machine));
        return;
    }
    nlohmann::json list = {{{"name", "host"}, {"cores", host.cores}, {"processors", numbers_of(host)}},
                           {{"name", "split"}},
                           {{"name", "fabric"}}};
    for (const Manycore& machine : machines) list.push_back(as_json(machine));
    for (const NocMachine& machine : own_noc_machines()) list.push_back(as_json(machine));
    fmt::print("{}\n", list.dump(2));
}

} // namespace

void list_machines(const std::string& machine, bool json) {
    if (machine.empty()) return list_all(json);
    if (is_noc_machine(machine)) return describe_networks(find_noc_machine(machine, {}), json);
    const TargetMachine found = find_machine(machine);
    if (found.is_host()) return print_host(this_host());
    if (found.is_fabric()) return print_fabric();
    if (!found.is_emulated()) return print_split();
    if (json)
        fmt::print("{}\n", as_json(*found.manycore).dump(2));
    else
        describe_chip(*found.manycore);
}

} // namespace sartor::configurator
