// A flat folder; entries are written beside and renamed.
#define XXH_INLINE_ALL
#include "configurator/cut/cache.hpp"

#include "configurator/support/environment.hpp"
#include "configurator/support/error.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <unistd.h>
#include <utility>
#include <vector>
#include <xxhash.h>

namespace sartor::configurator {

namespace {

std::filesystem::path user_folder() {
    if (const auto own = environment("SARTOR_CACHE")) return *own;
    if (const auto shared = environment("XDG_CACHE_HOME")) return std::filesystem::path(*shared) / "sartor";
    if (const auto home = environment("HOME")) return std::filesystem::path(*home) / ".cache/sartor";
    return {};
}

} // namespace

Cache Cache::of_user() {
    return Cache(user_folder(), environment("SARTOR_SHARED_CACHE").value_or(""));
}

Cache::Cache(std::filesystem::path folder, std::filesystem::path shared)
    : folder_(std::move(folder)), shared_(std::move(shared)) {
    std::error_code error;
    if (!folder_.empty()) std::filesystem::create_directories(folder_, error);
    if (folder_.empty())
        give_up("none of SARTOR_CACHE, XDG_CACHE_HOME and HOME is set");
    else if (error)
        give_up(error.message());
    else if (access(folder_.c_str(), R_OK | W_OK | X_OK) != 0)
        give_up("it cannot be read and written");
}

void Cache::give_up(const std::string& reason) {
    usable_ = false;
    report("the cache folder {} cannot be used: {}; this build goes on without it (set SARTOR_CACHE to "
           "another folder)",
           folder_.empty() ? "(none)" : folder_.string(), reason);
}

std::optional<std::string> Cache::find(const std::string& name) const {
    const std::optional<std::string> path = path_of(name);
    if (!path) return std::nullopt;
    return read_text(*path);
}

void Cache::keep(const std::string& name, Bytes contents) {
    if (!usable_) return;
    try {
        using std::filesystem::perms;
        replace_file(folder_ / name, contents,
                     perms::owner_read | perms::owner_write | perms::group_read | perms::others_read);
    } catch (const Error& error) {
        give_up(error.what());
    }
}

void Cache::keep_newest(std::string_view prefix, std::size_t count) {
    std::vector<std::pair<std::filesystem::file_time_type, std::filesystem::path>> entries;
    std::error_code none; // others may remove them at the same time
    for (const auto& entry : std::filesystem::directory_iterator(folder_, none))
        if (entry.path().filename().string().starts_with(prefix))
            entries.emplace_back(entry.last_write_time(none), entry.path());
    std::ranges::sort(entries, std::greater{});
    for (std::size_t one = count; one < entries.size(); ++one)
        std::filesystem::remove(entries[one].second, none);
}

std::optional<std::string> Cache::path_of(const std::string& name) const {
    const auto is_readable = [](const std::filesystem::path& path) {
        return access(path.c_str(), R_OK) == 0;
    };
    if (usable_ && is_readable(folder_ / name)) return (folder_ / name).string();
    if (!shared_.empty() && is_readable(shared_ / name)) return (shared_ / name).string();
    return std::nullopt;
}

std::string Cache::keep_program(const std::string& name, Bytes contents) {
    if (!usable_)
        fail("a rebuilt program must be kept in a cache folder: set SARTOR_CACHE to a folder that can be "
             "written");
    using std::filesystem::perms;
    const std::filesystem::path path = folder_ / name;
    replace_file(path, contents, perms::owner_all | perms::group_read | perms::others_read);
    return path.string();
}

Digest::Digest() : state_(XXH3_createState()) {
    XXH3_128bits_reset(static_cast<XXH3_state_t*>(state_));
}

Digest::~Digest() {
    XXH3_freeState(static_cast<XXH3_state_t*>(state_));
}

void Digest::add(std::string_view part) {
    const std::uint64_t size = part.size();
    XXH3_128bits_update(static_cast<XXH3_state_t*>(state_), &size, sizeof size);
    XXH3_128bits_update(static_cast<XXH3_state_t*>(state_), part.data(), part.size());
}

std::string Digest::text() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(static_cast<XXH3_state_t*>(state_));
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

} // namespace sartor::configurator
