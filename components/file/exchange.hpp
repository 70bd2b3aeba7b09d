// Collective access: all ranks copy their pieces from or to windows of the file, and a few ranks, the
// aggregators, read or write whole windows (two-phase I/O: del Rosario, Bordawekar and Choudhary, 1993).
// Windows are in common buffers of ranks that share memory, so that no piece is sent; others send an
// aggregator their runs with the data, or get the data as its answer.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "components/file/access.hpp"
#include "components/file/coverage.hpp"
#include "components/file/parts.hpp"

namespace sartor::file {

// What a rank contributes to a collective access.
struct Share {
    std::uint64_t first;
    std::uint64_t end; // behind its last byte; 0: it has no data
    std::uint64_t bytes;
    std::uint64_t runs;
    std::uint64_t granules; // see Pieces

    [[nodiscard]] static Share of(const Pieces& file) noexcept;
    // The shares of two ranks together.
    void add(const Share& other) noexcept;
};

// The windows of an access in rounds: in each round one window for each aggregator.
struct Plan {
    std::uint64_t first = 0; // where windows begin
    std::uint64_t end = 0;
    std::size_t window = 0;  // bytes
    std::size_t granule = 1; // all pieces of all ranks begin and end at multiples of it
    int aggregators = 0;

    // For the shares of `ranks` ranks. Without aggregators each rank accesses the file by itself: that is
    // faster for few large pieces, and for pieces that are far from each other.
    [[nodiscard]] static Plan of(const Share& all, int ranks, const Hints& hints, Choice choice) noexcept;

    [[nodiscard]] bool exchanges() const noexcept { return aggregators > 0; }
    [[nodiscard]] std::uint64_t round_bytes() const noexcept {
        return window * static_cast<std::uint64_t>(aggregators);
    }
    [[nodiscard]] std::uint64_t rounds() const noexcept {
        return (end - first + round_bytes() - 1) / round_bytes();
    }
    [[nodiscard]] std::uint64_t begin_of(std::uint64_t round, int aggregator) const noexcept {
        return first + round * round_bytes() + window * static_cast<std::uint64_t>(aggregator);
    }
    [[nodiscard]] std::uint64_t end_of(std::uint64_t round, int aggregator) const noexcept {
        const std::uint64_t behind = begin_of(round, aggregator) + window;
        return behind < end ? behind : end;
    }
    // Which aggregator a rank is; -1: none. They are as far apart as can be, since neighbours share a worker.
    [[nodiscard]] int aggregator_of(int rank, int ranks) const noexcept;
};

// Common memory of the ranks of a file, or an aggregator's own. Buffers are used in turn by rounds: a rank
// that has passed the barrier behind round n knows that all have done with round n - 1.
class Exchange {
  public:
    static constexpr int most_aggregators = 4;

    Exchange() = default;
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;
    ~Exchange() { free_memory(); }

    // By one rank, for all: one for each access that is under way.
    // Its memory is kept for later accesses. Null: no memory.
    [[nodiscard]] static Exchange* take() noexcept;
    // After all ranks have done with it.
    static void give_back(Exchange& exchange) noexcept;

    // Of a write. copy_in() by all ranks, a barrier, write() by the aggregators.
    void copy_in(const Plan& plan, std::uint64_t round, PairedWalk& walk) noexcept;
    void write(const Plan& plan, std::uint64_t round, int aggregator, const Descriptor& descriptor) noexcept;
    // Of a read. read() by the aggregators, a barrier, copy_out() by all ranks, which gives how many bytes
    // there were before the end of the file.
    void read(const Plan& plan, std::uint64_t round, int aggregator, const Descriptor& descriptor) noexcept;
    [[nodiscard]] std::size_t copy_out(const Plan& plan, std::uint64_t round,
                                       PairedWalk& walk) const noexcept;

    // What a rank that shares no memory has in an aggregator's window. Before write(): false, and nothing is
    // copied, when parts are not in the window.
    [[nodiscard]] bool put(const Plan& plan, std::uint64_t round, int aggregator, const GivenParts& parts,
                           std::size_t bytes, const char* data) noexcept;
    // After read(): gives how many of the bytes there were before the end of the file; none when parts are
    // not in the window.
    [[nodiscard]] std::size_t get(const Plan& plan, std::uint64_t round, int aggregator,
                                  const GivenParts& parts, std::size_t bytes, char* data) noexcept;
    void note(int error) noexcept {
        if (error != 0) error_.store(error, std::memory_order_relaxed);
    }

    // The error of any rank's part, after the last barrier; 0: none.
    [[nodiscard]] int error() const noexcept { return error_.load(std::memory_order_relaxed); }

  private:
    static constexpr int turns = 2;
    struct Buffer {
        char* bytes = nullptr;
        char* covered = nullptr; // marks of its coverage
        std::size_t read = 0;    // before the end of the file
    };

    [[nodiscard]] Buffer& buffer(std::uint64_t round, int aggregator) noexcept {
        return buffers_[round % turns][aggregator];
    }
    [[nodiscard]] const Buffer& buffer(std::uint64_t round, int aggregator) const noexcept {
        return buffers_[round % turns][aggregator];
    }

    // False: no memory.
    [[nodiscard]] bool allocate() noexcept;
    void free_memory() noexcept;

    [[nodiscard]] Coverage coverage(const Plan& plan, std::uint64_t round, int aggregator) noexcept {
        return {buffer(round, aggregator).covered, plan.granule,
                plan.end_of(round, aggregator) - plan.begin_of(round, aggregator)};
    }

    Exchange* next_free_ = nullptr;
    Buffer buffers_[turns][most_aggregators];
    std::atomic<int> error_{0};
};

} // namespace sartor::file
