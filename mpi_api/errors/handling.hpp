// What happens after an error: the run ends, the call returns, or the program's own handler runs (MPI-5.0
// section 9.3).
#pragma once

#include <cstdint>
#include <string_view>

#include "components/handle_pool.hpp"
#include "framework/slot.hpp"
#include "mpi.h"
#include "mpi_api/state/callback_state.hpp"
#include "runtime/rank/call_kept.hpp"

namespace sartor::mpi {

// MPI_ERRORS_ARE_FATAL, the only handler of programs that never set another: no member, no code.
class ErrorsAreFatal {
  public:
    static constexpr std::string_view name = "errors are fatal";

    [[nodiscard]] static constexpr bool is_fatal(MPI_Errhandler) noexcept { return true; }
    static void inherit(MPI_Errhandler, MPI_Errhandler&) noexcept {}
    static void release(MPI_Errhandler) noexcept {}
};

// The objects that a handler is made for.
enum class HandlerKind : std::uint8_t { communicators, sessions, files, windows };
[[nodiscard]] constexpr const char* name_of(HandlerKind kind) noexcept {
    switch (kind) {
    case HandlerKind::sessions:
        return "sessions";
    case HandlerKind::files:
        return "files";
    case HandlerKind::windows:
        return "windows";
    case HandlerKind::communicators:
        break;
    }
    return "communicators";
}

// A handler that the program made, for communicators, sessions, files or windows. It is counted: the
// program's handle is one reference, each object that has it another, and the last to be dropped frees it.
struct UserHandler {
    union {
        MPI_Comm_errhandler_function* function = nullptr;
        MPI_Session_errhandler_function* of_session;
        MPI_File_errhandler_function* of_file;
        MPI_Win_errhandler_function* of_window;
    };
    int references = 1;
    int handles = 1; // references of the program's
    HandlerKind kind = HandlerKind::communicators;

    // Runs the function, which is the one of its kind.
    template <class Function, class Object>
    static void run(Function* own, Object object, int code) {
        own(&object, &code);
    }
    static void end() noexcept {}
};

// One whose function may get a state with each call. Functions of all kinds have one form.
struct HandlerWithState : UserHandler {
    using FunctionWithState = void(void* object, int code, void* state);
    FunctionWithState* function_with_state = nullptr; // or one of UserHandler
    CallbackState state;

    template <class Function, class Object>
    void run(Function* own, Object object, int code) const {
        if (function_with_state == nullptr) return UserHandler::run(own, object, code);
        function_with_state(object, code, state.state);
    }
    void end() const noexcept { state.end(); }
};

// The handler of MPI_FILE_NULL, for errors of no open file. MPI_ERRORS_RETURN until the program sets another.
struct FileErrors {
    static constexpr std::string_view name = "the error handler of files";
    MPI_Errhandler handler = MPI_ERRORS_RETURN;
    bool is_chosen = false; // by the program, for files or for one of them
};
struct NoFileErrors {
    static constexpr std::string_view name = absent;
};

// The handlers of a rank: the three predefined ones and those that the program makes. A null handler, which
// communicators begin with, is the default one and is fatal. Cost: a look-up by handle, O(1).
template <class Handler>
class ErrorHandlersOf {
  public:
    static constexpr std::string_view name = "error handlers of the program's own";

    // Whether an error under this handler ends the run.
    [[nodiscard]] static bool is_fatal(MPI_Errhandler handler) noexcept {
        return handler == nullptr || handler == MPI_ERRORS_ARE_FATAL || handler == MPI_ERRORS_ABORT;
    }
    [[nodiscard]] bool valid(MPI_Errhandler handler) const noexcept {
        return handler == MPI_ERRORS_ARE_FATAL || handler == MPI_ERRORS_ABORT ||
               handler == MPI_ERRORS_RETURN || find(handler) != nullptr;
    }

    // A new handler with one reference, the program's. MPI_ERRHANDLER_NULL when there is no memory.
    // `made_at`: see HandlePool::make. Likewise below.
    [[nodiscard]] MPI_Errhandler make(MPI_Comm_errhandler_function* function, const void* made_at) noexcept {
        Handler* handler = pool_.make(made_at);
        if (handler == nullptr) return MPI_ERRHANDLER_NULL;
        handler->function = function;
        return reinterpret_cast<MPI_Errhandler>(pool_.handle_of(*handler));
    }
    [[nodiscard]] MPI_Errhandler make_for_sessions(MPI_Session_errhandler_function* function,
                                                   const void* made_at) noexcept {
        const MPI_Errhandler handler = make(nullptr, made_at);
        if (handler == MPI_ERRHANDLER_NULL) return handler;
        find(handler)->of_session = function;
        find(handler)->kind = HandlerKind::sessions;
        return handler;
    }
    [[nodiscard]] MPI_Errhandler make_for_files(MPI_File_errhandler_function* function,
                                                const void* made_at) noexcept {
        const MPI_Errhandler handler = make(nullptr, made_at);
        if (handler == MPI_ERRHANDLER_NULL) return handler;
        find(handler)->of_file = function;
        find(handler)->kind = HandlerKind::files;
        return handler;
    }
    [[nodiscard]] MPI_Errhandler make_for_windows(MPI_Win_errhandler_function* function,
                                                  const void* made_at) noexcept {
        const MPI_Errhandler handler = make(nullptr, made_at);
        if (handler == MPI_ERRHANDLER_NULL) return handler;
        find(handler)->of_window = function;
        find(handler)->kind = HandlerKind::windows;
        return handler;
    }
    [[nodiscard]] Handler* find(MPI_Errhandler handler) const noexcept {
        return pool_.find(reinterpret_cast<std::uintptr_t>(handler));
    }

    // Gives `target` the handler of `source`, with a reference of its own.
    void inherit(MPI_Errhandler source, MPI_Errhandler& target) noexcept {
        target = source;
        share(source);
    }
    // One more reference; none is counted for predefined handlers.
    void share(MPI_Errhandler handler) noexcept {
        if (Handler* own = find(handler)) ++own->references;
    }
    // The same for a handle that the program gets; drop() when it frees one.
    void give(MPI_Errhandler handler) noexcept {
        share(handler);
        if (Handler* own = find(handler)) ++own->handles;
    }
    void drop(MPI_Errhandler handler) noexcept {
        if (Handler* own = find(handler)) --own->handles;
        release(handler);
    }
    // One reference less. Without any, the handler is freed and its handle is invalid.
    void release(MPI_Errhandler handler) noexcept {
        Handler* own = find(handler);
        if (own == nullptr || --own->references != 0) return;
        const Handler last = *own;
        pool_.free(*own);
        last.end();
    }

    // Runs a handler that is not fatal and returns `code`, which the MPI function then returns. What the
    // handler does to its arguments is ignored; MPI functions that it calls leave the report's function name
    // as it was.
    int handle(MPI_Errhandler handler, MPI_Comm comm, int code) noexcept {
        Handler* const own = find(handler);
        const process::CallKept kept;
        if (own != nullptr) own->run(own->function, comm, code);
        return code;
    }
    // The same in programs with sessions: handlers made for sessions get the session, all others the
    // communicator.
    int handle(MPI_Errhandler handler, MPI_Comm comm, MPI_Session session, int code) noexcept {
        Handler* own = find(handler);
        if (own == nullptr || own->kind != HandlerKind::sessions) return handle(handler, comm, code);
        const process::CallKept kept;
        own->run(own->of_session, session, code);
        return code;
    }

    int handle_of_file(MPI_Errhandler handler, MPI_File file, int code) noexcept {
        Handler* const own = find(handler);
        const process::CallKept kept;
        if (own != nullptr) own->run(own->of_file, file, code);
        return code;
    }

    int handle_of_window(MPI_Errhandler handler, MPI_Win win, int code) noexcept {
        Handler* const own = find(handler);
        const process::CallKept kept;
        if (own != nullptr) own->run(own->of_window, win, code);
        return code;
    }

    [[nodiscard]] const auto& pool() const noexcept { return pool_; }

  private:
    HandlePool<Handler> pool_;
};

using ErrorHandlers = ErrorHandlersOf<UserHandler>;

class ErrorHandlersWithState : public ErrorHandlersOf<HandlerWithState> {
  public:
    static constexpr std::string_view name = "error handlers of the program's own, with states";

    // A function of the form of HandlerWithState. As make() otherwise.
    template <class Function>
    [[nodiscard]] MPI_Errhandler make_with_state(HandlerKind kind, Function* function,
                                                 const CallbackState& state, const void* made_at) noexcept {
        const MPI_Errhandler handler = make(nullptr, made_at);
        if (handler == MPI_ERRHANDLER_NULL) return handler;
        HandlerWithState& made = *find(handler);
        made.kind = kind;
        made.function_with_state = reinterpret_cast<HandlerWithState::FunctionWithState*>(function);
        made.state = state;
        return handler;
    }
};

} // namespace sartor::mpi
