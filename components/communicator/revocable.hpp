// What is kept with sends that may be taken back while no receive has matched them (MPI-5.0 section 3.8.4).
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>

namespace sartor::communicator {

// Sender and receiver decide with one exchange whose a parcel is: the receiver has matched it, or the sender
// has taken it back. It stands at the beginning of memory of the parcel's own (from malloc), which belongs to
// the one who comes too late: to the receiver when the parcel was taken back, to the sender when it was
// matched.
class Claim {
  public:
    // The sender's, before anyone else knows of it.
    void open() noexcept { state_.store(State::open, std::memory_order_relaxed); }

    // The receiver's. False: it was taken back.
    [[nodiscard]] bool match() noexcept { return decide(State::matched); }
    // The sender's. False: it is matched.
    [[nodiscard]] bool take_back() noexcept { return decide(State::taken_back); }
    [[nodiscard]] bool is_taken_back() const noexcept {
        return state_.load(std::memory_order_acquire) == State::taken_back;
    }

    // The receiver will not receive it.
    void end_at_receiver() noexcept {
        if (!match()) std::free(this);
    }
    // The send is over, or never will be.
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

// What is kept with messages besides what the transport keeps with them.
template <class Transit>
struct Revocable {
    struct OfParcel : Transit::OfParcel {
        Claim* claim = nullptr; // null: none is needed, or it can't be taken back
    };
    // Of a send that may be taken back: `claim` is its parcel's, which it keeps for its next start.
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
