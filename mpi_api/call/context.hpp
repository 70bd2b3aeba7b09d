// Which call of an MPI function this is: its name and call site, whose state it works on, to which
// communicator its errors belong.
#pragma once

#include <cstdarg>
#include <cstdint>
#include <type_traits>

#include "mpi_api/call/error_owner.hpp"
#include "mpi_api/call/file_call.hpp"
#include "mpi_api/call/session_call.hpp"
#include "mpi_api/call/window_call.hpp"
#include "mpi_api/collective/tags/tags.hpp"
#include "mpi_api/errors/class_texts.hpp"
#include "mpi_api/state/state.hpp"
#include "selection/calls.hpp"

namespace sartor::mpi {

template <class Program>
class Call;

// What errors of the program's calls can belong to.
template <class Program>
using error_owner = std::conditional_t<
    !has<typename Program::features, feature::error_handlers>, NoErrorOwner,
    std::conditional_t<Interface<Program>::has_sessions || Interface<Program>::has_windows ||
                           Interface<Program>::has_files,
                       ErrorObject, ErrorCommunicator>>;
template <class Program>
using session_call = std::conditional_t<Interface<Program>::has_sessions, SessionCall<Call<Program>>,
                                        NoSessionCall<error_owner<Program>>>;
template <class Program>
using window_call = std::conditional_t<Interface<Program>::has_windows, WindowCall<Call<Program>>,
                                       NoWindowCall<error_owner<Program>>>;
template <class Program>
using file_call = std::conditional_t<Interface<Program>::has_files, FileCall<Call<Program>>,
                                     NoFileCall<error_owner<Program>>>;

// Where the entry returns to, in which a call is made: as late as it is needed, so that no register keeps it.
struct ReturnAddress {
    [[gnu::always_inline]] operator const void*() const noexcept { return __builtin_return_address(0); }
};

// The component over which the aspects of calls are woven (selection/calls.hpp): the state of the rank
// that calls.
template <class P>
class BareCall {
  public:
    static constexpr std::string_view name = "a call";
    using Program = P;
    using I = Interface<P>;
    using State = RankState<P>;
    using Machine = typename P::machine;
    using Callers = typename I::types::Callers;
    using Observer = typename I::types::Observer;
    using Receiving = typename I::types::Receiving;

    template <class Site>
    [[gnu::always_inline]] BareCall(const char*, Site) noexcept : state_(&state_of_caller()) {}
    // The call that the rank is in goes on.
    explicit BareCall(const process::Rank& rank) noexcept : state_(&process::state_of<State>(rank)) {}

    [[nodiscard]] State& state() const noexcept { return *state_; }
    [[nodiscard]] static Observer& observer() noexcept { return self<P>().communicator.observer(); }
    [[nodiscard]] static State& state_of_caller() noexcept { return self<P>(); }
    // For observers: the communicator that the call works on, and its own data in collectives.
    template <class Context>
    static void show_communicator(const Context&) noexcept {}
    template <class Bytes>
    static void show_buffer(bool /*is_received*/, const Bytes&) noexcept {}
    [[noreturn]] static void end_in_other_thread() noexcept { mpi::end_in_other_thread(); }

  private:
    State* state_; // a rank never changes its worker, nor its state
};

namespace internal {
template <class Program>
struct woven_call {
    using aspects = wanted_aspects<typename Program::features, call_aspects<Interface<Program>>>;
    using type = weave_list<BareCall<Program>, aspects>;
};
} // namespace internal

// What becomes of errors in programs without error handlers: they end the run.
struct FatalErrors {
    static constexpr bool are_returned = false;

    template <class... Words>
    [[noreturn, gnu::always_inline]] static int raise(NoErrorOwner, int /*code*/, const char* error,
                                                      Words... words) noexcept {
        end_in_error(error, words...);
    }
    [[nodiscard]] static constexpr bool are_fatal(NoErrorOwner, const auto& /*state*/) noexcept {
        return true;
    }
};

// And in others: the error handler in force is called.
template <class Program>
struct HandledErrors {
    static constexpr bool are_returned = true;
    using Owner = error_owner<Program>;

    // One function for all errors of a program. `code` is for the handler, the texts for the end of the run.
    [[gnu::cold, gnu::noinline, gnu::format(printf, 4, 5)]] static int
    raise(Owner owner, int code, const char* error, const char* format, ...) noexcept {
        auto& state = self<Program>();
        const MPI_Errhandler handler = owner.handler(state);
        if (!state.handlers.is_fatal(handler)) {
            state.returned_error = true;
            return owner.call_handler(state, handler, code);
        }
        va_list arguments;
        va_start(arguments, format);
        end_in_error_of(error, format, arguments);
    }
    // Whether an error would end the run.
    [[nodiscard]] static bool are_fatal(Owner owner, const RankState<Program>& state) noexcept {
        return state.handlers.is_fatal(owner.handler(state));
    }
};

// The part of a call that all functions use. Requires a rank that runs (process::current).
//
// The compiler can keep the context of a frequent call in registers, because functions for rare cases
// (errors, waiting) do not take its address: they get values, or use this_call().
template <class P>
class CallContext : public internal::woven_call<P>::type,
                    public session_call<P>,
                    public window_call<P>,
                    public file_call<P> {
    using Woven = typename internal::woven_call<P>::type;

  public:
    using Program = P;
    using I = Interface<Program>;
    using Owner = error_owner<Program>;
    using Errors = std::conditional_t<has<typename I::Features, feature::error_handlers>,
                                      HandledErrors<Program>, FatalErrors>;
    using Woven::state, Woven::site, Woven::function;

    // Made by the entry of an MPI function, whose name must last, for reports. `caller` becomes the address
    // where the program calls MPI.
    template <class Site>
    [[gnu::always_inline]] CallContext(const char* entry, Site caller) noexcept : Woven(entry, caller) {}
    // The call that the rank is in, as it began: see this_call().
    explicit CallContext(const process::Rank& rank, MPI_Comm comm) noexcept : Woven(rank) {
        raise_errors_on(comm);
    }

    // The communicator behind a valid handle, as this rank sees it. That of the argument checked last is kept
    // and costs a comparison, any other one a look-up.
    [[nodiscard]] auto view(MPI_Comm comm) const noexcept {
        if constexpr (I::manages_communicators)
            return comm == checked_ ? typename I::Communicators::View{object_} : view_in(state(), comm);
        else
            return state().communicators.view(comm);
    }

    // MPI_COMM_WORLD and its like.
    [[nodiscard]] bool is_predefined(MPI_Comm comm) const noexcept {
        bool predefined = false;
        state().communicators.for_each_predefined([&](MPI_Comm one) { predefined |= one == comm; });
        return predefined;
    }

    // Whether a communicator has two groups.
    [[nodiscard]] bool is_inter(MPI_Comm comm) const noexcept {
        return I::Communicators::is_inter(view(comm));
    }
    // How many ranks one can send to: the size of the group, of an intercommunicator its remote group.
    [[nodiscard]] int peers(MPI_Comm comm) const noexcept { return I::Communicators::peers(view(comm)); }

    // Reports an error of class `Class` and calls the error handler in force (MPI-5.0 section 9.3). Returns
    // what the MPI function must return; ends the run when the handler is fatal. The format is printf's and
    // names the parameter that is wrong.
    template <int Class, class... Arguments>
    [[gnu::always_inline]] int fail(const char* format, Arguments... arguments) noexcept {
        return error_ = fail_for<Class>(owner(), format, arguments...);
    }
    // The same for cold functions, which get the owner of the error by value instead of the call.
    template <int Class, class... Arguments>
    [[gnu::cold, gnu::noinline]] static int fail_for(Owner owner, const char* format,
                                                     Arguments... arguments) noexcept {
        constexpr const char* error = error_name<Class>();
        // Said in this place the compiler knows early that such errors do not return.
        if constexpr (!Errors::are_returned && sizeof...(Arguments) == 0)
            end_in_error(error, "%s", format);
        else if constexpr (!Errors::are_returned)
            end_in_error(error, format, arguments...);
        // A format without arguments is a text.
        const auto in_words = [&](const auto& say) noexcept {
            if constexpr (sizeof...(Arguments) == 0)
                return say("%s", format);
            else
                return say(format, arguments...);
        };
        if constexpr (I::has_files && I::Rules::are_strict && Errors::are_returned) {
            // Files return errors unless the program asks for more, and a mistake goes unseen. What the
            // system refuses, which a right program may expect, goes through fail_as().
            auto& state = self<Program>();
            if (owner.is_file() && !state.file_errors.is_chosen && !state.returned_error)
                in_words([&](auto... words) noexcept { report_returned(error, words...); });
        }
        return in_words([&](auto... words) noexcept { return Errors::raise(owner, Class, error, words...); });
    }

    // The same for a class of the standard's that is known at run time only.
    template <class... Arguments>
    [[gnu::cold, gnu::noinline]] int fail_as(int error_class, const char* format,
                                             Arguments... arguments) noexcept {
        static_assert(Errors::are_returned);
        return error_ = Errors::raise(owner(), error_class, text_of_class(error_class), format, arguments...);
    }

    // For a callback of an attribute that did not return MPI_SUCCESS: its code is what the function returns.
    [[gnu::cold, gnu::noinline]] int fail_in_callback(const char* callback, int code) noexcept {
        return error_ = Errors::raise(owner(), code, error_name<MPI_ERR_OTHER>(),
                                      "%s of an attribute returned %d", callback, code);
    }

    // Finds a communicator and keeps it for view(). False when the handle is that of no communicator.
    [[nodiscard]] bool look_up(MPI_Comm comm) noexcept {
        if constexpr (I::manages_communicators) {
            checked_ = comm;
            object_ = state().communicators.find(comm);
            return object_ != nullptr;
        }
        return state().communicators.valid(comm);
    }

    // Errors of the call are raised on this communicator from now on.
    void raise_errors_on(MPI_Comm comm) noexcept {
        if constexpr (I::manages_communicators) comm_ = comm; // others have no error handlers
    }
    // MPI_COMM_NULL: no communicator yet.
    [[nodiscard]] MPI_Comm error_communicator() const noexcept { return comm_; }
    [[nodiscard]] Owner owner() const noexcept requires(!Errors::are_returned) { return {}; }
    [[nodiscard]] Owner owner() const noexcept requires(Errors::are_returned) {
        return this->file_or(this->window_or(this->error_owner(comm_)));
    }

    // Whether an error of the call ends the run: what is reported about it then comes with its text.
    [[nodiscard]] bool errors_are_fatal() const noexcept { return Errors::are_fatal(owner(), state()); }

    [[nodiscard]] int error() const noexcept { return error_; }
    // Keeps what a failed check has returned, for error(). Always false.
    [[nodiscard]] bool refuse(int error) noexcept {
        error_ = error;
        return false;
    }

    // The tag for the messages of this call's collective: its signature, and for immediate and persistent
    // ones their number on the communicator (collective/tags/tags.hpp).
    [[nodiscard]] int collective_tag(Signature signature) const noexcept {
        return collective_tag_.of(signature);
    }
    // True when a persistent collective is being made: its arguments are checked and nothing is sent.
    [[nodiscard]] bool rehearses() const noexcept { return collective_tag_.rehearses(); }
    // True in immediate and persistent collectives.
    [[nodiscard]] bool is_numbered() const noexcept { return collective_tag_.is_numbered(); }
    void set_collective_tag(const ChosenTag& tag) noexcept { collective_tag_ = tag; }

  private:
    // Of other communicators than the checked one: seldom, so once.
    [[nodiscard, gnu::noinline]] static auto view_in(const RankState<Program>& state,
                                                     MPI_Comm comm) noexcept {
        return state.communicators.view(comm);
    }

    MPI_Comm comm_ = MPI_COMM_NULL; // none yet
    MPI_Comm checked_ = nullptr;    // the last that was looked up
    const CommunicatorObject* object_ = nullptr;
    int error_ = MPI_SUCCESS;
    [[no_unique_address]] std::conditional_t<I::has_tasks, ChosenTag, BlockingTag> collective_tag_;
};

} // namespace sartor::mpi
