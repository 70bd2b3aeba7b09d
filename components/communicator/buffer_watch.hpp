// Whether a program writes a receive's buffer before it is its own again (MPI-5.0 section 3.7.2).
#pragma once

#include <cstdint>
#include <string_view>

namespace sartor::communicator {

// Of one receive, from its start to the end of its request. Between two looks of the library the program
// alone has run: when the receive is posted and when its message comes the buffer must be the same, and when
// the data have come and when the request is completed.
class BufferWatch {
  public:
    // Those of a rank whose message has come in the MPI call that it is in: their buffers are being filled.
    struct Filling {
        BufferWatch* first = nullptr;

        // At the end of a call: the program runs next.
        void note_filled() noexcept {
            for (BufferWatch** link = &first; *link != nullptr;) {
                BufferWatch& one = **link;
                if (!one.is_complete_(one.receiving_)) {
                    link = &one.next_;
                    continue;
                }
                *link = one.next_;
                one.digest_ = one.digest_of_(one.receiving_);
                one.phase_ = Phase::filled;
            }
        }
    };

    // The receive is about to start. It must stay where it is until end(). `digest_of` gives a number for
    // what a storage holds.
    template <auto digest_of, class Receiving>
    void begin(const Receiving& receiving, Filling& filling) noexcept {
        receiving_ = &receiving;
        filling_ = &filling;
        digest_of_ = [](const void* object) noexcept -> std::uint64_t {
            return digest_of(static_cast<const Receiving*>(object)->envelope.storage);
        };
        is_complete_ = [](const void* object) noexcept {
            return static_cast<const Receiving*>(object)->is_complete();
        };
        digest_ = digest_of_(receiving_);
        phase_ = Phase::posted;
        has_changed_ = false;
    }
    // Before any of the data are written.
    void message_comes() noexcept {
        if (phase_ != Phase::posted) return;
        has_changed_ = digest_of_(receiving_) != digest_;
        phase_ = Phase::filling;
        next_ = filling_->first;
        filling_->first = this;
    }
    // The request is over. True: the program has written the buffer.
    bool end() noexcept {
        if (phase_ == Phase::filled) has_changed_ |= digest_of_(receiving_) != digest_;
        if (phase_ == Phase::filling) leave();
        phase_ = Phase::none;
        return has_changed_;
    }

  private:
    enum class Phase : std::uint8_t { none, posted, filling, filled };

    void leave() noexcept {
        BufferWatch** link = &filling_->first;
        while (*link != this) link = &(*link)->next_;
        *link = next_;
    }

    const void* receiving_ = nullptr;
    std::uint64_t (*digest_of_)(const void* receiving) noexcept = nullptr;
    bool (*is_complete_)(const void* receiving) noexcept = nullptr;
    Filling* filling_ = nullptr;
    BufferWatch* next_ = nullptr;
    std::uint64_t digest_ = 0;
    Phase phase_ = Phase::none;
    bool has_changed_ = false;
};

// An aspect over what is kept with messages (`Transit`): of a receive, what its buffer holds. Who posts it
// begins the watch.
template <class Transit>
struct Watched : Transit {
    static constexpr std::string_view name = "digests of receive buffers";

    struct OfReceiving : Transit::OfReceiving {
        BufferWatch watch;
    };
};

} // namespace sartor::communicator
