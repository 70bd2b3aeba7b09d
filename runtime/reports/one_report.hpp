// Reports of several lines: each comes out in one write, and ranks that end the run at the same time with the
// same report are named in one.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/rank/rank.hpp"

namespace sartor::process {

// The system's pause(), which not all architectures have as a call, and which is a rank's in programs.
void wait_for_signal() noexcept;

// What report() says on this thread from here on is gathered, and written by the destructor; or by end_run(),
// which does not return. Inside of another one it does nothing.
class OneReport {
  public:
    // A report after which the run goes on, or of no rank in particular.
    OneReport() noexcept : OneReport(nullptr) {}
    // The report of a rank with which the run ends: end_run() must follow.
    explicit OneReport(const Rank& rank) noexcept : OneReport(&rank) {}
    ~OneReport();
    OneReport(const OneReport&) = delete;
    OneReport& operator=(const OneReport&) = delete;

    // False: none gathers here, the caller writes it.
    [[nodiscard]] static bool gather(const char* text, std::size_t bytes) noexcept;
    // What this thread has gathered comes out, with what other ranks end the run with now. Returns for one
    // thread only: the one that then ends the run.
    static void finish() noexcept;
    // A further run in the same process has not ended yet.
    static void begin_anew() noexcept;

  private:
    explicit OneReport(const Rank* rank) noexcept;
    void add(const char* text, std::size_t bytes) noexcept;
    void write() noexcept;
    [[nodiscard]] bool equals(const OneReport& other) const noexcept;
    void write_for_equals() noexcept;
    std::size_t name_ranks(char* text, std::size_t bytes) noexcept;
    void find_number() noexcept;

    const Rank* rank_;
    char* text_ = nullptr;
    std::size_t used_ = 0;
    std::size_t number_at_ = 0; // where the text names the rank first: "rank 12"
    std::size_t number_end_ = 0;
    OneReport* next_ = nullptr; // of those that end the run
    bool is_written_ = false;
    bool is_outer_ = false;
};

} // namespace sartor::process
