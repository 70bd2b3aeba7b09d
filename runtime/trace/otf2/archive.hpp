// An OTF2 archive of a run of MPI, written rank by rank.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/trace/otf2/record.hpp"

namespace sartor::trace::otf2 {

// FOLDER/traces.otf2 and what belongs to it. Each rank is a location; where calls of a rank's threads
// overlap, there are further ones. Functions throw std::runtime_error.
class Archive {
  public:
    // Replaces an archive in the folder, which is there.
    Archive(const std::string& folder, const Header& header, std::vector<FunctionName> functions);
    Archive(const Archive&) = delete;
    Archive& operator=(const Archive&) = delete;
    ~Archive();

    // Requires the order of ranks, and in it the order of time.
    void write(const Record& record);
    // Writes the definitions and closes the archive. `left_out`: events of the run that are not in it.
    void end(std::int64_t left_out);

  private:
    class Content;
    std::unique_ptr<Content> content_;
};

} // namespace sartor::trace::otf2
