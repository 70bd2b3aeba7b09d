// Names come from the files' dynamic sections, paths from the linker's trace or from its search order.
#include "configurator/link/needed_libraries.hpp"

#include "configurator/elf/elf_file.hpp"
#include "configurator/link/inputs.hpp"
#include "configurator/support/environment.hpp"
#include "configurator/support/error.hpp"
#include "runtime/architecture/elf.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <sstream>

namespace sartor::configurator {

namespace {

using namespace std::string_view_literals;

struct Dynamic {
    std::string name;   // what others need it as
    std::string origin; // its folder
    std::vector<std::string> needed;
    std::vector<std::string> folders; // where it looks for these
};

constexpr std::array system_folders = {"/lib/" SARTOR_MULTIARCH,
                                       "/usr/lib/" SARTOR_MULTIARCH,
                                       "/usr/" SARTOR_MULTIARCH "/lib", // of cross compilers
                                       "/usr/local/lib",
                                       "/lib64",
                                       "/usr/lib64",
                                       "/lib",
                                       "/usr/lib"};

void append_folders(std::vector<std::string>& folders, std::string_view list) {
    std::istringstream words{std::string(list)};
    for (std::string folder; std::getline(words, folder, ':');)
        if (!folder.empty()) folders.push_back(folder);
}

// $ORIGIN is the folder of the library that needs another, whoever names it.
std::string with_origin(std::string folder, const std::string& origin) {
    for (const std::string_view variable : {"$ORIGIN", "${ORIGIN}"})
        if (const std::size_t position = folder.find(variable); position != std::string::npos)
            folder.replace(position, variable.size(), origin);
    return folder;
}

Dynamic dynamic_of(const std::string& path) {
    const MappedFile file(path);
    const ElfFile library(file.bytes(), path);
    const std::filesystem::path library_path(path);
    Dynamic found{library_path.filename().string(),
                  std::filesystem::absolute(library_path).parent_path().string(),
                  {},
                  {}};
    for (const Section& section : library.sections()) {
        if (section.header.sh_type != SHT_DYNAMIC) continue;
        library.each_dynamic(section, [&](std::int64_t tag, std::uint64_t value) {
            const auto text = [&] { return library.text(section.header.sh_link, value); };
            if (tag == DT_SONAME) found.name = text();
            if (tag == DT_NEEDED) found.needed.emplace_back(text());
            if (tag == DT_RUNPATH || tag == DT_RPATH) append_folders(found.folders, text());
        });
    }
    return found;
}

// All ranks share them: they keep what belongs to a rank per thread, or Sartor does for them.
bool is_runtime(const std::string& name) {
    constexpr std::array names = {std::string_view(architecture::ElfFiles::dynamic_linker),
                                  "libc"sv,
                                  "libm"sv,
                                  "libmvec"sv,
                                  "libpthread"sv,
                                  "libdl"sv,
                                  "librt"sv,
                                  "libutil"sv,
                                  "libanl"sv,
                                  "libresolv"sv,
                                  "libstdc++"sv,
                                  "libgcc_s"sv,
                                  "libc++"sv,
                                  "libc++abi"sv,
                                  "libunwind"sv,
                                  "libatomic"sv,
                                  "libgomp"sv,
                                  "libomp"sv,
                                  "libiomp5"sv,
                                  "libitm"sv,
                                  "libquadmath"sv,
                                  "libasan"sv,
                                  "liblsan"sv,
                                  "libtsan"sv,
                                  "libubsan"sv};
    return std::ranges::find(names, std::string_view(name).substr(0, name.find(".so"))) != names.end() ||
           name.starts_with("libclang_rt.");
}

bool of_c_library(const std::string& name) {
    return name.starts_with("libc.so.") || name.starts_with("ld-linux");
}

std::vector<std::string> folders_of(const LinkerArguments& arguments) {
    std::vector<std::string> folders;
    for (const char* option : {"rpath-link", "rpath"})
        for (const LinkerArgument& argument : arguments.arguments)
            if (argument.option() == option) append_folders(folders, argument.option_value());
    append_folders(folders, environment("LD_LIBRARY_PATH").value_or(""));
    return folders;
}

// The linker passes over what is no library for this processor.
bool is_library(const std::filesystem::path& path) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none)) return false;
    try {
        const MappedFile file(path.string());
        return ElfFile(file.bytes(), path.string()).type() == ET_DYN;
    } catch (const Error&) {
        return false;
    }
}

std::optional<std::string> find_in(const std::vector<std::string>& folders, const std::string& name,
                                   const std::string& origin) {
    for (const std::string& folder : folders) {
        const std::filesystem::path path = std::filesystem::path(with_origin(folder, origin)) / name;
        if (is_library(path)) return path.string();
    }
    return std::nullopt;
}

// Libraries in the order in which they are met, each once, whatever others call it.
class Closure {
  public:
    Closure(const std::vector<std::string>& libraries, const LinkerArguments& arguments)
        : given_(folders_of(arguments)), system_(system_folders.begin(), system_folders.end()) {
        for (const std::string& path : libraries) add(path);
        for (std::size_t index = 0; index < all_.size(); ++index)
            if (!all_[index].of_runtime) add_needed_by(index);
    }

    std::vector<NeededLibrary> take() { return std::move(all_); }

  private:
    std::size_t add(const std::string& path) {
        std::error_code none;
        const auto known = std::ranges::find_if(all_, [&](const NeededLibrary& one) {
            return std::filesystem::equivalent(one.path, path, none);
        });
        if (known != all_.end()) return static_cast<std::size_t>(known - all_.begin());
        seen_.push_back(dynamic_of(path));
        const std::string& name = seen_.back().name;
        all_.push_back({path, name, {}, false, is_system_file(path), is_runtime(name)});
        return all_.size() - 1;
    }

    std::optional<std::size_t> index_of(const std::string& needed, const Dynamic& library) {
        const auto known = std::ranges::find(seen_, needed, &Dynamic::name);
        if (known != seen_.end()) return static_cast<std::size_t>(known - seen_.begin());
        for (const auto* folders : {&given_, &library.folders, &system_})
            if (const auto path = find_in(*folders, needed, library.origin)) return add(*path);
        return std::nullopt;
    }

    void add_needed_by(std::size_t index) {
        const Dynamic library = seen_[index]; // the list moves as it grows
        for (const std::string& needed : library.needed) {
            if (of_c_library(needed)) continue;
            const std::optional<std::size_t> found_index = index_of(needed, library);
            if (found_index)
                all_[index].needs.push_back(*found_index);
            else
                all_[index].misses_some = true;
        }
    }

    const std::vector<std::string> given_;
    const std::vector<std::string> system_;
    std::vector<NeededLibrary> all_;
    std::vector<Dynamic> seen_; // of these
};

} // namespace

std::vector<std::string> needed_libraries(const Facts& image, const UsedFiles& used) {
    std::vector<std::string> paths;
    for (const std::string& needed : image.needed) {
        if (of_c_library(needed)) continue;
        for (const std::string& path : used.shared_libraries)
            if (path == needed || dynamic_of(path).name == needed) {
                paths.push_back(path);
                break;
            }
    }
    return paths;
}

std::vector<NeededLibrary> with_their_own(const std::vector<std::string>& libraries,
                                          const LinkerArguments& arguments) {
    return Closure(libraries, arguments).take();
}

} // namespace sartor::configurator
