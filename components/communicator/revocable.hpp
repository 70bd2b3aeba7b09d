// What is kept with sends that can be cancelled while no receive has matched them (MPI-5.0 section 3.8.4).
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>

namespace sartor::communicator {

// Sender and receiver decide by one atomic exchange to whom a parcel belongs: the receiver has matched it, or
// the sender has cancelled it. Either happens at most once after open(); both sides may try at the same time,
// on different threads.
//
// Requires: the claim is at the beginning of memory from malloc, which has the parcel too. That memory is
// freed by whoever is second: by the receiver when the parcel was cancelled, by the sender when it was
// matched.
class Claim {
  public:
    // By the sender, before the parcel is visible to the receiver.
    void open() noexcept { state_.store(State::open, std::memory_order_relaxed); }

    // Called by the receiver. False: the sender has cancelled the parcel.
    [[nodiscard]] bool match() noexcept { return decide(State::matched); }
    // Called by the sender. False: the receiver has matched the parcel.
    [[nodiscard]] bool take_back() noexcept { return decide(State::taken_back); }
    // By either; decides nothing.
    [[nodiscard]] bool is_taken_back() const noexcept {
        return state_.load(std::memory_order_acquire) == State::taken_back;
    }

    // By the receiver, which will not receive the parcel: frees it if the sender has taken it back, and else
    // leaves it to the sender.
    void end_at_receiver() noexcept {
        if (!match()) std::free(this);
    }
    // By the sender, when the send is over or will not be started again: frees the parcel if it was matched,
    // and else leaves it to the receiver.
    void end_at_sender() noexcept {
        if (!take_back()) std::free(this);
    }

  private:
    enum class State : std::uint8_t { open, matched, taken_back };

    bool decide(State state) noexcept {
        State expected = State::open;
        return state_.compare_exchange_strong(expected, state, std::memory_order_acq_rel);
    }

    std::atomic<State> state_{State::open};
};

// What a program with cancellation keeps with messages, added to what its machine keeps (`Transit`, see
// InSharedMemory).
template <class Transit>
struct Revocable {
    struct OfParcel : Transit::OfParcel {
        Claim* claim = nullptr; // null: this parcel is not withdrawn by a claim
    };
    // `revocable` is set before the send is started. `claim` is that of its parcel, and is kept for the next
    // start of a persistent send.
    struct OfSending : Transit::OfSending {
        bool revocable = false;
        Claim* claim = nullptr;

        OfSending() = default;
        OfSending(const OfSending&) = delete;
        OfSending& operator=(const OfSending&) = delete;
        ~OfSending() {
            if (claim != nullptr) claim->end_at_sender();
        }
    };
    using OfReceiving = typename Transit::OfReceiving;
};

} // namespace sartor::communicator
