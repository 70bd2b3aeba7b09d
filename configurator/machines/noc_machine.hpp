// Machines whose cores read each other's memory (family "noc"): files of JSON, checked.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "configurator/machines/machine_file.hpp"
#include "emulation/noc/description.hpp"

namespace sartor::configurator {

struct NocMachine {
    std::string name;
    std::string about;
    machine::noc::Description description;
    std::map<std::string, Constant> constants;
};

/// Those that come with sartor.
std::vector<NocMachine> own_noc_machines();

/// Whether a name or a file is one. Errors: throws Error for a file that is no machine's.
bool is_noc_machine(const std::string& machine);

/// The machine of a name or of a file, with other values of some constants: "core_gap=12",
/// "memory_rate=64/3". Errors: throws Error; with exit code 2 for an unknown machine, for one of another
/// family, and for sets.
NocMachine find_noc_machine(const std::string& machine, const std::vector<std::string>& sets);

} // namespace sartor::configurator
