// What happens after an error: the run ends, the call returns, or the program's own handler runs (MPI-5.0
// section 9.3).
#pragma once

#include <cstdint>
#include <string_view>

#include "components/handle_pool.hpp"
#include "components/process/rank/call_kept.hpp"
#include "framework/slot.hpp"
#include "mpi.h"

namespace sartor::mpi {

// MPI_ERRORS_ARE_FATAL, the only handler of programs that never set another.
class ErrorsAreFatal {
  public:
    static constexpr std::string_view name = "errors are fatal";

    [[nodiscard]] static constexpr bool is_fatal(MPI_Errhandler) noexcept { return true; }
    static void inherit(MPI_Errhandler, MPI_Errhandler&) noexcept {}
    static void release(MPI_Errhandler) noexcept {}
};

// A handler that the program made, for communicators, sessions, files or windows. It lives as long as the
// program or an object refers to it.
struct UserHandler {
    union {
        MPI_Comm_errhandler_function* function = nullptr;
        MPI_Session_errhandler_function* of_session;
        MPI_File_errhandler_function* of_file;
        MPI_Win_errhandler_function* of_window;
    };
    int references = 1;
    bool for_sessions = false;
};

// What errors of no open file are handed to.
struct FileErrors {
    static constexpr std::string_view name = "the error handler of files";
    MPI_Errhandler handler = MPI_ERRORS_RETURN;
};
struct NoFileErrors {
    static constexpr std::string_view name = absent;
};

// A communicator with a null handler has the default one.
class ErrorHandlers {
  public:
    static constexpr std::string_view name = "error handlers of the program's own";

    [[nodiscard]] static bool is_fatal(MPI_Errhandler handler) noexcept {
        return handler == nullptr || handler == MPI_ERRORS_ARE_FATAL || handler == MPI_ERRORS_ABORT;
    }
    [[nodiscard]] bool valid(MPI_Errhandler handler) const noexcept {
        return handler == MPI_ERRORS_ARE_FATAL || handler == MPI_ERRORS_ABORT ||
               handler == MPI_ERRORS_RETURN || find(handler) != nullptr;
    }

    [[nodiscard]] MPI_Errhandler make(MPI_Comm_errhandler_function* function) noexcept {
        UserHandler* handler = pool_.make();
        if (handler == nullptr) return MPI_ERRHANDLER_NULL;
        handler->function = function;
        return reinterpret_cast<MPI_Errhandler>(pool_.handle_of(*handler));
    }
    [[nodiscard]] MPI_Errhandler make_for_sessions(MPI_Session_errhandler_function* function) noexcept {
        const MPI_Errhandler handler = make(nullptr);
        if (handler == MPI_ERRHANDLER_NULL) return handler;
        find(handler)->of_session = function;
        find(handler)->for_sessions = true;
        return handler;
    }
    [[nodiscard]] MPI_Errhandler make_for_files(MPI_File_errhandler_function* function) noexcept {
        const MPI_Errhandler handler = make(nullptr);
        if (handler != MPI_ERRHANDLER_NULL) find(handler)->of_file = function;
        return handler;
    }
    [[nodiscard]] MPI_Errhandler make_for_windows(MPI_Win_errhandler_function* function) noexcept {
        const MPI_Errhandler handler = make(nullptr);
        if (handler != MPI_ERRHANDLER_NULL) find(handler)->of_window = function;
        return handler;
    }
    [[nodiscard]] UserHandler* find(MPI_Errhandler handler) const noexcept {
        return pool_.find(reinterpret_cast<std::uintptr_t>(handler));
    }

    // `target` refers to what `source` does from now on.
    void inherit(MPI_Errhandler source, MPI_Errhandler& target) noexcept {
        target = source;
        share(source);
    }
    void share(MPI_Errhandler handler) noexcept {
        if (UserHandler* own = find(handler)) ++own->references;
    }
    void release(MPI_Errhandler handler) noexcept {
        UserHandler* own = find(handler);
        if (own != nullptr && --own->references == 0) pool_.free(*own);
    }

    // Runs what is not fatal. Returns what the MPI function returns.
    int handle(MPI_Errhandler handler, MPI_Comm comm, int code) noexcept {
        UserHandler* const own = find(handler);
        const process::CallKept kept;
        if (own != nullptr) own->function(&comm, &code);
        return code;
    }
    // The same in a program with sessions: each kind of handler gets an object of its kind.
    int handle(MPI_Errhandler handler, MPI_Comm comm, MPI_Session session, int code) noexcept {
        UserHandler* own = find(handler);
        if (own == nullptr || !own->for_sessions) return handle(handler, comm, code);
        const process::CallKept kept;
        own->of_session(&session, &code);
        return code;
    }

    int handle_of_file(MPI_Errhandler handler, MPI_File file, int code) noexcept {
        UserHandler* const own = find(handler);
        const process::CallKept kept;
        if (own != nullptr) own->of_file(&file, &code);
        return code;
    }

    int handle_of_window(MPI_Errhandler handler, MPI_Win win, int code) noexcept {
        UserHandler* const own = find(handler);
        const process::CallKept kept;
        if (own != nullptr) own->of_window(&win, &code);
        return code;
    }

    [[nodiscard]] const auto& pool() const noexcept { return pool_; }

  private:
    HandlePool<UserHandler> pool_;
};

} // namespace sartor::mpi
