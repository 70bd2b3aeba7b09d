// What a program is cut for.
#pragma once

#include "configurator/machines/machine_file.hpp"

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sartor::configurator {

/// The machine of transports/ that a cut for a machine is made with: the one place where the configurator
/// names them.
struct MachineClass {
    std::string_view kind; // of this computer's machines: the name
    const char* header;    // null: every cut includes it
    const char* name;
    bool is_emulated; // a template, which takes the machine's description
};
inline constexpr MachineClass machine_classes[] = {
    {"host", nullptr, "sartor::machine::Host", false},
    {"split", "transports/split/machine.hpp", "sartor::machine::Split", false},
    {"fabric", "transports/fabric/machine.hpp", "sartor::machine::Fabric", false},
    {"manycore", "transports/manycore/machine.hpp", "sartor::machine::Manycore", true},
    {"mixed", "transports/mixed/machine.hpp", "sartor::machine::Mixed", true},
    {"tiles", "transports/tiles/machine.hpp", "sartor::machine::Tiled", true},
};

/// Whether the name is one of this computer's: `host`, `split`, or `fabric`. No file is read for that.
constexpr bool is_this_computer(std::string_view machine) {
    for (const MachineClass& one : machine_classes)
        if (!one.is_emulated && one.kind == machine) return true;
    return false;
}

/// This computer (`host`); the same with its ranks in several address spaces (`split`), or in several
/// processes (`fabric`); or an emulated manycore.
struct TargetMachine {
    std::string name = "host";
    std::optional<Manycore> manycore;

    [[nodiscard]] bool is_host() const { return name == "host"; }
    [[nodiscard]] bool is_fabric() const { return name == "fabric"; }
    [[nodiscard]] bool is_emulated() const { return manycore.has_value(); }
    /// Requires a name that was found (find_machine()).
    [[nodiscard]] const MachineClass& machine_class() const {
        const std::string_view kind = !is_emulated()                  ? std::string_view(name)
                                      : manycore->is_noc()            ? "tiles"
                                      : manycore->mixes_byte_orders() ? "mixed"
                                                                      : "manycore";
        for (const MachineClass& one : machine_classes)
            if (one.kind == kind) return one;
        throw std::logic_error("no class of the machine " + name);
    }
};

} // namespace sartor::configurator
