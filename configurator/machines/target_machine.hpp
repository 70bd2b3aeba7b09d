// What a program is cut for.
#pragma once

#include "configurator/machines/machine_file.hpp"

#include <optional>
#include <string>

namespace sartor::configurator {

/// This computer (`host`); the same with its ranks in several address spaces (`split`); or an emulated
/// manycore.
struct TargetMachine {
    std::string name = "host";
    std::optional<Manycore> manycore;

    [[nodiscard]] bool is_host() const { return name == "host"; }
    [[nodiscard]] bool is_emulated() const { return manycore.has_value(); }
};

} // namespace sartor::configurator
