// The PMIx client library (PMIx Standard 4.0), loaded when it is needed: what processes of a job publish for
// each other. Where it fails, the run ends.
#pragma once

#include <cstddef>
#include <cstdint>

#include "transports/fabric/range.hpp"

struct pmix_value;
struct pmix_proc;

namespace sartor::channel::fabric::pmix {

[[noreturn]] void end_without(const char* what, const char* why) noexcept;

// Loads the library and joins the job.
void open() noexcept;
void close() noexcept;
// Ends all processes of the job.
void abort(int exit_code) noexcept;

// The number of this process in the job.
[[nodiscard]] int own_number() noexcept;
// How many it has, and of these on this computer.
[[nodiscard]] int count() noexcept;
[[nodiscard]] int count_on_computer() noexcept;

// The name of the computer of a process, as its launcher calls it; empty where that says nothing.
class Computer {
  public:
    explicit Computer(int number) noexcept;
    ~Computer();
    Computer(const Computer&) = delete;
    Computer& operator=(const Computer&) = delete;

    [[nodiscard]] bool is_that_of(int number) const noexcept;

  private:
    [[nodiscard]] const char* name() const noexcept;

    pmix_value* value_ = nullptr;
};

// Others get what this process has published after commit() and a fence with data.
void publish(const char* key, const void* data, std::size_t bytes) noexcept;
void commit() noexcept;
// Returns when all processes have come here; with the data that they have published.
void fence() noexcept;
void fence_with_data() noexcept;

// Copies what a process has published, and returns its length.
std::size_t published(int number, const char* key, void* copy, std::size_t room) noexcept;
template <class Object>
[[nodiscard]] Object published_object(int number, const char* key) noexcept {
    Object object;
    if (published(number, key, &object, sizeof object) != sizeof object) end_without(key, "its length");
    return object;
}

// Some processes of the job.
class Group {
  public:
    explicit Group(const Range& range) noexcept;
    ~Group();
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;

    void fence_with_data() const noexcept;

  private:
    pmix_proc* all_;
    int count_;
};

[[nodiscard]] std::uint64_t random_number() noexcept;

} // namespace sartor::channel::fabric::pmix
