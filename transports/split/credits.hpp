// How many eager messages a rank may have on their way to a rank of another address space: as on a chip, a
// sender has credits at each receiver, which gives them back as messages come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "runtime/process.hpp"

namespace sartor::channel::split {

// The credits of one rank, as a sender and as a receiver, in bytes of messages with their headers. Memory, 24
// bytes for each rank of the run, is taken when the first such message is sent or arrives; without it nothing
// is sent eagerly.
class Credits {
  public:
    Credits() = default;
    Credits(const Credits&) = delete;
    Credits& operator=(const Credits&) = delete;
    ~Credits() { std::free(of_ranks_); }

    // ---- at the sender

    // Called by the sender. False: too much is in flight to that rank, or too much waits there unreceived.
    // The message must wait at its sender for its receive.
    [[nodiscard]] bool take(int rank, std::size_t bytes) noexcept {
        OfRank* other = of(rank);
        if (other == nullptr || other->is_congested || other->sent + bytes > most()) return false;
        other->sent += bytes;
        return true;
    }
    // A receiver returns credits, and says whether it is congested.
    void give_back(int rank, std::size_t bytes, bool is_congested) noexcept {
        OfRank* other = of(rank);
        if (other == nullptr) return; // then nothing was sent eagerly
        other->sent -= bytes;
        other->is_congested = is_congested;
    }

    // ---- at the receiver

    // A message has arrived. Returns how many bytes of credits to return now: all when too much waits here,
    // otherwise when a quarter of them is used up; 0: none.
    [[nodiscard]] std::size_t note(int rank, std::size_t bytes, bool is_congested) noexcept {
        OfRank* other = of(rank);
        if (other == nullptr) return bytes;
        other->received += bytes;
        if (!is_congested && other->received < most() / 4) return 0;
        const std::size_t all = other->received;
        other->received = 0;
        return all;
    }

    // The credits of a sender at one receiver, in bytes.
    [[nodiscard]] static std::size_t most() noexcept {
        constexpr std::size_t usual = std::size_t{256} << 10;
        return process::ranks.backlog_bytes < usual ? process::ranks.backlog_bytes : usual;
    }

  private:
    struct OfRank {
        std::size_t sent;     // and not given back
        std::size_t received; // and not given back
        bool is_congested;    // too much waits there unreceived
    };

    // Null when there is no memory.
    [[nodiscard]] OfRank* of(int rank) noexcept {
        if (of_ranks_ == nullptr)
            of_ranks_ =
                static_cast<OfRank*>(std::calloc(static_cast<std::size_t>(process::size()), sizeof(OfRank)));
        return of_ranks_ == nullptr ? nullptr : of_ranks_ + rank;
    }

    OfRank* of_ranks_ = nullptr;
};

} // namespace sartor::channel::split
