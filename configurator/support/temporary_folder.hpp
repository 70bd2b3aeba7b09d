// A folder of its own for what is only needed while one command runs.
#pragma once

#include <filesystem>
#include <string>

namespace sartor::configurator {

/// Removed at the end, also when the command is interrupted; kept, saying where, when SARTOR_KEEP is 1.
class TemporaryFolder {
  public:
    TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    const std::filesystem::path& path() const noexcept { return path_; }

    /// Keeps the folder, since an error message names a file in it.
    void keep() noexcept { keep_ = true; }

  private:
    std::filesystem::path path_;
    bool keep_;
};

} // namespace sartor::configurator
