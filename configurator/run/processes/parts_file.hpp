// The file into which the processes of an observed run put what they have recorded; the last one makes of it
// the trace and the profile. It has no name, and is gone with the processes.
#pragma once

#include "configurator/run/run.hpp"

namespace sartor::configurator {

class PartsFile {
  public:
    /// The processes that are started from now on inherit it, if the options ask for a trace or a profile.
    /// Errors: throws Error with exit code 2 where it can't be made beside the trace.
    explicit PartsFile(const RunOptions& options);
    PartsFile(const PartsFile&) = delete;
    PartsFile& operator=(const PartsFile&) = delete;
    ~PartsFile();

    /// Whether a process is bringing the parts together.
    bool is_being_joined() const;

  private:
    int descriptor_ = -1;
};

} // namespace sartor::configurator
