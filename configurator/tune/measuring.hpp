// A program that measures, built in a folder of its own and run with any number of ranks.
#pragma once

#include "configurator/support/process.hpp"
#include "configurator/support/temporary_folder.hpp"

#include <string>
#include <string_view>

namespace sartor::configurator {

class MeasuringProgram {
  public:
    /// Errors: throws Error when it can't be built.
    MeasuringProgram(const std::string& name, std::string_view source, const std::string& machine);

    const std::string& path() const noexcept { return path_; }
    const TemporaryFolder& folder() const noexcept { return folder_; }

  private:
    TemporaryFolder folder_;
    std::string path_;
};

/// What a program prints. options: of sartor run. Errors: throws Error when it fails.
std::string output_of(const std::string& program, int ranks, const Command& options,
                      const Command& arguments);

} // namespace sartor::configurator
