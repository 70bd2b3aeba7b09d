#include "configurator/run/processes/parts_file.hpp"

#include "configurator/run/environment.hpp"
#include "configurator/run/option_checks.hpp"
#include "configurator/support/error.hpp"
#include "runtime/observation/parts/layout.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

namespace sartor::configurator {

namespace {

namespace parts = observation::parts;

// In the folder of the trace, which may be large; a profile has room in memory. Not all file systems have
// files without a name from the begin on.
int open_nameless(const std::string& trace) {
    if (trace.empty()) return memfd_create("sartor-parts", 0);
    constexpr mode_t own = 0600;
    const std::filesystem::path folder = std::filesystem::path(trace).parent_path();
    const int file = open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_RDWR, own);
    if (file >= 0) return file;
    const std::string name = fmt::format("{}.{}.parts", trace, getpid());
    const int named = open(name.c_str(), O_CREAT | O_EXCL | O_RDWR, own);
    if (named >= 0) unlink(name.c_str());
    return named;
}

} // namespace

PartsFile::PartsFile(const RunOptions& options) {
    set_variable(parts::variable, "");
    const std::string option = looked_at_by(options);
    if (option.empty()) return;
    descriptor_ = open_nameless(options.trace);
    if (descriptor_ < 0 || ftruncate(descriptor_, parts::first_part) != 0)
        refuse("{} {}: {}", option, options.trace, std::strerror(errno));
    set_variable(parts::variable, fmt::format("{}", descriptor_));
}

PartsFile::~PartsFile() {
    if (descriptor_ >= 0) close(descriptor_);
}

// That process has locked the bytes of all.
bool PartsFile::is_being_joined() const {
    if (descriptor_ < 0) return false;
    flock lock{};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = parts::locks;
    lock.l_len = parts::most_ranks;
    return fcntl(descriptor_, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK &&
           lock.l_len == parts::most_ranks;
}

} // namespace sartor::configurator
