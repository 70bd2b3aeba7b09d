// Which call of an MPI function this is: its name and place in the program, whose state it works on, to which
// communicator its errors belong.
#pragma once

#include <cstdint>
#include <type_traits>

#include "mpi_api/collective/tags.hpp"
#include "mpi_api/sessions/session_call.hpp"
#include "mpi_api/state.hpp"
#include "mpi_api/stay.hpp"

namespace sartor::mpi {

template <class Program>
class Call;

template <class Program>
class CallContext
    : public std::conditional_t<Interface<Program>::has_sessions, SessionCall<Call<Program>>, NoSessionCall> {
  public:
    using I = Interface<Program>;

    // Made by the entry of an MPI function: its return address is the place of the call.
    [[gnu::always_inline]] explicit CallContext(const char* function) noexcept
        : function_(function), place_(__builtin_return_address(0)), state_(&self<Program>()),
          stay_(function) {
        process::current->call = function;
        process::current->call_place = place_;
    }

    [[nodiscard]] const void* place() const noexcept { return place_; }
    [[nodiscard]] const char* function() const noexcept { return function_; }

    [[nodiscard]] RankState<Program>& state() const noexcept { return *state_; }

    // The communicator of a valid handle, as this rank sees it.
    [[nodiscard]] auto view(MPI_Comm comm) const noexcept { return state().communicators.view(comm); }

    // MPI_COMM_WORLD and its like.
    [[nodiscard]] bool is_predefined(MPI_Comm comm) const noexcept {
        bool predefined = false;
        state().communicators.for_each_predefined([&](MPI_Comm one) { predefined |= one == comm; });
        return predefined;
    }

    // Whether a communicator has two sides; how many ranks one can send to.
    [[nodiscard]] bool is_inter(MPI_Comm comm) const noexcept {
        if constexpr (I::has_intercommunicators) return view(comm).is_inter();
        return false;
    }
    [[nodiscard]] int peers(MPI_Comm comm) const noexcept {
        if constexpr (I::has_intercommunicators)
            return view(comm).peers();
        else
            return view(comm).size();
    }

    // Reports and hands the class to the error handler. Returns what the MPI function returns.
    template <int Class, class... Arguments>
    [[gnu::cold, gnu::noinline]] int fail(const char* format, Arguments... arguments) noexcept {
        error_ = Class;
        const MPI_Errhandler handler = error_handler();
        if constexpr (has<typename I::Features, feature::error_handlers>)
            if (!state().handlers.is_fatal(handler)) {
                state().returned_error = true;
                return hand_to(handler, Class);
            }
        if constexpr (sizeof...(Arguments) == 0)
            report_error(function_, place_, error_name<Class>(), "%s", format);
        else
            report_error(function_, place_, error_name<Class>(), format, arguments...);
        process::end_run(fatal_exit_code);
    }

    // Errors from now on belong to this communicator.
    void speak_for(MPI_Comm comm) noexcept {
        if constexpr (I::manages_communicators) comm_ = comm; // other communicators have no error handlers
    }
    // MPI_COMM_NULL: no communicator yet.
    [[nodiscard]] MPI_Comm speaks_for() const noexcept { return comm_; }

    [[nodiscard]] int error() const noexcept { return error_; }

    // What tells the messages of this call's collective from others on its communicator.
    [[nodiscard]] int collective_tag(Signature signature) const noexcept {
        return collective_tag_.of(signature);
    }
    // Whether arguments are checked and nothing is sent.
    [[nodiscard]] bool rehearses() const noexcept { return collective_tag_.rehearses(); }
    void set_collective_tag(const ChosenTag& tag) noexcept { collective_tag_ = tag; }

  private:
    // An error of no communicator belongs to MPI_COMM_SELF (MPI-5.0 section 9.3); a program that set only the
    // handler of MPI_COMM_WORLD, as MPI-3 says, gets that one.
    [[nodiscard]] MPI_Errhandler error_handler() noexcept {
        if constexpr (I::has_sessions)
            if (comm_ == MPI_COMM_NULL && this->has_handler_of_its_own()) return this->handler_of_its_own();
        if constexpr (I::manages_communicators) {
            const auto& communicators = state().communicators;
            if (communicators.find(comm_) == nullptr) comm_ = MPI_COMM_SELF;
            if (comm_ == MPI_COMM_SELF && communicators.find(MPI_COMM_SELF)->errhandler == nullptr)
                comm_ = MPI_COMM_WORLD;
            return communicators.find(comm_)->errhandler;
        }
        return nullptr;
    }

    int hand_to(MPI_Errhandler handler, int error_class) noexcept {
        if constexpr (I::has_sessions)
            return state().handlers.handle(handler, comm_, this->session_or_null(), error_class);
        else
            return state().handlers.handle(handler, comm_, error_class);
    }

    const char* function_;
    const void* place_;
    RankState<Program>* state_;     // a rank never changes its worker, nor its state
    MPI_Comm comm_ = MPI_COMM_NULL; // none yet
    int error_ = MPI_SUCCESS;
    [[no_unique_address]] std::conditional_t<I::has_tasks, ChosenTag, BlockingTag> collective_tag_;
    [[no_unique_address]] Stay<typename Program::machine> stay_;
};

} // namespace sartor::mpi
