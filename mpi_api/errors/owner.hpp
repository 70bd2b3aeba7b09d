// To what an error belongs, and whose error handler hears of it (MPI-5.0 section 9.3).
#pragma once

#include "mpi_api/state/state.hpp"

namespace sartor::mpi {

// A communicator; none yet: MPI_COMM_NULL.
struct OwnedByCommunicator {
    MPI_Comm comm = MPI_COMM_NULL;

    // What is known to be no communicator's belongs to MPI_COMM_SELF; a program that set only the handler of
    // MPI_COMM_WORLD, as MPI-3 says, gets that one.
    template <class Program>
    [[nodiscard]] MPI_Errhandler handler(const RankState<Program>& state) noexcept {
        if constexpr (Interface<Program>::manages_communicators) {
            const auto& communicators = state.communicators;
            if (communicators.find(comm) == nullptr) comm = MPI_COMM_SELF;
            if (comm == MPI_COMM_SELF && communicators.find(MPI_COMM_SELF)->errhandler == nullptr)
                comm = MPI_COMM_WORLD;
            return communicators.find(comm)->errhandler;
        }
        return nullptr;
    }
    template <class Program>
    int hand_to(RankState<Program>& state, MPI_Errhandler handler, int error_class) const noexcept {
        return state.handlers.handle(handler, comm, error_class);
    }
};

// With sessions there are errors of no communicator that have another handler than MPI_COMM_SELF's: given to
// the call, of its session, or what is in force outside of MPI_Init ... MPI_Finalize (fatal).
struct OwnedBySession : OwnedByCommunicator {
    MPI_Session session = nullptr; // the World Model's
    MPI_Errhandler given = nullptr;
    bool is_given = false;

    template <class Program>
    [[nodiscard]] MPI_Errhandler handler(const RankState<Program>& state) noexcept {
        if (comm != MPI_COMM_NULL) return OwnedByCommunicator::handler(state);
        if (is_given) return given;
        if (session == nullptr && state.phase == Phase::initialized)
            return OwnedByCommunicator::handler(state);
        const auto* own = state.sessions.find(session);
        return own == nullptr ? nullptr : own->errhandler;
    }
    template <class Program>
    int hand_to(RankState<Program>& state, MPI_Errhandler handler, int error_class) const noexcept {
        return state.handlers.handle(handler, comm, session == nullptr ? MPI_SESSION_NULL : session,
                                     error_class);
    }
};

// In programs with windows: errors of a call that works on one belong to it.
template <class Base>
struct OwnedByWindow : Base {
    MPI_Win win = MPI_WIN_NULL;

    template <class Program>
    [[nodiscard]] MPI_Errhandler handler(const RankState<Program>& state) noexcept {
        const auto* window = state.windows.find(win);
        return window != nullptr ? window->errhandler : Base::handler(state);
    }
    template <class Program>
    int hand_to(RankState<Program>& state, MPI_Errhandler handler, int error_class) const noexcept {
        return state.windows.find(win) != nullptr ? state.handlers.handle_of_window(handler, win, error_class)
                                                  : Base::hand_to(state, handler, error_class);
    }
};

} // namespace sartor::mpi
