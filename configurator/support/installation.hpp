// Where sartor's own parts lie: the same below a build folder and below an installation's prefix.
#pragma once

#include <filesystem>
#include <string>

namespace sartor::configurator {

class Installation {
  public:
    /// Found from the running program: PREFIX/bin/sartor.
    static const Installation& own();

    explicit Installation(std::filesystem::path prefix) : prefix_(std::move(prefix)) {}

    const std::filesystem::path& prefix() const noexcept { return prefix_; }
    std::filesystem::path program() const { return prefix_ / "bin/sartor"; }
    std::filesystem::path include() const { return prefix_ / "include"; }
    std::filesystem::path library(const std::string& name) const { return prefix_ / "lib/sartor" / name; }
    std::filesystem::path house() const { return library("house"); }
    std::filesystem::path generated() const { return library("generated"); }
    std::filesystem::path table() const { return house() / "mpi_api/table"; }
    std::filesystem::path linkers() const { return library("ld"); }

  private:
    std::filesystem::path prefix_;
};

} // namespace sartor::configurator
