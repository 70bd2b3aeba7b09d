// The file that the processes of an observed run have in common (layout.hpp), as one of them uses it.
#pragma once

#include <cstddef>

#include "runtime/observation/parts/layout.hpp"

namespace sartor::observation::parts {

class SharedFile {
  public:
    // Takes over the descriptor in the environment, or opens a file of this name, which all processes open;
    // null: there is none. Locks what stands for this process, whose first rank that is. False, with errno
    // set: it can't be had.
    [[nodiscard]] bool open(int first_rank, const char* name) noexcept;
    [[nodiscard]] bool exists() const noexcept { return file_ >= 0; }
    // Zeroed at the run's begin; null: it can't be had.
    [[nodiscard]] void* map_arrivals() const noexcept;

    // The part of this process: begin, put, end. end() is false, with errno set, if something could not be
    // written; then there is no part. rewrite_begin() is for what is known at the end only.
    void begin_part() noexcept;
    void put(const void* data, std::size_t bytes) noexcept;
    void rewrite_begin(const void* data, std::size_t bytes) noexcept;
    [[nodiscard]] bool end_part() noexcept;

    [[nodiscard]] bool has_name() const noexcept { return name_[0] != '\0'; }
    // What was asked for is written, and the name needed no more: others who wait for that go on.
    void remove_name() const noexcept;
    [[nodiscard]] bool name_is_removed() const noexcept;
    // There will be no part of this process.
    void leave() const noexcept;

    // Whether every other process has put its part, or is gone. True for one process at a time, which
    // is waited for when the run is ended.
    [[nodiscard]] bool is_last() const noexcept;

    // By the process of rank 0 in place of its part: nothing is to be made of the others'.
    void call_off() noexcept;
    [[nodiscard]] bool is_called_off() const noexcept { return entry(0).bytes < 0; }

    // That of the process whose first rank this is.
    [[nodiscard]] Entry entry(int rank) const noexcept;
    // False: it is not there.
    [[nodiscard]] bool read(off_t from, void* data, std::size_t bytes) const noexcept;

  private:
    [[nodiscard]] bool lock_own() const noexcept;
    void flush() noexcept;
    void write_entry(const Entry& entry) noexcept;

    static constexpr std::size_t room = std::size_t{64} << 10;
    int file_ = -1;
    char name_[4096] = "";
    int first_rank_ = 0;
    off_t begin_ = 0;
    off_t end_ = 0;
    int error_ = 0;
    char* buffer_ = nullptr;
    std::size_t used_ = 0;
};

} // namespace sartor::observation::parts
