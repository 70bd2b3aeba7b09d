// Looks through folders in order, as a shell does.
#include "configurator/support/search.hpp"

#include "configurator/support/environment.hpp"

#include <algorithm>
#include <unistd.h>

namespace sartor::configurator {

namespace {

namespace files = std::filesystem;

// Not sartor under one of its other names. The link is read: behind it is the emulator if there is one.
bool is_other_program(const files::path& path) {
    std::error_code none;
    return files::is_regular_file(path, none) && access(path.c_str(), X_OK) == 0 &&
           !files::equivalent(path, files::read_symlink("/proc/self/exe", none), none);
}

} // namespace

std::optional<files::path> find_program(const std::string& name, const std::string& folders) {
    if (name.find('/') != std::string::npos) return files::path(name);
    for (std::size_t start = 0; start < folders.size();) {
        const std::size_t end = std::min(folders.find(':', start), folders.size());
        const files::path path = files::path(folders.substr(start, end - start)) / name;
        if (is_other_program(path)) return path;
        start = end + 1;
    }
    return std::nullopt;
}

std::optional<files::path> find_program(const std::string& name) {
    return find_program(name, environment("PATH").value_or("/usr/local/bin:/usr/bin:/bin"));
}

std::optional<files::path> find_tool_of_compiler(const std::string& name) {
    if (auto path = find_program(name, environment("COMPILER_PATH").value_or(""))) return path;
    return find_program(name);
}

} // namespace sartor::configurator
