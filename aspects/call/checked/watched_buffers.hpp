// Buffers of operations under way, in programs built with --checked: no other operation may write them,
// nothing may change what is sent, and no receive may write a byte twice (MPI-5.0
// sections 3.7.2, 5.1.11, 6.12 and 6.13). A request notes the buffers of its operation from its start to its
// end; what is kept for that is in mpi_api/state/buffers_in_use.hpp.
#pragma once

#include <utility>

#include <boost/mp11/list.hpp>

#include "aspects/call/checked/touches.hpp"
#include "components/envelope/digest.hpp"
#include "components/envelope/pieces.hpp"
#include "mpi_api/call/call.hpp"
#include "mpi_api/call/function_of_program.hpp"
#include "mpi_api/call/operation_text.hpp"
#include "mpi_api/call/points.hpp"

namespace sartor::mpi::checked {

template <class Program>
[[nodiscard, gnu::cold, gnu::noinline]] int refuse_common_byte(error_owner<Program> owner) noexcept {
    return Call<Program>::template fail_for<MPI_ERR_TYPE>(
        owner, "parts of the datatype overlap: a byte would be written twice");
}

// The span of the data meets that of others, or the pieces may meet each other. Returns MPI_SUCCESS or the
// error.
template <class Program, class Storage>
[[nodiscard, gnu::noinline]] int look_at_each_piece(error_owner<Program> owner, const Storage& data,
                                                    PieceSpan span, bool is_written,
                                                    const request_of<Program>* own) noexcept {
    if (is_written && envelope::has_byte_twice(data)) return refuse_common_byte<Program>(owner);
    OwnBuffers<Storage> own_buffers;
    if (own != nullptr) own_buffers = {&own->received, &own->sent};
    auto& requests = self<Program>().requests;
    if (!requests.kept.memory.one_meets(data, span, is_written, own_buffers)) return MPI_SUCCESS;
    const BufferInUse<Storage>* other = nullptr;
    bool other_is_written = false;
    requests.for_each([&](const request_of<Program>& request) {
        if (other != nullptr || &request == own || !request.is_active()) return;
        if (request.released && request.is_complete()) return;
        if (is_written && request.uses.sent && envelope::have_common_byte(data, *request.sent.data)) {
            other = &request.sent;
            other_is_written = false;
        }
        if (request.uses.received && envelope::have_common_byte(data, *request.received.data)) {
            other = &request.received;
            other_is_written = true;
        }
    });
    if (other == nullptr) return MPI_SUCCESS;
    return Call<Program>::template fail_for<MPI_ERR_BUFFER>(
        owner, "the buffer overlaps the buffer that %s %s, and that request is not complete",
        internal::OperationText(other->function, other->site).text,
        other_is_written ? "receives into" : "sends");
}

// Whether an operation may use the data, with `own` request or none. Sets what they span.
template <class Program, class Storage>
[[nodiscard, gnu::always_inline]] inline bool may_use_pieces(Call<Program>& call, NewUse<Storage>& use,
                                                             const request_of<Program>* own) noexcept {
    auto& memory = call.state().requests.kept.memory;
    if (use.data.is_one_piece()) {
        use.span.become(envelope::span_of(use.data));
        if (!memory.is_near(use.span, use.is_written)) [[likely]]
            return true;
    }
    const bool may_be_known = envelope::may_be_in_pieces<Storage> && (own == nullptr || !own->uses.any());
    if constexpr (envelope::may_be_in_pieces<Storage>) {
        if (may_be_known && memory.is_known_apart(use)) return true;
        use.span.become(envelope::span_of(use.data));
    }
    const int error = look_at_each_piece<Program>(call.owner(), use.data, use.span, use.is_written, own);
    if (error != MPI_SUCCESS) return call.refuse(error);
    if constexpr (envelope::may_be_in_pieces<Storage>)
        if (may_be_known) memory.note_apart(use);
    return true;
}

// An operation uses a buffer from now on. Its storage, `kept`, stays where it is.
template <class Program, class Buffer, class Storage>
[[gnu::always_inline]] inline void begin_use(Call<Program>& call, bool& is_in_use, Buffer& buffer,
                                             const NewUse<Storage>& use, const Storage& kept) noexcept {
    is_in_use = true;
    call.state().requests.kept.memory.begin(buffer, use, kept, call.function(), call.site());
    if constexpr (requires { buffer.digest; }) buffer.digest.keep(envelope::digest_of(use.data));
}

// The same until the request ends, which keeps a copy of the storage.
template <class Program, class Storage>
[[nodiscard]] bool use_in_request(Call<Program>& call, request_of<Program>& request, const Storage& data,
                                  bool is_written) noexcept {
    NewUse use(data, is_written);
    if (!may_use_pieces<Program>(call, use, &request)) return false;
    // What a collective does first is what the program has called.
    bool& is_in_use = is_written ? request.uses.received : request.uses.sent;
    if (is_in_use) return true;
    const auto& kept = request.kept_rest.copies[is_written].make(data);
    if (is_written)
        begin_use(call, is_in_use, request.received, use, kept);
    else
        begin_use(call, is_in_use, request.sent, use, kept);
    return true;
}

// Whether the program's collective begins: otherwise this is a part of one under way, or only its arguments
// are checked.
template <class Program>
[[nodiscard]] bool begins_now(Call<Program>& call) noexcept {
    return !call.rehearses() && (call.state().requests.kept.starting != nullptr || !call.is_numbered());
}
// The data are noted in the request of the collective that begins now, if it has one.
template <class Program, class Storage>
[[nodiscard]] bool use_in_collective(Call<Program>& call, const Storage& data, bool is_written) noexcept {
    request_of<Program>* const starting = call.state().requests.kept.starting;
    if (starting != nullptr) return use_in_request(call, *starting, data, is_written);
    NewUse use(data, is_written);
    return may_use_pieces<Program>(call, use, nullptr);
}

template <class Program, class Storage>
[[nodiscard, gnu::cold, gnu::noinline]] int report_change(error_owner<Program> owner,
                                                          const BufferInUse<Storage>& use) noexcept {
    const process::Rank& rank = *process::current;
    if (process::suppresses(rank, "MPI_ERR_BUFFER", process::call_site_of(rank, use.site)))
        return MPI_SUCCESS;
    return Call<Program>::template fail_for<MPI_ERR_BUFFER>(
        owner, "the buffer of %s has changed before the operation was complete",
        internal::OperationText(use.function, use.site).text);
}

// Costs a look at the memory that operations under way use, in programs whose loads and stores are seen two
// counts for each line of it, and for messages of up to some KiB a digest of what is sent; of operations
// beyond the first ones few are watched (mpi_api/state/watch_turns.hpp).
struct WatchedBuffers {
    static constexpr std::string_view name = "buffers of operations are watched";
    using points =
        boost::mp11::mp_list<point::DataUsed, point::BufferUsed, point::SendIsWatched, point::SendStarts,
                             point::ReceiveStarts, point::MessageStarts, point::ReceiveHasStarted,
                             point::RequestEnds, point::ReceiveEnds, point::SendEnds, point::RequestIsFreed,
                             point::CollectiveBegins, point::CollectiveDataUsed, point::RequestUses,
                             point::CommunicatorBegins, point::CommunicatorGiven, point::MemoryIsTouched>;

    template <class Program, class Data>
    [[gnu::always_inline]] static bool at(point::DataUsed, Call<Program>& call, const Data& data,
                                          bool is_written) noexcept {
        NewUse use(data, is_written);
        return may_use_pieces<Program>(call, use, nullptr);
    }

    template <class Program>
    static bool at(point::BufferUsed, Call<Program>& call, const void* buffer, MPI_Count count,
                   MPI_Datatype type, bool is_written) noexcept {
        return at(point::DataUsed(), call, call.state().datatypes.storage(buffer, count, value_of(type)),
                  is_written);
    }

    // False, and counted, if it is passed over.
    template <class Program>
    [[gnu::always_inline]] static bool at(point::SendIsWatched, Call<Program>& call) noexcept {
        auto& turns = call.state().requests.kept.turns;
        if (!turns.passes_over_next()) return true;
        turns.pass_over();
        return false;
    }
    template <class Program, class Request>
    [[gnu::always_inline]] static bool at(point::SendStarts, Call<Program>& call, Request& request) noexcept {
        if (is_in_operation(call)) return false;
        if (!call.state().requests.kept.turns.takes_next()) return true;
        const auto& data = request.sending.parcel.envelope.storage;
        NewUse use(data, false);
        if (!may_use_pieces<Program>(call, use, &request)) return false;
        begin_use(call, request.uses.sent, request.sent, use, data);
        return true;
    }
    template <class Program, class Request>
    [[gnu::always_inline]] static bool at(point::ReceiveStarts, Call<Program>& call,
                                          Request& request) noexcept {
        if (is_in_operation(call)) return false;
        const auto& data = request.receiving.envelope.storage;
        call.state().packed_data.forget(data);
        if (!call.state().requests.kept.turns.takes_next()) return true;
        NewUse use(data, true);
        if (!may_use_pieces<Program>(call, use, &request)) return false;
        begin_use(call, request.uses.received, request.received, use, data);
        request.receiving.transit.watch.begin();
        return true;
    }
    template <class Program, class Request>
    static bool at(point::MessageStarts, Call<Program>& call, Request& request) noexcept {
        return (!request.sends || at(point::SendStarts(), call, request)) &&
               (!request.receives || at(point::ReceiveStarts(), call, request));
    }
    template <class Program, class Request>
    [[gnu::always_inline]] static void at(point::ReceiveHasStarted, Call<Program>& call,
                                          Request& request) noexcept {
        if (request.uses.received) [[likely]]
            request.receiving.transit.watch.has_started(request.receiving,
                                                        call.state().communicator.filling());
    }

    // Whether a message in both directions was sent as it was, and not written by the program before it came.
    template <class Program, class Request>
    static int at(point::RequestEnds, Call<Program>& call, Request& request) noexcept {
        const auto& sent = request.sent;
        const auto& received = request.received;
        const bool was_sent = request.uses.sent && !request.cancelled;
        const bool was_received = request.uses.received && request.receives && !request.cancelled;
        const bool was_written = was_received && request.receiving.transit.watch.end(
                                                     request.receiving, call.state().communicator.filling());
        at(point::RequestIsFreed(), call, request);
        if (was_sent && sent.has_changed()) return report_change<Program>(call.owner(), sent);
        return was_written ? report_change<Program>(call.owner(), received) : MPI_SUCCESS;
    }
    // Of some requests no buffers are in use.
    template <class Program, class Request>
    [[gnu::always_inline]] static int at(point::ReceiveEnds, Call<Program>& call, Request& request) noexcept {
        if (!request.uses.received) return MPI_SUCCESS;
        auto& received = request.received;
        const bool was_written =
            request.receiving.transit.watch.end(request.receiving, call.state().communicator.filling());
        call.state().requests.kept.memory.end(received);
        return was_written ? report_change<Program>(call.owner(), received) : MPI_SUCCESS;
    }
    template <class Program, class Request>
    [[gnu::always_inline]] static int at(point::SendEnds, Call<Program>& call, Request& request) noexcept {
        if (!request.uses.sent) return MPI_SUCCESS;
        auto& sent = request.sent;
        call.state().requests.kept.memory.end(sent);
        return !sent.has_changed() ? MPI_SUCCESS : report_change<Program>(call.owner(), sent);
    }
    template <class Program, class Request>
    [[gnu::always_inline]] static void at(point::RequestIsFreed, Call<Program>& call,
                                          Request& request) noexcept {
        auto& rank = call.state().requests.kept;
        if (request.uses.sent) rank.memory.end(request.sent);
        if (request.uses.received) {
            rank.memory.end(request.received);
            if (request.receives) request.receiving.transit.watch.leave(call.state().communicator.filling());
        }
        if (request.uses.makes_communicator) --rank.unfinished;
        request.uses = {};
        request.kept_rest.window = nullptr;
    }

    // The buffers of the collective that begins now are noted in this request.
    template <class Program, class Request>
    static void at(point::CollectiveBegins, Call<Program>& call, Request* request) noexcept {
        call.state().requests.kept.starting = request;
    }
    template <class Program>
    static bool at(point::CollectiveDataUsed, Call<Program>& call, const void* buffer, MPI_Count count,
                   MPI_Datatype type, MPI_Comm comm, bool is_written) noexcept {
        request_of<Program>* const starting = call.state().requests.kept.starting;
        if (!begins_now(call) || (starting != nullptr && starting->comm != comm)) return true;
        return use_in_collective(call, call.state().datatypes.storage(buffer, count, value_of(type)),
                                 is_written);
    }

    template <class Program, class Request, class Data>
    static bool at(point::RequestUses, Call<Program>& call, Request& request, const Data& make_data,
                   bool is_written) noexcept {
        if (is_in_operation(call)) return false;
        return !call.state().requests.kept.turns.takes_next() ||
               use_in_request(call, request, make_data(), is_written);
    }

    template <class State>
    static void at(point::MemoryIsTouched, State& state, const process::Access& access) noexcept {
        const PieceSpan touched = span_of(access);
        const auto* const found = state.requests.kept.memory.disturbed_by(touched, access.is_store);
        if (found != nullptr) report_touch(access, found->function, found->site);
    }

    template <class Program, class Request>
    static void at(point::CommunicatorBegins, Call<Program>& call, Request& request, MPI_Comm comm) noexcept {
        request.kept_rest.unfinished = {comm, call.function(), call.site()};
        request.uses.makes_communicator = true;
        ++call.state().requests.kept.unfinished;
    }
    // No operation under way is still to make the communicator. O(1) when nothing makes any, otherwise
    // O(requests).
    template <class Program>
    static bool at(point::CommunicatorGiven, Call<Program>& call, const char* argument,
                   MPI_Comm comm) noexcept {
        auto& requests = call.state().requests;
        if (!Interface<Program>::manages_communicators || requests.kept.unfinished == 0) return true;
        const UnfinishedCommunicator* found = nullptr;
        requests.for_each([&](const auto& request) {
            if (request.uses.makes_communicator && request.kept_rest.unfinished.comm == comm)
                found = &request.kept_rest.unfinished;
        });
        return found == nullptr ||
               call.refuse(Refusals<Program>::unfinished_communicator(call.owner(), argument, *found));
    }
};

} // namespace sartor::mpi::checked
