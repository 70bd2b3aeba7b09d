// What programs built with --checked note of each call.
#pragma once

#include <string_view>

#include "runtime/known_memory/known_memory.hpp"
#include "runtime/process.hpp"

namespace sartor::aspects {

// The sizes that the compiler knows of the objects behind a call's arguments go into the memo of the rank,
// state().room_memo. Costs a comparison.
template <class C>
struct WithKnownObjects : C {
    static constexpr std::string_view name = "with the sizes of its objects";

    template <class Site>
    [[gnu::always_inline]] WithKnownObjects(const char* function, Site site) noexcept : C(function, site) {
        process::begin_call_with_objects(site, this->state().room_memo);
    }
    explicit WithKnownObjects(const process::Rank& rank) noexcept : C(rank) {}
};

// What a call tells the rank of other ranks' accesses to windows and receives, and others of its own:
// state().events.
// Costs a look at a small table.
template <class C>
struct Followed : C {
    static constexpr std::string_view name = "followed for the order of events";

    template <class Site>
    [[gnu::always_inline]] Followed(const char* function, Site site) noexcept
        : C(function, site), telling_(this->state().events.begin_call(function)) {}
    explicit Followed(const process::Rank& rank) noexcept : C(rank) {}
    Followed(const Followed&) noexcept = default;
    Followed& operator=(const Followed&) = delete;
    [[gnu::always_inline]] ~Followed() { this->state().events.end_call(telling_); }

  private:
    typename decltype(C::state_of_caller().events)::Telling telling_{}; // nothing, where a call goes on
};

namespace internal {
template <class C>
class FilledNoted {
  public:
    [[gnu::always_inline]] FilledNoted() noexcept : state_(C::state_of_caller()) {}
    [[gnu::always_inline]] ~FilledNoted() {
        auto& filling = state_.communicator.filling();
        if (filling.first != nullptr) filling.template note_filled<typename C::Receiving>();
    }
    FilledNoted(const FilledNoted&) noexcept = default;
    FilledNoted& operator=(const FilledNoted&) = delete;

  private:
    typename C::State& state_;
};
} // namespace internal

// At the end of a call the receive buffers that were filled in it are noted, before the program can write
// them.
template <class C>
struct NotesFilledBuffers : private internal::FilledNoted<C>, public C {
    static constexpr std::string_view name = "notes buffers that were filled";

    template <class Site>
    [[gnu::always_inline]] NotesFilledBuffers(const char* function, Site site) noexcept : C(function, site) {}
    explicit NotesFilledBuffers(const process::Rank& rank) noexcept : C(rank) {}
};

} // namespace sartor::aspects
