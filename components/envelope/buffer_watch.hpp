// Whether a program writes a receive's buffer before it is its own again (MPI-5.0 section 3.7.2).
#pragma once

#include <cstdint>
#include <string_view>

#include "components/envelope/digest.hpp"

namespace sartor::envelope {

// Of one receive, from its start to the end of its request. Between two looks of the library the program
// alone has run: when the receive was posted and when its message comes the buffer must be the same, and when
// the data have come and when the request is completed. What comes and what ends in one call of MPI is not
// looked at. The functions get the receive whose watch it is: it has an envelope and is_complete().
class BufferWatch {
  public:
    // Those of a rank whose message has come in the MPI call that it is in: their buffers are being filled.
    // All are of one type of receives.
    struct Filling {
        BufferWatch* first = nullptr;

        void take_out(const BufferWatch& one) noexcept {
            BufferWatch** link = &first;
            while (*link != &one) link = &(*link)->next_;
            *link = one.next_;
        }
        // At the end of a call: the program runs next.
        template <class Receiving>
        void note_filled() noexcept {
            for (BufferWatch** link = &first; *link != nullptr;) {
                BufferWatch& one = **link;
                const auto& receiving = *static_cast<const Receiving*>(one.receiving_);
                if (!receiving.is_complete()) {
                    link = &one.next_;
                    continue;
                }
                *link = one.next_;
                one.note(Phase::filled, receiving);
            }
        }
    };

    // What is not initialized is set before it is read: requests are made for each message.
    BufferWatch() noexcept {}

    // The receive is about to start. It must stay where it is until end() or leave().
    void begin() noexcept {
        phase_ = Phase::starting;
        was_written_ = false;
    }
    // It has started, and its message may have come: the program runs next. This and the following functions
    // get what its rank keeps.
    template <class Receiving>
    [[gnu::always_inline]] void has_started(const Receiving& receiving, Filling& filling) noexcept {
        if (phase_ == Phase::met && !receiving.is_complete()) [[unlikely]]
            begin_filling(receiving, filling);
        else
            note(phase_ == Phase::met ? Phase::filled : Phase::posted, receiving);
    }
    // Before any of the data are written.
    template <class Receiving>
    [[gnu::always_inline]] void message_comes(const Receiving& receiving, Filling& filling) noexcept {
        if (phase_ == Phase::starting) {
            phase_ = Phase::met;
        } else if (phase_ == Phase::posted) {
            was_written_ = differs(receiving);
            begin_filling(receiving, filling);
        }
    }
    // The request is over, and the buffer is the program's again: whether the program has written it.
    template <class Receiving>
    [[nodiscard, gnu::always_inline]] bool end(const Receiving& receiving, Filling& filling) noexcept {
        const Phase last = phase_;
        phase_ = Phase::none;
        if (last == Phase::filled) return was_written_ || differs(receiving);
        if (last != Phase::filling) return false;
        filling.take_out(*this);
        return was_written_;
    }
    // The buffer is the program's again, whatever is in it.
    void leave(Filling& filling) noexcept {
        if (phase_ == Phase::filling) filling.take_out(*this);
        phase_ = Phase::none;
    }

  private:
    enum class Phase : std::uint8_t { none, starting, met, posted, filling, filled };

    template <class Receiving>
    [[gnu::always_inline]] void begin_filling(const Receiving& receiving, Filling& filling) noexcept {
        phase_ = Phase::filling;
        receiving_ = &receiving;
        next_ = filling.first;
        filling.first = this;
    }

    template <class Receiving>
    [[nodiscard, gnu::always_inline]] bool differs(const Receiving& receiving) const noexcept {
        return !digest_.is(digest_of_ends(receiving.envelope.storage));
    }
    template <class Receiving>
    [[gnu::always_inline]] void note(Phase phase, const Receiving& receiving) noexcept {
        digest_.keep(digest_of_ends(receiving.envelope.storage));
        phase_ = phase;
    }

    const void* receiving_; // while its buffer is being filled
    BufferWatch* next_;
    KeptDigest digest_;
    Phase phase_ = Phase::none;
    bool was_written_; // before data came
};

// An aspect over what is kept with messages (`Transit`): of a receive, what its buffer holds. Who posts it
// begins the watch.
template <class Transit>
struct Watched : Transit {
    static constexpr std::string_view name = "digests of receive buffers";

    struct OfReceiving : Transit::OfReceiving {
        OfReceiving() noexcept {} // an aggregate would be filled with zeros
        BufferWatch watch;
    };
    using OfRank = BufferWatch::Filling;
};

} // namespace sartor::envelope
