// Contexts of new communicators, in memory that all processes of a run share: no rank must answer for others
// to get theirs, so none waits for one that computes or sleeps, or that has failed.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/directory.hpp"
#include "runtime/shared_lock.hpp"

namespace sartor::channel::fabric {

class SharedContexts {
  public:
    // Communicators whose contexts not all of their ranks have requested.
    static constexpr int most_open = 1 << 16;
    // Numbers below are those of the process that has the directory, for other questions.
    static constexpr int first = 1 << 26;

    // Whole pages, of which only those that were written to take memory.
    [[nodiscard]] static constexpr std::size_t bytes() noexcept {
        constexpr std::size_t page = 4096;
        return (sizeof(Table) + page - 1) / page * page;
    }
    // Memory behind a descriptor from `offset` on, of bytes(), zero at first. False: it can't be mapped.
    [[nodiscard]] bool map(int descriptor, std::size_t offset) noexcept;
    [[nodiscard]] bool exist() const noexcept { return table_ != nullptr; }

    // Whether it has contexts for such a question: of one rank alone, or under a key of two numbers.
    [[nodiscard]] static bool serve(const process::Directory::Question& question) noexcept {
        return question.requesters == 1 ||
               (question.bytes == 2 * sizeof(int) && question.requester == process::Directory::no_rank);
    }
    // As process::Directory::reserve(). Requires serve(question). By process `own`; has_failed(process): what
    // it had locked others take over. -1: too many are open.
    [[nodiscard]] int reserve(const process::Directory::Question& question, int own,
                              bool (*has_failed)(int process)) noexcept;

  private:
    struct Open {
        int parent;
        int number;
        int missing; // 0: free
        int first;
    };
    struct Table {
        process::SharedLock::Word lock;
        std::atomic<int> next;
        std::atomic<int> open; // places that were used so far
        Open all[most_open];
    };

    [[nodiscard]] int find_or_make(const int (&key)[2],
                                   const process::Directory::Question& question) noexcept;

    Table* table_ = nullptr;
};

// For the ranks of this process. Requires that all processes share memory; -1 where they don't.
extern SharedContexts shared_contexts;

} // namespace sartor::channel::fabric
