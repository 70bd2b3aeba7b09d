// The memory that one rank exposes in a window, and what others write there for it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <pthread.h>
#include <utility>

#include "components/library_memory.hpp"
#include "components/one_sided/messages.hpp"
#include "components/one_sided/rank_lock.hpp"
#include "components/one_sided/spin_lock.hpp"
#include "runtime/scheduler/atomics.hpp"

namespace sartor::one_sided {

// Memory attached to a window that was made without any.
struct Attached {
    Attached* next;
    char* base;
    std::size_t bytes;
};

// The parts of a window in one memory, by their ranks in the window: who shares that memory reaches them by
// address.
struct Board;
class AccessLog;

// Ranks that have opened an exposure epoch to this one, and that it has not started an access to yet. Not in
// any order: a rank may have done so several times.
struct Post {
    Post* next;
    int rank; // of the window
};

// What a program waits for by a request: how many of its operations are not over yet.
struct Ticket {
    int pending = 0;
};

// A lock that was requested by a message, until a message grants it. A rank requests a lock that it has or
// awaits only after it was released (MPI-5.0 section 12.5.3).
struct AwaitedLock {
    AwaitedLock* next;
    int rank; // of the process
    bool is_granted;
};

// A rank's part of a window, under the same number (context) at each rank. Members are on different cache
// lines by who writes them.
struct Window {
    // Read by all, written before the window is opened.
    int context = 0;
    int rank = 0;  // of the window
    int owner = 0; // its rank in the process
    int size = 0;
    char* base = nullptr; // of dynamic windows null: displacements are addresses
    std::size_t bytes = 0;
    std::int64_t unit = 1;
    bool is_dynamic = false;
    bool updates_elements = false; // each is atomic, not whole operations: see element_update.hpp
    AccessLog* log = nullptr;      // of programs whose conflicts are detected

    // Written by any rank that shares the memory, but for the lock of updates under the guard.
    alignas(process::line_pair) SpinLock guard;
    RankLock lock;
    Post* posts = nullptr;
    Attached* attached = nullptr;
    std::atomic<int> completed{0}; // access epochs to this rank that have ended since its last exposure
    SpinLock updating;             // one accumulate at a time

    // Its own, as an initiator.
    alignas(process::line_pair) Board* board = nullptr;
    Window* next = nullptr;              // of the rank's windows
    std::int64_t unacknowledged = 0;     // operations at ranks that share no memory
    std::int32_t* outstanding = nullptr; // the same for each rank; made with the first of them
    AwaitedLock* awaited = nullptr;      // locks that its threads have requested by messages
    Failure failed = Failure::none;      // why such an operation failed, reported when they are waited for

    // Whether a range of memory belongs to the part: in dynamic windows to one attached range, or to several
    // that follow each other without a gap. For dynamic windows call it under the guard; O(attached ranges)
    // for each of them.
    [[nodiscard]] bool has(const char* address, std::size_t wanted) const noexcept {
        if (!is_dynamic) return lies_in(base, bytes, address, wanted);
        while (wanted > 0) {
            const std::size_t there = attached_from(address);
            if (there == 0) return false;
            if (there >= wanted) return true;
            address += there;
            wanted -= there;
        }
        return true;
    }

  private:
    // How many bytes of an attached range there are from an address on.
    [[nodiscard]] std::size_t attached_from(const char* address) const noexcept {
        for (const Attached* one = attached; one != nullptr; one = one->next)
            if (lies_in(one->base, one->bytes, address, 1))
                return one->bytes - static_cast<std::size_t>(address - one->base);
        return 0;
    }
    [[nodiscard]] static bool lies_in(const char* first, std::size_t size, const char* address,
                                      std::size_t wanted) noexcept {
        const auto begin = reinterpret_cast<std::uintptr_t>(first);
        const auto from = reinterpret_cast<std::uintptr_t>(address);
        return from >= begin && wanted <= size && from - begin <= size - wanted;
    }
};

struct Board {
    Board* next;
    int memory;
    int context;
    int users;
    Window* parts[1]; // as many as the window has ranks; null: not here
};

// All boards of the process.
class Boards {
  public:
    // Adds a part to the board of its window. False: no memory.
    [[nodiscard]] bool enter(Window& window, int memory) noexcept {
        pthread_mutex_lock(&mutex_);
        Board* board = find(memory, window.context);
        if (board == nullptr) board = make(memory, window.context, window.size);
        if (board != nullptr) {
            board->parts[window.rank] = &window;
            ++board->users;
            window.board = board;
        }
        pthread_mutex_unlock(&mutex_);
        return board != nullptr;
    }
    // After all ranks have stopped using the part.
    void leave(Window& window) noexcept {
        pthread_mutex_lock(&mutex_);
        if (--window.board->users == 0) drop(*window.board);
        window.board = nullptr;
        pthread_mutex_unlock(&mutex_);
    }

  private:
    [[nodiscard]] Board* find(int memory, int context) noexcept {
        Board* board = first_;
        while (board != nullptr && (board->memory != memory || board->context != context))
            board = board->next;
        return board;
    }
    [[nodiscard]] Board* make(int memory, int context, int size) noexcept {
        void* storage =
            allocate_zeros_for_library(1, sizeof(Board) + static_cast<std::size_t>(size) * sizeof(Window*));
        if (storage == nullptr) return nullptr;
        auto* board = static_cast<Board*>(storage);
        board->next = first_;
        board->memory = memory;
        board->context = context;
        return first_ = board;
    }
    void drop(Board& board) noexcept {
        Board** link = &first_;
        while (*link != &board) link = &(*link)->next;
        *link = board.next;
        std::free(&board);
    }

    pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
    Board* first_ = nullptr;
};

inline Boards boards;

} // namespace sartor::one_sided
