// Finds the prefix from /proc/self/exe, and below it the folders that the build was configured for.
#include "configurator/support/installation.hpp"

#include "configurator/support/error.hpp"

namespace sartor::configurator {

namespace {

namespace files = std::filesystem;

// The first of two folders below the prefix that holds the file: installed, or in a build tree.
files::path folder_with(const files::path& file, const files::path& installed, const files::path& built) {
    std::error_code none;
    return files::exists(installed / file, none) ? installed : built;
}

} // namespace

Installation::Installation(files::path prefix)
    : prefix_(std::move(prefix)),
      libraries_(
          folder_with("exports.txt", prefix_ / SARTOR_INSTALL_LIBDIR / "sartor", prefix_ / "lib/sartor")),
      include_(folder_with("mpi.h", prefix_ / SARTOR_INSTALL_INCLUDEDIR, prefix_ / "include")) {}

std::string Installation::optional_library(const std::string& name) const {
    if (!files::exists(library(name)))
        fail("{} was not built: `cmake --build --preset release` builds all parts, tools/demo only the parts "
             "that most programs need",
             name);
    return library(name).string();
}

const Installation& Installation::own() {
    static const Installation installation(
        std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path());
    return installation;
}

} // namespace sartor::configurator
