// What a program is cut for.
#pragma once

#include "configurator/machines/machine_file.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace sartor::configurator {

/// Whether the name is one of this computer's: `host`, or `split`. No file is read for that.
inline bool is_this_computer(std::string_view machine) {
    return machine == "host" || machine == "split";
}

/// This computer (`host`); the same with its ranks in several address spaces (`split`); or an emulated
/// manycore.
struct TargetMachine {
    std::string name = "host";
    std::optional<Manycore> manycore;

    [[nodiscard]] bool is_host() const { return name == "host"; }
    [[nodiscard]] bool is_emulated() const { return manycore.has_value(); }
};

} // namespace sartor::configurator
