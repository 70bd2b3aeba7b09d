// Whether a program writes a receive's buffer before it is its own again (MPI-5.0 section 3.7.2).
#pragma once

#include <cstdint>
#include <string_view>

#include "components/envelope/digest.hpp"

namespace sartor::envelope {

// Of one receive, from its start to the end of its request. Between two looks of the library the program
// alone has run: when the receive was posted and when its message comes the buffer must be the same, and when
// the data have come and when the request is completed. What comes and what ends in one call of MPI is not
// looked at.
class BufferWatch {
  public:
    // Those of a rank whose message has come in the MPI call that it is in: their buffers are being filled.
    struct Filling {
        BufferWatch* first = nullptr;

        // At the end of a call: the program runs next.
        void note_filled() noexcept {
            for (BufferWatch** link = &first; *link != nullptr;) {
                BufferWatch& one = **link;
                if (!one.kind_->is_complete(one.receiving_)) {
                    link = &one.next_;
                    continue;
                }
                *link = one.next_;
                one.note(Phase::filled);
            }
        }
    };

    // The receive is about to start. It must stay where it is until leave(). `digest_of` gives the digest of
    // what a storage holds.
    template <auto digest_of, class Receiving>
    void begin(const Receiving& receiving, Filling& filling) noexcept {
        receiving_ = &receiving;
        filling_ = &filling;
        kind_ = &kind_of<digest_of, Receiving>;
        phase_ = Phase::starting;
        was_written_ = false;
    }
    // It has started: the program runs next.
    void note_posted() noexcept {
        if (phase_ == Phase::starting) note(Phase::posted);
    }
    // Before any of the data are written.
    void message_comes() noexcept {
        if (phase_ == Phase::posted)
            was_written_ = differs();
        else if (phase_ != Phase::starting)
            return;
        phase_ = Phase::filling;
        next_ = filling_->first;
        filling_->first = this;
    }
    // When the request is over: whether the program has written the buffer.
    [[nodiscard]] bool has_changed() const noexcept {
        return was_written_ || (phase_ == Phase::filled && differs());
    }
    // The buffer is the program's again.
    void leave() noexcept {
        if (phase_ == Phase::filling) {
            BufferWatch** link = &filling_->first;
            while (*link != this) link = &(*link)->next_;
            *link = next_;
        }
        phase_ = Phase::none;
    }

  private:
    enum class Phase : std::uint8_t { none, starting, posted, filling, filled };
    // What is done with receives of one type.
    struct Kind {
        Digest (*digest_of)(const void* receiving) noexcept;
        bool (*is_complete)(const void* receiving) noexcept;
    };
    template <auto digest_of, class Receiving>
    static constexpr Kind kind_of = {
        [](const void* object) noexcept {
            return digest_of(static_cast<const Receiving*>(object)->envelope.storage);
        },
        [](const void* object) noexcept { return static_cast<const Receiving*>(object)->is_complete(); }};

    [[nodiscard]] bool differs() const noexcept { return kind_->digest_of(receiving_) != digest_; }
    void note(Phase phase) noexcept {
        digest_ = kind_->digest_of(receiving_);
        phase_ = phase;
    }

    const void* receiving_;
    const Kind* kind_;
    Filling* filling_;
    BufferWatch* next_;
    Digest digest_;
    Phase phase_ = Phase::none;
    bool was_written_;
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

} // namespace sartor::envelope
