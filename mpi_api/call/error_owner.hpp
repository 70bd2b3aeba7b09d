// The object on which an error is raised, and its error handler (MPI-5.0 section 9.3).
#pragma once

#include <cstdint>

#include "mpi_api/state/state.hpp"

namespace sartor::mpi {

// In programs without error handlers all errors are fatal, whatever they belong to.
struct NoErrorOwner {};

// The owner in programs without sessions, windows and files: a communicator, or MPI_COMM_NULL while none is
// known.
struct ErrorCommunicator {
    MPI_Comm comm = MPI_COMM_NULL;

    // The handler in force. Errors that belong to no communicator are raised on MPI_COMM_SELF (MPI-5.0
    // section 9.3); a program that set only the handler of MPI_COMM_WORLD, as MPI-3 says, gets that one.
    // `comm` becomes the communicator on which the error is raised in the end.
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
    // Runs a handler that is not fatal. Returns what the MPI function returns.
    template <class Program>
    int call_handler(RankState<Program>& state, MPI_Errhandler handler, int error_class) const noexcept {
        return state.handlers.handle(handler, comm, error_class);
    }
};

// In programs with sessions, windows or files: a communicator, one of those, or the handler that was given to
// the call. Two registers: a failed check passes it on.
//
// With sessions there are errors of no communicator that have another handler than MPI_COMM_SELF's: of their
// session, or what is in force outside of MPI_Init ... MPI_Finalize (fatal).
class ErrorObject {
  public:
    // No communicator yet: MPI_COMM_NULL.
    explicit ErrorObject(MPI_Comm comm) noexcept : ErrorObject(Kind::communicator, comm) {}
    // The World Model's: null.
    explicit ErrorObject(MPI_Session session) noexcept : ErrorObject(Kind::session, session) {}
    explicit ErrorObject(MPI_Win win) noexcept : ErrorObject(Kind::window, win) {}
    // MPI_FILE_NULL: of no open file.
    explicit ErrorObject(MPI_File file) noexcept : ErrorObject(Kind::file, file) {}
    // A handler that the call was given.
    explicit ErrorObject(MPI_Errhandler given) noexcept : ErrorObject(Kind::handler, given) {}

    [[nodiscard]] bool is_file() const noexcept { return kind_ == Kind::file; }

    // The handler in force; the owner becomes the object on which the error is raised in the end. Null:
    // errors are fatal.
    template <class Program>
    [[nodiscard]] MPI_Errhandler handler(const RankState<Program>& state) noexcept {
        using I = Interface<Program>;
        if constexpr (I::has_windows)
            if (kind_ == Kind::window) {
                if (const auto* window = state.windows.find(as<MPI_Win>())) return window->errhandler;
                // The call has freed it.
                *this = I::has_sessions ? ErrorObject(MPI_Session{}) : ErrorObject(MPI_COMM_NULL);
            }
        if constexpr (I::has_files)
            if (kind_ == Kind::file) {
                if (const auto* file = state.files.find(as<MPI_File>())) return file->errhandler;
                *this = ErrorObject(MPI_FILE_NULL);
                return state.file_errors.handler;
            }
        if constexpr (I::has_sessions) {
            if (kind_ == Kind::handler) return as<MPI_Errhandler>();
            if (kind_ == Kind::session && (handle_ != 0 || state.phase != Phase::initialized)) {
                const auto* own = state.sessions.find(as<MPI_Session>());
                return own == nullptr ? nullptr : own->errhandler;
            }
        }
        ErrorCommunicator owner{kind_ == Kind::communicator ? as<MPI_Comm>() : MPI_COMM_NULL};
        const MPI_Errhandler handler = owner.handler(state);
        *this = ErrorObject(owner.comm);
        return handler;
    }
    template <class Program>
    int call_handler(RankState<Program>& state, MPI_Errhandler handler, int error_class) const noexcept {
        using I = Interface<Program>;
        if constexpr (I::has_windows)
            if (kind_ == Kind::window)
                return state.handlers.handle_of_window(handler, as<MPI_Win>(), error_class);
        if constexpr (I::has_files)
            if (kind_ == Kind::file)
                return state.handlers.handle_of_file(handler, as<MPI_File>(), error_class);
        const MPI_Comm comm = kind_ == Kind::communicator ? as<MPI_Comm>() : MPI_COMM_NULL;
        if constexpr (I::has_sessions) {
            const bool is_known = kind_ == Kind::session && handle_ != 0;
            return state.handlers.handle(handler, comm, is_known ? as<MPI_Session>() : MPI_SESSION_NULL,
                                         error_class);
        }
        return state.handlers.handle(handler, comm, error_class);
    }

  private:
    enum class Kind : std::uint8_t { communicator, session, window, file, handler };

    ErrorObject(Kind kind, const void* handle) noexcept
        : handle_(reinterpret_cast<std::uintptr_t>(handle)), kind_(kind) {}

    template <class Handle>
    [[nodiscard]] Handle as() const noexcept {
        return reinterpret_cast<Handle>(handle_);
    }

    std::uintptr_t handle_;
    Kind kind_;
};

} // namespace sartor::mpi
