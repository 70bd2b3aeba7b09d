// What is made of an observed run at its end, as the environment says: SARTOR_TRACE, SARTOR_TRACE_LIMIT,
// SARTOR_PROFILE.
#pragma once

#include "runtime/observation/profile.hpp"
#include "runtime/observation/trace_file.hpp"

namespace sartor::observation {

class Outputs {
  public:
    // Ends the run where that makes no sense.
    void read_environment() noexcept;
    [[nodiscard]] bool has_trace() const noexcept { return trace_.path != nullptr; }
    [[nodiscard]] bool are_wanted() const noexcept { return has_trace() || profile_ != nullptr; }
    [[nodiscard]] const TraceOptions& trace() const noexcept { return trace_; }
    // One of the files, or nothing.
    [[nodiscard]] const char* any_file() const noexcept;

    // Once. False: one of the files can't be written; says which.
    [[nodiscard]] bool open() noexcept;
    [[nodiscard]] bool are_open() const noexcept { return are_open_; }
    // Requires open().
    void write(const Summary& summary, const Scale& scale) noexcept;

  private:
    [[nodiscard]] bool open_trace() noexcept;
    [[nodiscard]] bool open_profile() noexcept;

    TraceOptions trace_{};
    const char* profile_ = nullptr;   // names with commas between them, or nothing but a comma
    char names_[4096] = "";           // of the files among these, with zeros between them
    trace::Writer* writer_ = nullptr; // null: the trace is an archive, or there is none
    TextFile* json_ = nullptr;
    TextFile* page_ = nullptr;
    bool are_open_ = false;
};

// By who could not open a file. Says so, and returns false.
bool could_not_open(const char* option, const char* path) noexcept;

} // namespace sartor::observation
