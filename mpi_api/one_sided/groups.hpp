// MPI_Win_start, MPI_Win_complete, MPI_Win_post, MPI_Win_wait, MPI_Win_test (MPI-5.0 section 12.5.2).
#pragma once

#include "mpi_api/one_sided/windows/completion.hpp"
#include "mpi_api/one_sided/windows/epochs.hpp"

namespace sartor::mpi {

namespace internal {

// Calls visit(rank in the window, rank in the process) for each member of a group, until it returns false;
// false then.
template <class Program, class Visit>
bool for_each_member(Call<Program>& call, const WindowObject& window, const Group& group,
                     Visit visit) noexcept {
    const Group& all = *call.state().communicators.find(window.comm)->group;
    for (int index = 0; index < group.size(); ++index)
        if (!visit(all.find(group.member(index)), group.member(index))) return false;
    return true;
}

// All members belong to the window; otherwise MPI_ERR_GROUP.
template <class Program>
[[nodiscard]] bool is_group_of(Call<Program>& call, const WindowObject& window, const Group& group) noexcept {
    if (for_each_member(call, window, group, [](int rank, int) { return rank >= 0; })) return true;
    call.template fail<MPI_ERR_GROUP>("group: not a subset of the window's group");
    return false;
}

// Ends the exposure epoch when all members have completed their access.
// MPI_ERR_RMA_CONFLICT: the program has stored to what they have accessed.
template <class Program>
int close_exposure(Call<Program>& call, WindowObject& window) noexcept {
    window.exposed_to->release();
    window.exposed_to = nullptr;
    return call.at(point::ExposureEnds(), window);
}

template <class Program>
[[nodiscard]] bool is_exposed(Call<Program>& call, const WindowObject& window) noexcept {
    if (window.exposed_to != nullptr) return true;
    call.template fail<MPI_ERR_RMA_SYNC>("win: no MPI_Win_post began an exposure epoch");
    return false;
}

} // namespace internal

// MPI_Win_post: does not wait; a message or a list entry for each member. MPI_ERR_RMA_SYNC while exposed or
// while the own part is locked.
template <class Program>
int win_post(Call<Program>& call, MPI_Group handle, int assertions, MPI_Win win) noexcept {
    constexpr int known = MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT;
    WindowObject& window = internal::window_of(call, win);
    Group& group = *call.state().groups.find(handle);
    if (!internal::are_assertions(call, assertions, known) || !internal::is_group_of(call, window, group))
        return call.error();
    if (window.exposed_to != nullptr)
        return call.template fail<MPI_ERR_RMA_SYNC>("win: the previous exposure epoch has not ended");
    if (internal::holds_own_lock(window))
        return call.template fail<MPI_ERR_RMA_SYNC>(
            "win: this rank's memory is locked, and can't be exposed");
    if (!internal::leaves_fence(call, window) || !call.at(point::ExposureBegins(), window))
        return call.error();
    window.exposed_to = group.share();
    window.promises_no_put = (assertions & MPI_MODE_NOPUT) != 0;
    call.at(point::WindowIsExposed(), window);
    auto& engine = call.state().one_sided;
    const bool posted = internal::for_each_member(call, window, group, [&](int rank, int in_process) {
        return engine.post(window.part, rank, in_process);
    });
    return posted ? MPI_SUCCESS : call.template fail<MPI_ERR_NO_MEM>("no memory to expose the window");
}

// MPI_Win_start: returns when all members have exposed their parts.
template <class Program>
int win_start(Call<Program>& call, MPI_Group handle, int assertions, MPI_Win win) noexcept {
    WindowObject& window = internal::window_of(call, win);
    Group& group = *call.state().groups.find(handle);
    if (!internal::are_assertions(call, assertions, MPI_MODE_NOCHECK) ||
        !internal::is_group_of(call, window, group) || !internal::may_open_access(call, window, false))
        return call.error();
    window.accessed = group.share();
    auto& engine = call.state().one_sided;
    auto& awaited = call.state().awaited_window;
    int error = MPI_SUCCESS;
    internal::for_each_member(call, window, group, [&](int rank, int in_process) {
        awaited = {"exposes its part of the window (MPI_Win_post)", in_process};
        error = call.at(point::ExposureIsAwaited(), window, in_process);
        if (error == MPI_SUCCESS) engine.start(window.part, rank);
        awaited = {};
        return error == MPI_SUCCESS;
    });
    return error;
}

// MPI_Win_complete: waits until this rank's operations are complete at their targets.
template <class Program>
int win_complete(Call<Program>& call, MPI_Win win) noexcept {
    WindowObject& window = internal::window_of(call, win);
    if (window.accessed == nullptr)
        return call.template fail<MPI_ERR_RMA_SYNC>("win: no MPI_Win_start began an access epoch");
    int error = internal::wait_for_operations(call, window);
    if (error == MPI_SUCCESS) error = call.at(point::OriginsEnd(), window, internal::all_ranks);
    auto& engine = call.state().one_sided;
    internal::for_each_member(call, window, *window.accessed, [&](int rank, int in_process) {
        engine.complete(window.part, rank, in_process);
        return true;
    });
    window.accessed->release();
    window.accessed = nullptr;
    return error;
}

// MPI_Win_wait: returns when all members have called MPI_Win_complete.
template <class Program>
int win_wait(Call<Program>& call, MPI_Win win) noexcept {
    WindowObject& window = internal::window_of(call, win);
    if (!internal::is_exposed(call, window)) return call.error();
    auto& awaited = call.state().awaited_window;
    const Group& group = *window.exposed_to;
    awaited = {"ends its access to the window (MPI_Win_complete)", group.size() == 1 ? group.member(0) : -1};
    const int error = call.at(point::AccessesAreAwaited(), window);
    if (error == MPI_SUCCESS) call.state().one_sided.wait_for_end_of_exposure(window.part, group.size());
    awaited = {};
    return error == MPI_SUCCESS ? internal::close_exposure(call, window) : error;
}

// MPI_Win_test: progress once; other ranks of the worker run when the flag is not set.
template <class Program>
int win_test(Call<Program>& call, MPI_Win win, int* flag) noexcept {
    WindowObject& window = internal::window_of(call, win);
    if (!internal::is_exposed(call, window)) return call.error();
    auto& state = call.state();
    state.communicator.progress();
    if (const int error = call.at(point::AccessesAreTested(), window); error != MPI_SUCCESS) return error;
    *flag = state.one_sided.try_end_exposure(window.part, window.exposed_to->size()) ? 1 : 0;
    if (*flag != 0) return internal::close_exposure(call, window);
    call.state().communicator.give_way();
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
