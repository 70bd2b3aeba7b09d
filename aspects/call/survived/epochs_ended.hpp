// Epochs of windows that end because others have failed, and locks that a rank leaves behind when it fails.
// What is in the memory of the window is not known then. Included by cuts behind ended_by_failures.hpp.
#pragma once

#include "aspects/call/survived/ended_by_failures.hpp"

namespace sartor::mpi::survived {

struct EpochsEnded {
    static constexpr std::string_view name = "failures of ranks end epochs";
    using points = boost::mp11::mp_list<point::ExposureIsAwaited, point::AccessesAreAwaited,
                                        point::AccessesAreTested, point::RankFails>;

    template <class Program>
    static int at(point::ExposureIsAwaited, Call<Program>& call, WindowObject& window,
                  int in_process) noexcept {
        auto& state = call.state();
        const int rank = state.communicators.find(window.comm)->group->find(in_process);
        const auto is_exposed = [&] { return state.one_sided.is_exposed(window.part, rank); };
        state.communicator.wait_until(
            [&] { return is_exposed() || process::failures::failure_of(in_process) != 0; });
        return is_exposed() ? MPI_SUCCESS : end(call, window.accessed);
    }

    template <class Program>
    static int at(point::AccessesAreAwaited, Call<Program>& call, WindowObject& window) noexcept {
        call.state().communicator.wait_until(
            [&] { return all_have_ended(call, window) || is_hopeless(call, window); });
        return all_have_ended(call, window) ? MPI_SUCCESS : end(call, window.exposed_to);
    }
    template <class Program>
    static int at(point::AccessesAreTested, Call<Program>& call, WindowObject& window) noexcept {
        const bool may_end = all_have_ended(call, window) || !is_hopeless(call, window);
        return may_end ? MPI_SUCCESS : end(call, window.exposed_to);
    }

    // Others get the locks.
    template <class State>
    static void at(point::RankFails, State& state) noexcept {
        const int self = process::current->number;
        if (const auto& awaited = state.awaited_window; awaited.window != nullptr && awaited.locked >= 0)
            state.one_sided.abandon_lock(awaited.window->part, awaited.locked, self);
        state.windows.for_each([&](WindowObject& window) {
            const Group& group = *state.communicators.find(window.comm)->group;
            for (int rank = 0; window.held != nullptr && rank < window.part.size; ++rank) {
                const Held how = window.held[rank];
                if (how == Held::shared || how == Held::exclusive)
                    state.one_sided.unlock(window.part, rank, group.member(rank), how == Held::exclusive);
            }
        });
    }

  private:
    template <class Program>
    [[nodiscard]] static bool all_have_ended(Call<Program>& call, const WindowObject& window) noexcept {
        return call.state().one_sided.completed_accesses(window.part) >= window.exposed_to->size();
    }
    // All that are alive have ended their accesses, or nobody is alive.
    template <class Program>
    [[nodiscard]] static bool is_hopeless(Call<Program>& call, const WindowObject& window) noexcept {
        if (!process::failures::any()) return false;
        int alive = 0;
        for (int index = 0; index < window.exposed_to->size(); ++index)
            alive += process::failures::failure_of(window.exposed_to->member(index)) == 0 ? 1 : 0;
        return alive < window.exposed_to->size() &&
               call.state().one_sided.completed_accesses(window.part) >= alive;
    }
    template <class Program>
    [[nodiscard]] static int end(Call<Program>&, Group*& group) noexcept {
        group->release();
        group = nullptr;
        return error_of(Cause::peer_failed);
    }
};

} // namespace sartor::mpi::survived
