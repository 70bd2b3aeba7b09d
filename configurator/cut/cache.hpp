// Files kept from one build to the next, each under a name that encodes everything on which it depends.
#pragma once

#include "configurator/support/file.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace sartor::configurator {

/// Safe for concurrent builds: a file appears whole or not at all. When the folder cannot be used, one line
/// on standard error names it and the reason, and nothing is kept.
class Cache {
  public:
    /// $SARTOR_CACHE, $XDG_CACHE_HOME/sartor or ~/.cache/sartor; what is not there is looked for in
    /// $SARTOR_SHARED_CACHE, if that is set.
    static Cache of_user();

    /// `shared`: a folder that others have filled, and that is only read. It need not exist.
    explicit Cache(std::filesystem::path folder, std::filesystem::path shared = {});

    bool usable() const noexcept { return usable_; }
    std::optional<std::string> find(const std::string& name) const;
    void keep(const std::string& name, Bytes contents);

    /// Removes all but the newest of the entries whose names begin with the prefix.
    void keep_newest(std::string_view prefix, std::size_t count);

    /// The path of an entry; nothing when there is none.
    std::optional<std::string> path_of(const std::string& name) const;
    /// Keeps a file that can be executed and returns its path.
    /// Errors: throws Error when the folder cannot be used.
    std::string keep_program(const std::string& name, Bytes contents);

  private:
    void give_up(const std::string& reason);

    std::filesystem::path folder_;
    std::filesystem::path shared_; // may be empty
    bool usable_ = true;
};

/// 32 hexadecimal digits of XXH3-128 over parts; where one part ends matters.
class Digest {
  public:
    Digest();
    Digest(const Digest&) = delete;
    Digest& operator=(const Digest&) = delete;
    ~Digest();

    void add(std::string_view part);
    std::string text() const;

  private:
    void* state_;
};

} // namespace sartor::configurator
