// The sizes of the layers of the MPI library in an executable, from the linker's map.
#pragma once

#include "configurator/support/file.hpp"

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace sartor::configurator {

/// Section of a program made by sartor with its sizes as JSON.
inline constexpr std::string_view sizes_section = ".sartor.sizes";

/// In bytes. A layer's size counts text, read-only and initialized data.
struct Sizes {
    std::map<std::string, std::uint64_t> layers; // api, datatype, collective...
    std::uint64_t mpi = 0;                       // all layers together
    std::uint64_t zeroed = 0;                    // of the cut: data that takes no bytes in the file
    std::uint64_t process = 0;                   // everything else that programs load but the image
    std::uint64_t image = 0;
};

/// The archive with the parts of the layers that are the same for every program.
inline constexpr std::string_view common_library = "libsartor_common.a";

/// map: GNU ld's; cut: the cut's object, whose path stands in the map as cut_path. What was taken out of
/// common_library counts as the cut does.
Sizes measure(const std::string& map, Bytes cut, const std::string& cut_path, Bytes executable);

/// "_ZN6sartor12communicator..." -> "communicator"; what belongs to no other layer is "api".
std::string layer_of(const std::string& mangled);

void to_json(nlohmann::json& json, const Sizes& sizes);
void from_json(const nlohmann::json& json, Sizes& sizes);

} // namespace sartor::configurator
