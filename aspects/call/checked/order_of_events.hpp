// What ranks know of each other's accesses to windows and receives, in programs built with --checked: by
// messages and collectives, by the locks of windows, and by words of windows that one rank changes and
// another reads.
#pragma once

#include <cstring>

#include <boost/mp11/list.hpp>

#include "aspects/call/checked/own_accesses.hpp"
#include "mpi_api/call/points.hpp"
#include "mpi_api/one_sided/windows/completion.hpp"

namespace sartor::mpi::checked {

// Whose events a rank knows when it leaves a collective.
enum class Hears : unsigned char { all, root, lower, nobody };

// By the function's name, blocking or not. Where the standard does not say, of all.
[[nodiscard]] inline Hears heard_in(const char* function, bool is_root) noexcept {
    const auto has = [function](const char* part) { return std::strstr(function, part) != nullptr; };
    if (has("Bcast") || has("bcast") || has("MPI_Scatter") || has("MPI_Iscatter"))
        return is_root ? Hears::nobody : Hears::root;
    if (has("MPI_Gather") || has("MPI_Igather")) return is_root ? Hears::all : Hears::nobody;
    if ((has("MPI_Reduce") || has("MPI_Ireduce")) && !has("scatter"))
        return is_root ? Hears::all : Hears::nobody;
    return has("scan") || has("MPI_Scan") ? Hears::lower : Hears::all;
}

// Costs a clock of all ranks for each rank, and for each part of a window up to 67; a copy of the rank's
// clock where it tells something new.
struct OrderOfEvents {
    static constexpr std::string_view name = "what ranks know of accesses is followed";
    using points =
        boost::mp11::mp_list<point::MessageIsDescribed, point::MessageIsReceived, point::SendStarts,
                             point::MessageStarts, point::RequestEnds, point::RanksMeet>;

    // Of messages that carry it (aspects/ordered.hpp).
    template <class Program, class Check>
    static void at(point::MessageIsDescribed, Call<Program>& call, Check& check) noexcept {
        if constexpr (requires { check.event; }) check.event = call.state().events.tell();
    }
    template <class State, class Check>
    static void at(point::MessageIsReceived, State& state, const Check& check, const auto&...) noexcept {
        if constexpr (requires { check.event; }) state.events.learn(check.event);
    }
    // Of a request that was prepared before.
    template <class Program, class Request>
    static bool at(point::SendStarts, Call<Program>& call, Request& request) noexcept {
        at(point::MessageIsDescribed(), call, request.sending.parcel.envelope.check);
        return true;
    }
    template <class Program, class Request>
    static bool at(point::MessageStarts, Call<Program>& call, Request& request) noexcept {
        return !request.sends || at(point::SendStarts(), call, request);
    }
    template <class Program, class Request>
    static int at(point::RequestEnds, Call<Program>& call, Request& request) noexcept {
        if (request.sends || request.receives) return MPI_SUCCESS;
        call.state().events.learn_awaited();
        if (has_intercommunicators<Program>) call.state().events.learn_all();
        return MPI_SUCCESS;
    }

    template <class Program, class EventOf>
    static void at(point::RanksMeet, Call<Program>& call, bool goes_on_beside, const char* function,
                   long long root, int rank, int size, const EventOf& event_of) noexcept {
        auto& events = call.state().events;
        const auto learn = [&](int of) {
            goes_on_beside ? events.learn_later(event_of(of)) : events.learn(event_of(of));
        };
        const Hears heard = heard_in(function, root == rank);
        if (heard == Hears::root) learn(static_cast<int>(root));
        const int behind = heard == Hears::all ? size : heard == Hears::lower ? rank : 0;
        for (int of = 0; of < behind; ++of) learn(of);
        if (!goes_on_beside && !has_intercommunicators<Program>) events.meet();
    }

  private:
    // Their collectives are not followed.
    template <class Program>
    static constexpr bool has_intercommunicators =
        has<typename Interface<Program>::Features, feature::intercommunicators>;
};

// By windows: their locks, and their words that one rank changes and another reads.
struct OrderByWindows {
    static constexpr std::string_view name = "what ranks tell each other by windows is followed";
    using points =
        boost::mp11::mp_list<point::MemoryIsShared, point::WindowIsLeft, point::LockIsTaken,
                             point::LockIsReturned, point::MemoryIsSynchronized, point::MemoryIsPolled>;

    template <class Program>
    static void at(point::MemoryIsShared, Call<Program>&, WindowObject& window) noexcept {
        one_sided::RankEvents::begin_shared_windows();
        window.part.log->own.reaches_others = true;
    }
    template <class Program>
    static void at(point::WindowIsLeft, Call<Program>& call, WindowObject& window) noexcept {
        call.state().events.forget(&window);
    }
    template <class Program>
    static void at(point::LockIsTaken, Call<Program>& call, WindowObject& window, int rank,
                   bool exclusive) noexcept {
        if (one_sided::Window* const theirs = near(window, call, rank))
            theirs->log->told.take_lock(exclusive, call.state().events);
    }
    template <class Program>
    static void at(point::LockIsReturned, Call<Program>& call, WindowObject& window, int rank,
                   bool exclusive) noexcept {
        if (one_sided::Window* const theirs = near(window, call, rank))
            theirs->log->told.return_lock(exclusive, call.state().events);
    }
    // It orders nothing by itself. Where loads are seen, those that poll do, and others where it may be that
    // they have.
    template <class Program>
    static void at(point::MemoryIsSynchronized, Call<Program>& call, WindowObject& window) noexcept {
        if (window.part.log == nullptr) return;
        auto& events = call.state().events;
        if (sartor_rank_watched_memory.is_looked_at()) {
            one_sided::Synchronized& last = window.part.log->own.synchronized;
            last.before = events.note_event();
            events.separate();
            last.after = events.note_event();
            return;
        }
        window.part.log->told.synchronize(events);
        see<Program>(call.state(), window, *window.part.log, 0, ~std::uint64_t{0});
    }
    // A load learns what was told until the rank's next look at its events: it comes after this.
    template <class Program>
    static void at(point::MemoryIsPolled, RankState<Program>& state, const process::Access& access) noexcept {
        if (access.first == access.behind) return synchronize(state);
        state.windows.for_each([&](WindowObject& window) {
            const auto tell = [&](one_sided::Window& part, const process::Access& there) {
                const auto base = reinterpret_cast<std::uintptr_t>(part.base);
                const std::uint64_t first = there.first - base, behind = there.behind - base;
                if (there.is_store) part.log->told.tell(first, behind, state.events);
                hear_of<Program>(state, window, part, first, behind);
            };
            for_each_part<Program>(window, access, tell);
        });
    }

  private:
    // By a lock of threads, which may be one of several ranks.
    template <class Program>
    static void synchronize(RankState<Program>& state) noexcept {
        state.events.tell();
        state.events.learn_all();
    }
    template <class Program>
    [[nodiscard]] static one_sided::Window* near(WindowObject& window, Call<Program>&, int rank) noexcept {
        return one_sided::Engine<one_sided_types<Program>>::near(window.part, rank);
    }
};

} // namespace sartor::mpi::checked
