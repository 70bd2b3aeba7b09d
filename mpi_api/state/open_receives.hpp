// Receives from any source whose message another one might have come before: of programs built with --checked
// (aspects/call/checked/message_races.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace sartor::mpi {

// One that has its message. Matching messages of other ranks that come later are others that it may have had
// unless their senders knew its event: then they were sent because of it.
template <class Envelope>
struct OpenReceive {
    using Header = typename Envelope::header_type;
    using Check = typename Envelope::check_type;

    Header expected;             // from any source
    Check check;                 // what it expects of the data
    std::int32_t source = 0;     // whose message it has
    std::uint32_t event = 0;     // of its rank, published before it began
    std::uint64_t room = 0;      // bytes of its buffer
    std::uint64_t digest = 0;    // of what it has received; 0: not known
    std::uint64_t heard = 0;     // a bit for sources modulo 64 whose messages have come
    unsigned other_calls = 0;    // before it, other than receives and sends
    bool is_forgettable = false; // the program does the same with any other message that is alike
    std::int32_t candidate = -1; // source of an unordered message of the receive that now ends
    std::int32_t starved = -1;   // who had no other message for the receive that named it
    const void* site = nullptr;
    const void* starved_site = nullptr;
};

template <class Envelope>
class OpenReceives {
  public:
    static constexpr std::string_view name = "the last receives from any source";

    [[nodiscard]] bool is_empty() const noexcept { return count_ == 0; }
    // The last eight.
    OpenReceive<Envelope>& add() noexcept {
        auto& next = receives_[count_++ % receives_.size()];
        next = {};
        return next;
    }
    template <class Visit>
    void for_each(Visit visit) noexcept {
        for (unsigned index = 0; index < count_ && index < receives_.size(); ++index) visit(receives_[index]);
    }

    std::int32_t source = -1; // of the last message that has come
    std::uint64_t bytes = 0;  // in it
    std::uint32_t event = 0;  // of the receive that has begun; 0: it names its source

  private:
    std::array<OpenReceive<Envelope>, 8> receives_;
    unsigned count_ = 0;
};

struct NoOpenReceives {
    static constexpr std::string_view name = absent;
};

} // namespace sartor::mpi
