// Which threads of a rank are in collectives, in programs built with --checked whose threads call at once:
// those of one communicator must follow each other (MPI-5.0 section 6.14).
#pragma once

#include <string_view>

#include "framework/slot.hpp"
#include "runtime/threads/caller.hpp"

namespace sartor::mpi {

// A blocking collective of the calling thread on a communicator, by the context of its collectives; in the
// call's own memory.
struct ThreadInCollective {
    ThreadInCollective* next = nullptr;
    const process::Caller* thread = nullptr;
    int context = 0;
    const char* function = nullptr;
    const void* site = nullptr;
};

class ThreadsInCollectives {
  public:
    static constexpr std::string_view name = "threads in collectives";

    // That of another thread on the same communicator; null when there is none.
    [[nodiscard]] const ThreadInCollective* beside(const ThreadInCollective& own) const noexcept {
        for (const ThreadInCollective* one = first_; one != nullptr; one = one->next)
            if (one->context == own.context && one->thread != own.thread) return one;
        return nullptr;
    }
    void enter(ThreadInCollective& own) noexcept {
        own.next = first_;
        first_ = &own;
    }
    void leave(const ThreadInCollective& own) noexcept {
        ThreadInCollective** link = &first_;
        while (*link != &own) link = &(*link)->next;
        *link = own.next;
    }

  private:
    ThreadInCollective* first_ = nullptr;
};
struct NoThreadsInCollectives {
    static constexpr std::string_view name = absent;
};

} // namespace sartor::mpi
