// Which processes a run has, and which ranks they have: in memory that those of a computer share
// (shared_memory.hpp), with who starts them, too: runs grow (MPI_Comm_spawn).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <sys/mman.h>

namespace sartor::channel::fabric {

class Roster {
  public:
    enum class Part : std::int32_t {
        none,
        starting, // may send and receive, and is not waited for
        whole,    // takes part in the run until its end
        gone,     // before it took part
        ending,   // it ends the run
        left,     // after it took part: its ranks have ended, and nothing was in flight
        failed    // while it took part; the others go on
    };

    // A process. All but the first four are written by who makes the memory, and adds members one after the
    // other.
    struct Member {
        std::atomic<std::int32_t> number;                // the system's
        std::atomic<std::int32_t> has_asymmetric_fences; // see SleepBetweenProcesses
        std::atomic<std::int32_t> wake_pipe;             // its descriptor there, if rings have such pipes
        std::atomic<std::int32_t> has_ended;             // its ranks have
        std::atomic<Part> part;
        std::int32_t first_rank;
        std::int32_t ranks;
    };

    [[nodiscard]] static std::size_t bytes(int most) noexcept {
        return sizeof(Head) + sizeof(Member) * static_cast<std::size_t>(most);
    }
    // Memory behind a descriptor from `offset` on, of bytes(most), zero at first. False: it can't be mapped.
    [[nodiscard]] bool map(int descriptor, std::size_t offset, int most) noexcept {
        void* memory = mmap(nullptr, bytes(most), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor,
                            static_cast<off_t>(offset));
        return take(memory);
    }
    // Memory of this process alone.
    [[nodiscard]] bool make(int most) noexcept {
        void* memory = mmap(nullptr, bytes(most), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return take(memory);
    }
    void unmap(int most) noexcept { munmap(std::exchange(head_, nullptr), bytes(most)); }
    [[nodiscard]] bool exists() const noexcept { return head_ != nullptr; }

    // Processes that were added so far.
    [[nodiscard]] int count() const noexcept { return head_->count.load(std::memory_order_acquire); }
    [[nodiscard]] Member& operator[](int process) const noexcept { return members_[process]; }
    // Ranks of all of them.
    [[nodiscard]] int ranks() const noexcept {
        const int processes = count();
        return processes == 0 ? 0 : members_[processes - 1].first_rank + members_[processes - 1].ranks;
    }
    // How many are waited for.
    [[nodiscard]] int count_whole() const noexcept {
        int all = 0;
        for (int process = 0; process < count(); ++process) all += is_whole(process) ? 1 : 0;
        return all;
    }
    [[nodiscard]] bool is_whole(int process) const noexcept {
        return members_[process].part.load(std::memory_order_acquire) == Part::whole;
    }
    [[nodiscard]] bool has_failed(int process) const noexcept {
        return members_[process].part.load(std::memory_order_acquire) == Part::failed;
    }
    [[nodiscard]] bool any_has_failed() const noexcept {
        for (int process = 0; process < count(); ++process)
            if (has_failed(process)) return true;
        return false;
    }
    // Whether the ranks of all that are waited for have ended.
    [[nodiscard]] bool all_have_ended() const noexcept {
        for (int process = 0; process < count(); ++process)
            if (is_whole(process) && members_[process].has_ended.load(std::memory_order_acquire) == 0)
                return false;
        return true;
    }
    [[nodiscard]] bool has_left(int process) const noexcept {
        return members_[process].part.load(std::memory_order_acquire) == Part::left;
    }

    // By a process that leaves, of which nobody hears any more: messages that it has sent and received. And
    // those of all that have left.
    void leave(int process, std::uint64_t sent, std::uint64_t received) noexcept {
        head_->sent_by_left.fetch_add(sent, std::memory_order_relaxed);
        head_->received_by_left.fetch_add(received, std::memory_order_relaxed);
        members_[process].part.store(Part::left, std::memory_order_release);
    }
    [[nodiscard]] std::uint64_t sent_by_left() const noexcept { return head_->sent_by_left.load(); }
    [[nodiscard]] std::uint64_t received_by_left() const noexcept { return head_->received_by_left.load(); }

    // The process of a rank, -1 when there is none yet. O(log processes).
    [[nodiscard]] int process_of(int rank) const noexcept {
        int low = 0, high = count();
        while (high - low > 1) {
            const int middle = low + (high - low) / 2;
            (members_[middle].first_rank <= rank ? low : high) = middle;
        }
        return high > 0 && rank - members_[low].first_rank < members_[low].ranks ? low : -1;
    }

    // By the launcher. Ranks follow each other. Requires count() < `most`.
    void add(int ranks_there, Part part) noexcept {
        Member& member = members_[count()];
        member.first_rank = ranks();
        member.ranks = ranks_there;
        member.part.store(part, std::memory_order_relaxed);
        head_->count.store(count() + 1, std::memory_order_release);
    }

    // How far the clock of the run's first process is ahead of that of this computer.
    void tell_clock(std::int64_t ahead) noexcept {
        head_->clock_ahead.store(ahead, std::memory_order_relaxed);
        head_->clock_is_known.store(1, std::memory_order_release);
    }
    [[nodiscard]] bool knows_clock(std::int64_t& ahead) const noexcept {
        if (head_->clock_is_known.load(std::memory_order_acquire) == 0) return false;
        ahead = head_->clock_ahead.load(std::memory_order_relaxed);
        return true;
    }

    // By which processes that did not inherit the memory know it.
    void mark(std::uint64_t number) noexcept { head_->mark.store(number, std::memory_order_release); }
    [[nodiscard]] bool has_mark(std::uint64_t number) const noexcept {
        return head_->mark.load(std::memory_order_acquire) == number;
    }

  private:
    struct alignas(64) Head {
        std::atomic<std::int32_t> count;
        std::atomic<std::int32_t> clock_is_known;
        std::atomic<std::uint64_t> mark;
        std::atomic<std::int64_t> clock_ahead;
        std::atomic<std::uint64_t> sent_by_left;
        std::atomic<std::uint64_t> received_by_left;
    };

    [[nodiscard]] bool take(void* memory) noexcept {
        if (memory == MAP_FAILED) return false;
        head_ = static_cast<Head*>(memory);
        members_ = reinterpret_cast<Member*>(head_ + 1);
        return true;
    }

    Head* head_ = nullptr;
    Member* members_ = nullptr;
};

} // namespace sartor::channel::fabric
