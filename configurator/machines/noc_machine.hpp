// Machines whose cores read each other's memory (family "noc"): files of JSON, checked.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "configurator/machines/machine_file.hpp"
#include "emulation/noc/links.hpp"

namespace sartor::configurator {

class JsonFile;

struct NocMachine {
    std::string name;
    std::string about;
    machine::noc::Description description;
    std::map<std::string, Constant> constants;
    bool runs_programs = false;
    int chips = 1;
};

/// The members of a file that say what the nodes are. Errors: throws Error naming file, line and field.
void read_grid(const JsonFile& file, TileGrid& grid);
/// Checks what replays need. Errors as above.
void check_noc_machine(const JsonFile& file, const Manycore& machine);

/// Whether the file has constants for programs.
bool runs_programs(const Manycore& machine);
/// A constant of manycores that follows from the networks, or that they have no use for.
bool is_derived_of_noc(std::string_view constant);
void derive_for_programs(Manycore& machine);

/// The networks: as a value, and as an initializer in C++.
machine::noc::Description networks_of(const Manycore& machine);
std::string noc_initializer(const Manycore& machine);
/// The same of the links between its chips.
machine::noc::Links links_of(const Manycore& machine);
std::string links_initializer(const Manycore& machine);

/// Those that come with sartor.
std::vector<NocMachine> own_noc_machines();

/// Whether a name or a file is one. Errors: throws Error for a file that is no machine's.
bool is_noc_machine(const std::string& machine);

/// The machine of a name or of a file, with other values of some constants: "core_gap=12",
/// "memory_rate=64/3". Errors: throws Error; with exit code 2 for an unknown machine, for one of another
/// family, and for sets.
NocMachine find_noc_machine(const std::string& machine, const std::vector<std::string>& sets);

} // namespace sartor::configurator
