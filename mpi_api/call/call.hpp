// One call of an MPI function: the checks of its arguments.
#pragma once

#include <cstdint>

#include "mpi_api/call/points.hpp"
#include "mpi_api/call/refusals.hpp"

namespace sartor::mpi {

// The number of a predefined handle in the standard ABI, or the address behind any other.
[[nodiscard]] inline std::intptr_t value_of(const void* handle) noexcept {
    return reinterpret_cast<std::intptr_t>(handle);
}

// The two sets of parameters with which a collective gets buffers.
enum class Side : std::uint8_t { sent, received };

// The context of one call of an MPI function together with the checks of its arguments.
//
// Checks return false after having reported what is wrong, named after the parameter `argument`; error() then
// gives what the function must return. Which checks a function makes follows from the kinds of its parameters
// in the table of the MPI interface (mpi_api/table/README.md). Checks of frequent calls compare registers and
// load what the communicator caches; the report of a failure is another function, out of line.
template <class Program>
class Call : public CallContext<Program> {
  public:
    using I = Interface<Program>;
    using Context = CallContext<Program>;
    using Context::is_inter, Context::owner, Context::peers, Context::refuse, Context::raise_errors_on,
        Context::state;
    using Refused = Refusals<Program>;
    using Rules = typename I::Rules;

    // Made by the entry of an MPI function: its return address is the call site.
    [[gnu::always_inline]] explicit Call(const char* entry) noexcept : Context(entry, ReturnAddress()) {}
    Call(const char* entry, const void* return_address) noexcept : Context(entry, return_address) {}
    // For code that continues a call and did not get its Call: see this_call().
    Call(const process::Rank& rank, MPI_Comm comm) noexcept : Context(rank, comm) {}

    // What the program's aspects do at a point of the operation (call/points.hpp).
    template <class Point, class... Arguments>
    [[gnu::always_inline]] auto at(Point point, Arguments&&... arguments) noexcept {
        return at_point<typename I::PointAspects>(point, *this, arguments...);
    }

    // MPI_Init has been called and MPI_Finalize has not, or a session is open; otherwise MPI_ERR_OTHER.
    // Inlined early, as are all checks of frequent calls: otherwise the compiler keeps the call in memory.
    [[nodiscard, gnu::always_inline]] bool initialized() noexcept {
        return state().sessions.any_open() || world_initialized();
    }
    // The same for functions for which an open session is not enough (`world-model` in the table).
    [[nodiscard, gnu::always_inline]] bool world_initialized() noexcept {
        return state().phase == Phase::initialized || refuse(Refused::not_initialized(owner()));
    }

    // Whether this communicator is the one of the last call, so that finding it calls no function. Programs
    // with predefined communicators only: always true.
    [[nodiscard, gnu::always_inline]] bool remembers([[maybe_unused]] MPI_Comm comm) const noexcept {
        if constexpr (I::manages_communicators) return state().communicators.remembers(comm);
        return true;
    }
    // A valid communicator that exists now; otherwise MPI_ERR_COMM. Errors of the call are raised on it from
    // here on, so it is checked before the other arguments.
    [[nodiscard, gnu::always_inline]] bool communicator(const char* argument, MPI_Comm comm) noexcept {
        if (!this->look_up(comm)) return refuse(Refused::wrong_communicator(owner(), argument, comm));
        if (!this->exists(comm)) return refuse(Refused::no_world_model(owner(), argument));
        if (!at(point::CommunicatorGiven(), argument, comm)) return false;
        raise_errors_on(comm);
        this->show_communicator([&] { return this->view(comm).context(); });
        return true;
    }

    // The first checks of most functions.
    [[nodiscard, gnu::always_inline]] bool initialized_with_communicator(const char* argument,
                                                                         MPI_Comm comm) noexcept {
        return initialized() && communicator(argument, comm);
    }

    [[nodiscard]] bool communicator_or_null(const char* argument, MPI_Comm comm) noexcept {
        return comm == MPI_COMM_NULL || communicator(argument, comm);
    }

    // A rank of the communicator (of the remote group of an intercommunicator) or MPI_PROC_NULL; otherwise
    // MPI_ERR_RANK.
    [[nodiscard]] bool destination(const char* argument, int rank, MPI_Comm comm) noexcept {
        if (in_range(rank, comm)) [[likely]]
            return true;
        return rank == MPI_PROC_NULL || wrong_rank(argument, rank, comm, " or MPI_PROC_NULL");
    }

    // The same, or MPI_ANY_SOURCE. In a cut without wildcards the run ends: nothing could match it.
    [[nodiscard]] bool source(const char* argument, int rank, MPI_Comm comm) noexcept {
        if (in_range(rank, comm)) [[likely]]
            return true;
        if (rank == MPI_ANY_SOURCE) return wildcard<feature::any_source>(argument, "MPI_ANY_SOURCE");
        return rank == MPI_PROC_NULL || wrong_rank(argument, rank, comm, ", MPI_ANY_SOURCE or MPI_PROC_NULL");
    }

    [[nodiscard]] bool rank(const char* argument, int rank, MPI_Comm comm) noexcept {
        return in_range(rank, comm) || wrong_rank(argument, rank, comm, "");
    }

    // A rank of the communicator. In an intercommunicator also MPI_ROOT and MPI_PROC_NULL, which say whether
    // this rank or another one of its group is the root (MPI-5.0 section 6.2.3). Otherwise MPI_ERR_ROOT.
    [[nodiscard]] bool root(const char* argument, int rank, MPI_Comm comm) noexcept {
        if (in_range(rank, comm) || (is_inter(comm) && (rank == MPI_ROOT || rank == MPI_PROC_NULL)))
            return true;
        this->template fail<MPI_ERR_ROOT>("%s = %d: expected a rank of the communicator, 0 to %d%s", argument,
                                          rank, peers(comm) - 1,
                                          is_inter(comm) ? ", MPI_ROOT or MPI_PROC_NULL" : "");
        return false;
    }

    // For functions that are not defined for intercommunicators: MPI_ERR_COMM with one.
    [[nodiscard]] bool intracommunicator(MPI_Comm comm) noexcept {
        if (!is_inter(comm)) return true;
        this->template fail<MPI_ERR_COMM>("comm: expected an intracommunicator");
        return false;
    }

    // 0 to MPI_TAG_UB, which is the largest int; otherwise MPI_ERR_TAG.
    [[nodiscard]] bool send_tag(const char* argument, int tag) noexcept {
        if (tag >= 0) return true;
        this->template fail<MPI_ERR_TAG>("%s = %d: expected a tag, 0 to 2147483647", argument, tag);
        return false;
    }

    // The same, or MPI_ANY_TAG, which ends the run in a cut without that wildcard.
    [[nodiscard]] bool receive_tag(const char* argument, int tag) noexcept {
        if (tag >= 0) return true;
        if (tag == MPI_ANY_TAG) return wildcard<feature::any_tag>(argument, "MPI_ANY_TAG");
        return refuse(Refused::wrong_receive_tag(owner(), argument, tag));
    }

    [[nodiscard]] bool count(const char* argument, MPI_Count count) noexcept {
        if (count >= 0) return true;
        this->template fail<MPI_ERR_COUNT>("%s = %lld: expected no negative count", argument,
                                           static_cast<long long>(count));
        return false;
    }

    // Lengths of arrays and strings: MPI_ERR_ARG when negative, where a count of elements gives
    // MPI_ERR_COUNT.
    [[nodiscard]] bool length(const char* argument, MPI_Count count) noexcept {
        if (count >= 0) return true;
        this->template fail<MPI_ERR_ARG>("%s = %lld: expected no negative length", argument,
                                         static_cast<long long>(count));
        return false;
    }

    // A predefined datatype that this cut knows, or a derived one that was not freed, committed or not;
    // otherwise MPI_ERR_TYPE.
    [[nodiscard]] bool datatype(const char* argument, MPI_Datatype type) noexcept {
        return state().datatypes.valid(value_of(type)) ||
               refuse(Refused::wrong_datatype(owner(), argument, type));
    }

    [[nodiscard]] bool datatype_or_null(const char* argument, MPI_Datatype type) noexcept {
        return type == MPI_DATATYPE_NULL || datatype(argument, type);
    }

    // A datatype that data are moved with: MPI_ERR_TYPE if it was not committed.
    [[nodiscard]] bool committed(const char* argument, MPI_Datatype type) noexcept {
        return is_committed(type) || refuse(Refused::wrong_datatype(owner(), argument, type));
    }
    // The same for a message to or from `peer`. With MPI_PROC_NULL no data move and any datatype will do,
    // except in programs built with --checked.
    [[nodiscard]] bool committed(const char* argument, MPI_Datatype type, int peer) noexcept {
        if (is_committed(type)) [[likely]]
            return true;
        return Rules::is_without_arguments(peer) || refuse(Refused::wrong_datatype(owner(), argument, type));
    }

    // The datatype by which a reduction's operation is looked up: a predefined one stands for itself.
    [[nodiscard]] std::intptr_t operand(MPI_Datatype type) const noexcept {
        return state().datatypes.operand(value_of(type));
    }

    // A predefined operation that is defined for this datatype, or one of the program's own, which takes any.
    // Otherwise MPI_ERR_OP. Cost: a search of the table of operations that this cut has.
    [[nodiscard]] bool operation(const char* argument, MPI_Op op, MPI_Datatype type) noexcept {
        using Operations = typename I::Operations;
        if (Operations::find(value_of(op), this->operand(type)) != nullptr) return true;
        return state().user_operations.find(op) != nullptr ||
               refuse(Refused::wrong_operation(owner(), argument, op, type));
    }

    // A buffer for `count` elements: a null pointer, MPI_BOTTOM, is right for no elements and for derived
    // datatypes that hold addresses. Otherwise MPI_ERR_BUFFER. In programs built with --checked the buffer is
    // noted for the report of a crash.
    [[nodiscard]] bool buffer(const char* argument, const void* buffer, MPI_Count count,
                              MPI_Datatype type) noexcept {
        state().call_buffers.note(this->site(), argument, buffer, count, type);
        show_own_buffer(argument, count, type);
        if (is_memory(buffer)) [[likely]]
            return at(point::MemoryGiven(), argument, buffer, count, type);
        if (count == 0 || (buffer == nullptr && state().datatypes.absolute(value_of(type)))) return true;
        return refuse(Refused::wrong_buffer(owner(), argument, buffer, count));
    }

    // The same for a message to or from `peer`: none with MPI_PROC_NULL.
    [[nodiscard]] bool buffer(const char* argument, const void* buffer, MPI_Count count, MPI_Datatype type,
                              int peer) noexcept {
        if (is_memory(buffer)) [[likely]]
            return true;
        return peer == MPI_PROC_NULL || this->buffer(argument, buffer, count, type);
    }
    // The same with --checked. Written out here and inlined, so that the call stays in registers, and others
    // are compiled as without it.
    [[nodiscard, gnu::always_inline]] bool buffer(const char* argument, const void* buffer, MPI_Count count,
                                                  MPI_Datatype type, int peer) noexcept
        requires(I::notes_buffers) {
        state().call_buffers.note(this->site(), argument, buffer, count, type);
        show_own_buffer(argument, count, type);
        if (is_memory(buffer)) [[likely]]
            return peer == MPI_PROC_NULL || at(point::MemoryGiven(), argument, buffer, count, type);
        if (count == 0 || peer == MPI_PROC_NULL ||
            (buffer == nullptr && state().datatypes.absolute(value_of(type))))
            return true;
        return refuse(Refused::wrong_buffer(owner(), argument, buffer, count));
    }

    // Whether the operands are in the result's buffer, which only intracommunicators allow (MPI-5.0 section
    // 6.2.1).
    [[nodiscard]] bool in_place(const void* buffer, MPI_Comm comm) const noexcept {
        return buffer == MPI_IN_PLACE && !is_inter(comm);
    }
    // The operands of a reduction: MPI_IN_PLACE or a buffer.
    [[nodiscard]] bool operands(const void* send_buffer, MPI_Count count, MPI_Datatype type,
                                MPI_Comm comm) noexcept {
        return in_place(send_buffer, comm) || buffer("sendbuf", send_buffer, count, type);
    }

    // The buffers that a collective sends from and receives into must differ (MPI-5.0 section 6.2.3);
    // otherwise MPI_ERR_BUFFER. Compares their addresses, not the ranges.
    [[nodiscard]] bool separate(const void* send_buffer, const void* receive_buffer,
                                MPI_Count count) noexcept {
        return send_buffer != receive_buffer || send_buffer == nullptr || count == 0 ||
               refuse(Refused::same_memory(owner()));
    }
    // What a rank sends to itself must be as long as what it expects of itself, and elsewhere in memory.
    // Otherwise MPI_ERR_BUFFER for the same memory, MPI_ERR_TRUNCATE for too much, MPI_ERR_COUNT for too
    // little.
    template <class Storage>
    [[nodiscard]] bool own_part(const Storage& sent, const Storage& expected) noexcept {
        if (sent.data == expected.data && sent.bytes != 0 && expected.bytes != 0)
            return refuse(Refused::same_memory(owner()));
        return sent.bytes == expected.bytes ||
               refuse(Refused::wrong_own_part(owner(), sent.bytes, expected.bytes));
    }

    // One side of a collective, on the ranks where it is significant.
    [[nodiscard]] bool side(Side side, const void* buffer, MPI_Count count, MPI_Datatype type) noexcept {
        const bool sent = side == Side::sent;
        return this->count(sent ? "sendcount" : "recvcount", count) &&
               committed(sent ? "sendtype" : "recvtype", type) &&
               this->buffer(sent ? "sendbuf" : "recvbuf", buffer, count, type);
    }

    // A handle of a request or MPI_REQUEST_NULL; otherwise MPI_ERR_REQUEST.
    [[nodiscard]] bool request(const char* argument, const MPI_Request* request) noexcept {
        if (request == nullptr) return result(argument, request);
        if (is_request(*request)) return true;
        this->template fail<MPI_ERR_REQUEST>("%s = %p: not a request, or a request that was freed", argument,
                                             static_cast<void*>(*request));
        return false;
    }

    // An array of requests whose elements the function checks itself, one after the other.
    [[nodiscard]] bool request_array(const char* argument, const MPI_Request* requests, int count) noexcept {
        return count == 0 || result(argument, requests);
    }
    // All elements at once, before any of them is waited for. Cost: one look-up for each, none for the
    // request that finished sends share.
    [[nodiscard]] bool requests(const char* argument, const MPI_Request* requests, int count) noexcept {
        if (!request_array(argument, requests, count)) return false;
        const MPI_Request over = state().shared_request; // of sends, or null
        for (const MPI_Request* const end = requests + count; requests != end; ++requests)
            if (*requests != over && !is_request(*requests))
                return wrong_request(argument, end - count, requests);
        return true;
    }

    // A group that was not freed, of the same session as the call's other objects; otherwise MPI_ERR_GROUP.
    [[nodiscard, gnu::noinline]] bool group(const char* argument, MPI_Group group) noexcept {
        if (state().groups.find(group) != nullptr) return this->fits_origin(argument, group);
        if (group == MPI_GROUP_NULL)
            this->template fail<MPI_ERR_GROUP>("%s = MPI_GROUP_NULL: expected a group", argument);
        else
            this->template fail<MPI_ERR_GROUP>("%s = %p: not a group, or a group that was freed", argument,
                                               static_cast<void*>(group));
        return false;
    }

    [[nodiscard, gnu::noinline]] bool errhandler(const char* argument, MPI_Errhandler handler) noexcept {
        if (state().handlers.valid(handler)) return true;
        this->template fail<MPI_ERR_ERRHANDLER>(
            handler == MPI_ERRHANDLER_NULL
                ? "%s = MPI_ERRHANDLER_NULL: expected an error handler"
                : "%s = %p: not an error handler, or an error handler that was freed",
            argument, static_cast<void*>(handler));
        return false;
    }

    // A valid handler that was made for these objects or is predefined; otherwise MPI_ERR_ERRHANDLER.
    [[nodiscard, gnu::noinline]] bool handler_is_for(HandlerKind kind, const char* argument,
                                                     MPI_Errhandler handler) noexcept {
        const UserHandler* const own = state().handlers.find(handler);
        if (own == nullptr || own->kind == kind) return true;
        this->template fail<MPI_ERR_ERRHANDLER>("%s = %p: an error handler that was made for %s", argument,
                                                static_cast<void*>(handler), name_of(own->kind));
        return false;
    }

    [[nodiscard, gnu::noinline]] bool info(const char* argument, MPI_Info info) noexcept {
        if (state().infos.find(info) != nullptr) return true;
        this->template fail<MPI_ERR_INFO>(
            info == MPI_INFO_NULL ? "%s = MPI_INFO_NULL: expected an info object"
                                  : "%s = %p: not an info object, or an info object that was freed",
            argument, static_cast<void*>(info));
        return false;
    }
    // An info object or MPI_INFO_NULL; otherwise MPI_ERR_INFO.
    [[nodiscard]] bool hints(const char* argument, MPI_Info info) noexcept {
        return info == MPI_INFO_NULL || this->info(argument, info);
    }

    // A pointer through which something is returned: MPI_ERR_ARG for a null pointer.
    [[nodiscard, gnu::always_inline]] bool result(const char* argument, const void* pointer) noexcept {
        return pointer != nullptr || refuse(Refused::no_result(owner(), argument));
    }

    // The same for a function of the program.
    template <class Function>
    requires std::is_function_v<Function>
    [[nodiscard]] bool result(const char* argument, Function* function) noexcept {
        return result(argument, reinterpret_cast<const void*>(function));
    }

    // An array of `length` elements that is read or written. It may be null when it has none.
    [[nodiscard]] bool array(const char* argument, const void* elements, MPI_Count length) noexcept {
        return length <= 0 || result(argument, elements);
    }

    [[nodiscard]] static std::uintptr_t bits_of(MPI_Request request) noexcept {
        return reinterpret_cast<std::uintptr_t>(request);
    }

  private:
    [[gnu::always_inline]] void show_own_buffer(const char* argument, MPI_Count count,
                                                MPI_Datatype type) noexcept {
        this->show_buffer(argument[0] == 'r', [&] {
            return static_cast<std::size_t>(count) * state().datatypes.size_of(value_of(type));
        });
    }
    [[nodiscard]] bool is_request(MPI_Request request) const noexcept {
        const auto* found = state().requests.find(bits_of(request));
        return found != nullptr ? !Rules::is_freed(*found) : request == MPI_REQUEST_NULL;
    }
    [[gnu::cold, gnu::noinline]] bool wrong_request(const char* argument, const MPI_Request* first,
                                                    const MPI_Request* wrong) noexcept {
        this->template fail<MPI_ERR_REQUEST>("%s[%d] = %p: not a request, or a request that was freed",
                                             argument, static_cast<int>(wrong - first),
                                             static_cast<void*>(*wrong));
        return false;
    }
    // Neither MPI_BOTTOM nor MPI_IN_PLACE, whose values are the two lowest addresses.
    [[nodiscard]] static bool is_memory(const void* buffer) noexcept {
        return reinterpret_cast<std::uintptr_t>(buffer) > reinterpret_cast<std::uintptr_t>(MPI_IN_PLACE);
    }
    [[nodiscard]] bool is_committed(MPI_Datatype type) const noexcept {
        const auto& datatypes = state().datatypes;
        return datatypes.valid(value_of(type)) && datatypes.committed(value_of(type));
    }
    [[nodiscard]] bool in_range(int rank, MPI_Comm comm) const noexcept {
        if (static_cast<unsigned>(rank) >= static_cast<unsigned>(peers(comm))) return false;
        if (rank < 0) __builtin_unreachable(); // there are fewer than 2^31 peers: no special value is one
        return true;
    }

    bool wrong_rank(const char* argument, int rank, MPI_Comm comm, const char* others) noexcept {
        return refuse(Refused::wrong_rank(owner(), argument, rank, comm, others));
    }
    // A wildcard that the program nowhere names was computed at run time: this cut can't match it.
    template <class Wildcard>
    [[nodiscard]] bool wildcard(const char* argument, const char* constant) noexcept {
        if constexpr (!has<typename I::Features, Wildcard>) {
            end_in_error("nothing was cut for it",
                         "%s has the value of %s, which the program's source does not name: name it there",
                         argument, constant);
        }
        return true;
    }
};

// The call that this rank is in, made again for the cold part of a function: the frequent part then need not
// keep a Call in memory to hand it over. Errors are raised on `comm`.
template <class Program>
[[nodiscard]] Call<Program> this_call(MPI_Comm comm = MPI_COMM_NULL) noexcept {
    return {*process::current, comm};
}

// Returns within() for a communicator with one group and across(call) for an intercommunicator. `across` is a
// generic lambda, which programs without intercommunicators don't compile.
template <class Program, class Within, class Across>
[[gnu::always_inline]] inline auto by_groups(Call<Program>& call, MPI_Comm comm, const Within& within,
                                             const Across& across) {
    return Interface<Program>::Communicators::by_groups(call.view(comm), call, within, across);
}

} // namespace sartor::mpi
