// One call of an MPI function: its name for reports, and the checks of its arguments.
#pragma once

#include <cstddef>
#include <cstdint>

#include "mpi_api/collective/tags.hpp"
#include "mpi_api/sessions/session_call.hpp"
#include "mpi_api/state.hpp"
#include "mpi_api/stay.hpp"

namespace sartor::mpi {

[[nodiscard]] inline std::intptr_t value_of(const void* handle) noexcept {
    return reinterpret_cast<std::intptr_t>(handle);
}

// Checks return false after reporting what is wrong; error() then gives what the function returns. Which
// checks a function makes follows from the kinds of its parameters in the table of the MPI interface.
template <class Program>
class Call
    : public std::conditional_t<Interface<Program>::has_sessions, SessionCall<Call<Program>>, NoSessionCall> {
  public:
    using I = Interface<Program>;

    // Made by the entry of an MPI function: its return address is the place of the call.
    [[gnu::always_inline]] explicit Call(const char* function) noexcept
        : function_(function), place_(__builtin_return_address(0)), stay_(function) {
        process::current->call = function;
        process::current->call_place = place_;
    }

    [[nodiscard]] const void* place() const noexcept { return place_; }
    [[nodiscard]] const char* function() const noexcept { return function_; }

    [[nodiscard]] RankState<Program>& state() const noexcept { return self<Program>(); }

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
            if (!state().handlers.is_fatal(handler)) return hand_to(handler, Class);
        if constexpr (sizeof...(Arguments) == 0)
            report_error(function_, place_, error_name<Class>(), "%s", format);
        else
            report_error(function_, place_, error_name<Class>(), format, arguments...);
        process::end_run(fatal_exit_code);
    }

    // Errors from now on belong to this communicator.
    void speak_for(MPI_Comm comm) noexcept { comm_ = comm; }
    // MPI_COMM_NULL: no communicator yet.
    [[nodiscard]] MPI_Comm speaks_for() const noexcept { return comm_; }

    [[nodiscard]] int error() const noexcept { return error_; }

    // What tells the messages of this call's collective from others on its communicator.
    [[nodiscard]] int collective_tag() const noexcept { return collective_tag_.value; }
    void set_collective_tag(int tag) noexcept { collective_tag_.value = tag; }

    [[nodiscard]] bool initialized() noexcept {
        if constexpr (I::has_sessions)
            if (state().sessions.any_open()) return true;
        return world_initialized();
    }
    // For functions that an open session is not enough for.
    [[nodiscard]] bool world_initialized() noexcept {
        if (state().phase == Phase::initialized) return true;
        fail<MPI_ERR_OTHER>(state().phase == Phase::finalized ? "called after MPI_Finalize"
                                                              : "called before MPI_Init");
        return false;
    }

    [[nodiscard]] bool communicator(const char* name, MPI_Comm comm) noexcept {
        if (state().communicators.valid(comm) && exists(comm)) {
            speak_for(comm);
            return true;
        }
        if (comm == MPI_COMM_NULL)
            fail<MPI_ERR_COMM>("%s = MPI_COMM_NULL: expected a communicator", name);
        else if (!exists(comm))
            fail<MPI_ERR_COMM>("%s: a communicator of MPI's own is used outside of MPI_Init ... MPI_Finalize",
                               name);
        else
            fail<MPI_ERR_COMM>("%s = %p: not a communicator, or one that was freed", name,
                               static_cast<void*>(comm));
        return false;
    }

    [[nodiscard]] bool destination(const char* name, int rank, MPI_Comm comm) noexcept {
        return rank == MPI_PROC_NULL || in_range(rank, comm) ||
               wrong_rank(name, rank, comm, " or MPI_PROC_NULL");
    }

    [[nodiscard]] bool source(const char* name, int rank, MPI_Comm comm) noexcept {
        if (rank == MPI_ANY_SOURCE) return wildcard<feature::any_source>(name, "MPI_ANY_SOURCE");
        return rank == MPI_PROC_NULL || in_range(rank, comm) ||
               wrong_rank(name, rank, comm, ", MPI_ANY_SOURCE or MPI_PROC_NULL");
    }

    [[nodiscard]] bool rank(const char* name, int rank, MPI_Comm comm) noexcept {
        return in_range(rank, comm) || wrong_rank(name, rank, comm, "");
    }

    [[nodiscard]] bool root(const char* name, int rank, MPI_Comm comm) noexcept {
        if (in_range(rank, comm) || (is_inter(comm) && (rank == MPI_ROOT || rank == MPI_PROC_NULL)))
            return true;
        fail<MPI_ERR_ROOT>("%s = %d: expected a rank of the communicator, 0 to %d%s", name, rank,
                           peers(comm) - 1, is_inter(comm) ? ", MPI_ROOT or MPI_PROC_NULL" : "");
        return false;
    }

    // What is not defined for intercommunicators.
    [[nodiscard]] bool intracommunicator(MPI_Comm comm) noexcept {
        if (!is_inter(comm)) return true;
        fail<MPI_ERR_COMM>("comm: expected an intracommunicator");
        return false;
    }

    [[nodiscard]] bool send_tag(const char* name, int tag) noexcept {
        if (tag >= 0) return true;
        fail<MPI_ERR_TAG>("%s = %d: expected a tag, 0 to 2147483647", name, tag);
        return false;
    }

    [[nodiscard]] bool receive_tag(const char* name, int tag) noexcept {
        if (tag == MPI_ANY_TAG) return wildcard<feature::any_tag>(name, "MPI_ANY_TAG");
        if (tag >= 0) return true;
        fail<MPI_ERR_TAG>("%s = %d: expected a tag, 0 to 2147483647, or MPI_ANY_TAG", name, tag);
        return false;
    }

    [[nodiscard]] bool count(const char* name, MPI_Count count) noexcept {
        if (count >= 0) return true;
        fail<MPI_ERR_COUNT>("%s = %lld: expected no negative count", name, static_cast<long long>(count));
        return false;
    }

    [[nodiscard]] bool length(const char* name, MPI_Count count) noexcept {
        if (count >= 0) return true;
        fail<MPI_ERR_ARG>("%s = %lld: expected no negative length", name, static_cast<long long>(count));
        return false;
    }

    [[nodiscard]] bool datatype(const char* name, MPI_Datatype type) noexcept {
        if (state().datatypes.valid(value_of(type))) return true;
        if (type == MPI_DATATYPE_NULL)
            fail<MPI_ERR_TYPE>("%s = MPI_DATATYPE_NULL: expected a datatype", name);
        else
            fail<MPI_ERR_TYPE>(I::Datatypes::has_derived ? "%s = %p: not a datatype, or one that was freed"
                                                         : "%s = %p: not a datatype of this program's MPI",
                               name, static_cast<void*>(type));
        return false;
    }

    // A datatype that data are moved with.
    [[nodiscard]] bool committed(const char* name, MPI_Datatype type) noexcept {
        if (!datatype(name, type)) return false;
        if (state().datatypes.committed(value_of(type))) return true;
        fail<MPI_ERR_TYPE>("%s = %p: not committed: call MPI_Type_commit first", name,
                           static_cast<void*>(type));
        return false;
    }

    [[nodiscard]] bool operation(const char* name, MPI_Op op, MPI_Datatype type) noexcept {
        using Operations = typename I::Operations;
        if (Operations::find(value_of(op), value_of(type)) != nullptr) return true;
        if (state().user_operations.find(op) != nullptr) return true;
        if (op == MPI_OP_NULL)
            fail<MPI_ERR_OP>("%s = MPI_OP_NULL: expected an operation", name);
        else if (!Operations::is_operation(value_of(op)))
            fail<MPI_ERR_OP>("%s = %p: not an operation, or one that was freed", name,
                             static_cast<void*>(op));
        else
            fail<MPI_ERR_OP>(
                "%s: operation %lld is not defined for datatype %lld (their values in mpi.h), or the "
                "program names one of them nowhere",
                name, static_cast<long long>(value_of(op)), static_cast<long long>(value_of(type)));
        return false;
    }

    // A derived datatype may hold addresses: then the buffer is MPI_BOTTOM, a null pointer.
    [[nodiscard]] bool buffer(const char* name, const void* buffer, MPI_Count count,
                              MPI_Datatype type) noexcept {
        if (buffer != nullptr || count == 0 || state().datatypes.absolute(value_of(type))) return true;
        fail<MPI_ERR_BUFFER>("%s is a null pointer, for %lld elements", name, static_cast<long long>(count));
        return false;
    }

    // What a collective sends and receives must not be the same memory (MPI-5.0 section 6.2.3).
    [[nodiscard]] bool separate(const void* send_buffer, const void* receive_buffer,
                                MPI_Count count) noexcept {
        if (send_buffer != receive_buffer || send_buffer == nullptr || count == 0) [[likely]]
            return true;
        fail<MPI_ERR_BUFFER>("sendbuf and recvbuf are the same: give MPI_IN_PLACE for one of them");
        return false;
    }

    // One side of a collective, on the ranks where it is significant.
    [[nodiscard]] bool side(const char* buffer_name, const void* buffer, MPI_Count count,
                            MPI_Datatype type) noexcept {
        return this->count("the count", count) && committed("the datatype", type) &&
               this->buffer(buffer_name, buffer, count, type);
    }

    [[nodiscard]] bool request(const char* name, const MPI_Request* request) noexcept {
        if (request == nullptr) return result(name, request);
        if (*request == MPI_REQUEST_NULL || state().requests.find(bits_of(*request)) != nullptr) return true;
        fail<MPI_ERR_REQUEST>("%s = %p: not a request, or one that was freed", name,
                              static_cast<void*>(*request));
        return false;
    }

    // Whether it stands for a send that was over at once.
    [[nodiscard]] bool is_over(MPI_Request request) const noexcept {
        return request != MPI_REQUEST_NULL && request == state().shared_request;
    }

    [[nodiscard]] bool requests(const char* name, int count, const MPI_Request* requests) noexcept {
        for (int index = 0; index < count; ++index)
            if ((requests == nullptr || !is_over(requests[index])) &&
                !request(name, requests == nullptr ? nullptr : &requests[index]))
                return false;
        return true;
    }

    [[nodiscard]] bool group(const char* name, MPI_Group group) noexcept {
        if constexpr (I::has_sessions)
            if (const auto* entry = state().groups.find_entry(group))
                return this->same_origin(name, entry->session);
        if (state().groups.find(group) != nullptr) return true;
        if (group == MPI_GROUP_NULL)
            fail<MPI_ERR_GROUP>("%s = MPI_GROUP_NULL: expected a group", name);
        else
            fail<MPI_ERR_GROUP>("%s = %p: not a group, or one that was freed", name,
                                static_cast<void*>(group));
        return false;
    }

    [[nodiscard]] bool errhandler(const char* name, MPI_Errhandler handler) noexcept {
        if (state().handlers.valid(handler)) return true;
        fail<MPI_ERR_ERRHANDLER>("%s = %p: not an error handler, or one that was freed", name,
                                 static_cast<void*>(handler));
        return false;
    }

    [[nodiscard]] bool info(const char* name, MPI_Info info) noexcept {
        if (state().infos.find(info) != nullptr) return true;
        fail<MPI_ERR_INFO>("%s = %p: expected an info object", name, static_cast<void*>(info));
        return false;
    }
    [[nodiscard]] bool hints(const char* name, MPI_Info info) noexcept {
        return info == MPI_INFO_NULL || this->info(name, info);
    }

    // A pointer through which something is returned.
    [[nodiscard]] bool result(const char* name, const void* pointer) noexcept {
        if (pointer != nullptr) return true;
        fail<MPI_ERR_ARG>("%s is a null pointer", name);
        return false;
    }

    [[nodiscard]] static std::uintptr_t bits_of(MPI_Request request) noexcept {
        return reinterpret_cast<std::uintptr_t>(request);
    }

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

    // Communicators of the World Model come with MPI_Init and go with MPI_Finalize.
    [[nodiscard]] bool exists([[maybe_unused]] MPI_Comm comm) const noexcept {
        if constexpr (I::has_sessions)
            if (state().phase != Phase::initialized) return !is_predefined(comm);
        return true;
    }

    [[nodiscard]] bool in_range(int rank, MPI_Comm comm) const noexcept {
        return static_cast<unsigned>(rank) < static_cast<unsigned>(peers(comm));
    }

    [[gnu::cold]] bool wrong_rank(const char* name, int rank, MPI_Comm comm, const char* others) noexcept {
        fail<MPI_ERR_RANK>("%s = %d: expected a rank of the communicator, 0 to %d%s", name, rank,
                           peers(comm) - 1, others);
        return false;
    }

    // A wildcard that the program nowhere names was computed at run time: this cut can't match it.
    template <class Wildcard>
    [[nodiscard]] bool wildcard(const char* name, const char* constant) noexcept {
        if constexpr (!has<typename I::Features, Wildcard>) {
            report_error(
                function_, place_, "nothing was cut for it",
                "%s is %s by its value, but the program's source names that constant nowhere: name it", name,
                constant);
            process::end_run(fatal_exit_code);
        }
        return true;
    }

    const char* function_;
    const void* place_;
    MPI_Comm comm_ = MPI_COMM_NULL; // none yet
    int error_ = MPI_SUCCESS;
    [[no_unique_address]] std::conditional_t<I::has_tasks, ChosenTag, BlockingTag> collective_tag_;
    [[no_unique_address]] Stay<typename Program::machine> stay_;
};

// Frees what a handle stands for with free(state, handle): now, or when no task can use it any more.
template <class Program, class Free>
void free_when_unused(Call<Program>& call, std::uintptr_t handle, Free free) noexcept {
    auto& state = call.state();
    if constexpr (Interface<Program>::has_tasks)
        if (state.tasks.in_use())
            return state.tasks.free_later(handle, [](void* place, std::uintptr_t freed) {
                Free{}(*static_cast<RankState<Program>*>(place), freed);
            });
    free(state, handle);
}

} // namespace sartor::mpi
