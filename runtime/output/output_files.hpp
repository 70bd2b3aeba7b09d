// A file for each rank and stream, beside standard output and standard error (sartor run --output-filename).
#pragma once

#include <cstddef>

namespace sartor::process {

class OutputFiles {
  public:
    // folder: has rank.N/stdout and rank.N/stderr for each rank, N as wide as the largest; null for no files.
    // only: nothing is to come out elsewhere.
    void open(const char* folder, bool only) noexcept {
        folder_ = folder;
        only_ = folder != nullptr && only;
    }

    // stream: 0 is standard output. True: nothing more is to be done with the text. Not kept open: ranks may
    // be more than descriptors.
    bool take(int stream, int rank, const char* text, std::size_t bytes) const noexcept {
        if (folder_ != nullptr && rank >= 0) append(stream, rank, text, bytes);
        return only_ && rank >= 0;
    }

  private:
    void append(int stream, int rank, const char* text, std::size_t bytes) const noexcept;

    const char* folder_ = nullptr;
    bool only_ = false;
};

} // namespace sartor::process
