// What programs built with --checked note of each call.
#pragma once

#include <string_view>

#include "components/process/known_memory/known_memory.hpp"
#include "components/process/process.hpp"

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

// Calls that may order accesses of other ranks after those of this one are counted: state().progress.
template <class C>
struct CountedForWindows : C {
    static constexpr std::string_view name = "counted for conflicts of windows";

    template <class Site>
    [[gnu::always_inline]] CountedForWindows(const char* function, Site site) noexcept : C(function, site) {
        this->state().progress.begin_call(function);
    }
    explicit CountedForWindows(const process::Rank& rank) noexcept : C(rank) {}
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
    using C::C;
};

} // namespace sartor::aspects
