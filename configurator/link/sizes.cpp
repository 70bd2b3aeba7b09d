// With -ffunction-sections each piece has a section named after its symbol, and the symbol names its
// namespace.
#include "configurator/link/sizes.hpp"

#include "configurator/elf/elf_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

namespace sartor::configurator {

namespace {

using namespace std::string_view_literals;

struct LayerOfNamespace {
    std::string_view name;
    std::string_view layer;
};
constexpr std::array layers_of_namespaces = {LayerOfNamespace{"datatype", "datatype"},
                                             LayerOfNamespace{"layout", "datatype"},
                                             LayerOfNamespace{"collective", "collective"},
                                             LayerOfNamespace{"topologies", "collective"},
                                             LayerOfNamespace{"communicator", "communicator"},
                                             LayerOfNamespace{"aspects", "communicator"},
                                             LayerOfNamespace{"envelope", "envelope"},
                                             LayerOfNamespace{"channel", "channel"},
                                             LayerOfNamespace{"machine", "channel"}};

// One line of the map: a section of an input file and its size.
struct Piece {
    std::string section;
    std::uint64_t size = 0;
    std::string file; // path, or path(member) of an archive
};

std::uint64_t hexadecimal(std::string_view text) {
    std::uint64_t value = 0;
    if (text.starts_with("0x")) text.remove_prefix(2);
    std::from_chars(text.data(), text.data() + text.size(), value, 16);
    return value;
}

// " .text.name  0xADDRESS 0xSIZE file"; after a long name the rest follows on the next line.
template <typename Visit>
void each_piece(const std::string& map, const Visit& visit) {
    const std::size_t start = map.find("Linker script and memory map");
    std::istringstream lines(start == std::string::npos ? "" : map.substr(start));
    std::string pending;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string first;
        words >> first;
        std::string section = pending;
        pending.clear();
        std::string address = first;
        if (line.starts_with(" .")) {
            section = first;
            if (!(words >> address)) {
                pending = first;
                continue;
            }
        }
        std::string size;
        words >> size >> std::ws;
        std::string path;
        std::getline(words, path);
        if (!section.empty()) visit(Piece{section, hexadecimal(size), path});
    }
}

bool is_common(const Piece& piece) {
    return piece.file.find("/" + std::string(common_library) + "(") != std::string::npos;
}

enum class Kind { loaded, zeroed, other };

// Of a section whose file is not at hand, by its name.
Kind kind_of(std::string_view section) {
    if (section.starts_with(".bss")) return Kind::zeroed;
    const bool loaded = std::ranges::any_of(std::array{".text"sv, ".rodata"sv, ".data"sv, ".eh_frame"sv},
                                            [&](std::string_view name) { return section.starts_with(name); });
    return loaded ? Kind::loaded : Kind::other;
}

Kind kind_of(const ElfFile& object, const std::string& name) {
    const Section* section = object.find(name);
    if (section == nullptr || !section->allocated()) return Kind::other;
    return section->header.sh_type == SHT_NOBITS ? Kind::zeroed : Kind::loaded;
}

std::string symbol_in(const std::string& section) {
    const std::size_t symbol = section.find("._Z");
    return symbol == std::string::npos ? std::string() : section.substr(symbol + 1);
}

std::uint64_t loaded_bytes(const ElfFile& file) {
    std::uint64_t bytes = 0;
    for (const Section& section : file.sections())
        if (section.allocated() && section.header.sh_type != SHT_NOBITS) bytes += section.header.sh_size;
    return bytes;
}

} // namespace

std::string layer_of(const std::string& mangled) {
    constexpr std::string_view sartor_namespace = "6sartor";
    const std::size_t position = mangled.find(sartor_namespace);
    if (position == std::string::npos) return "api";
    const std::string_view rest = std::string_view(mangled).substr(position + sartor_namespace.size());
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), length);
    const std::string_view name(
        end, std::min<std::size_t>(length, static_cast<std::size_t>(rest.data() + rest.size() - end)));
    for (const LayerOfNamespace& known : layers_of_namespaces)
        if (error == std::errc() && known.name == name) return std::string(known.layer);
    return "api";
}

Sizes measure(const std::string& map, Bytes cut, const std::string& cut_path, Bytes executable) {
    const ElfFile object(cut, cut_path);
    const ElfFile program(executable, "the executable");
    Sizes sizes;
    each_piece(map, [&](const Piece& piece) {
        Kind kind = Kind::other;
        if (piece.file == cut_path) kind = kind_of(object, piece.section);
        if (is_common(piece)) kind = kind_of(piece.section);
        if (kind == Kind::zeroed) sizes.zeroed += piece.size;
        if (kind == Kind::loaded) sizes.layers[layer_of(symbol_in(piece.section))] += piece.size;
    });
    for (const auto& [layer, bytes] : sizes.layers) sizes.mpi += bytes;
    if (const Section* image = program.find(".sartor.image")) sizes.image = image->header.sh_size;
    sizes.process = loaded_bytes(program) - sizes.mpi - sizes.image;
    return sizes;
}

void to_json(nlohmann::json& json, const Sizes& sizes) {
    json = {{"layers", sizes.layers},
            {"mpi", sizes.mpi},
            {"mpi_zeroed", sizes.zeroed},
            {"process", sizes.process},
            {"image", sizes.image}};
}

void from_json(const nlohmann::json& json, Sizes& sizes) {
    json.at("layers").get_to(sizes.layers);
    json.at("mpi").get_to(sizes.mpi);
    json.at("mpi_zeroed").get_to(sizes.zeroed);
    json.at("process").get_to(sizes.process);
    json.at("image").get_to(sizes.image);
}

} // namespace sartor::configurator
