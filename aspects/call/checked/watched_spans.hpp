// Loads and stores of memory that operations have until another call of the program, in programs built with
// --checked: attached buffers, split accesses to files, partitions that are received, requests that were
// freed before they were complete (MPI-5.0 sections 3.6, 3.7.3, 4.2 and 14.4.5).
#pragma once

#include <boost/mp11/list.hpp>

#include "aspects/call/checked/touches.hpp"
#include "mpi_api/call/call.hpp"
#include "mpi_api/call/points.hpp"

namespace sartor::mpi::checked {

inline constexpr char is_complete[] = "that operation is complete";

// All pieces of some data.
template <class Program, class Data>
void begin_spans(Call<Program>& call, const void* owner, int part, const Data& data,
                 bool is_written) noexcept {
    if (data.bytes == 0) return;
    data.for_each_piece([&](const void* piece, std::size_t bytes) {
        call.state().spans_in_use.begin({owner, part, is_written, envelope::PieceSpan(piece, bytes),
                                         call.function(), call.site(), is_complete});
    });
}

// Costs an entry for each piece of memory, in programs whose loads and stores are seen.
struct WatchedSpans {
    static constexpr std::string_view name = "memory of other operations is watched";
    using points = boost::mp11::mp_list<point::BufferIsAttached, point::BufferIsDetached, point::SplitBegins,
                                        point::SplitEnds, point::PartitionsAwaited, point::PartitionIsSent,
                                        point::PartitionHasCome, point::RequestIsReleased, point::RequestEnds,
                                        point::RequestIsFreed, point::MemoryIsTouched>;

    template <class Program>
    static void at(point::BufferIsAttached, Call<Program>& call, const void* region,
                   std::size_t bytes) noexcept {
        call.state().spans_in_use.begin({region, 0, true, envelope::PieceSpan(region, bytes), call.function(),
                                         call.site(), "the buffer is detached"});
    }
    template <class Program>
    static void at(point::BufferIsDetached, Call<Program>& call, const void* region) noexcept {
        call.state().spans_in_use.end(region);
    }

    template <class Program>
    static void at(point::SplitBegins, Call<Program>& call, const void* file, const void* buffer,
                   MPI_Count count, MPI_Datatype type, bool is_written) noexcept {
        begin_spans(call, file, 0, call.state().datatypes.storage(buffer, count, value_of(type)), is_written);
    }
    template <class Program>
    static void at(point::SplitEnds, Call<Program>& call, const void* file) noexcept {
        call.state().spans_in_use.end(file);
    }

    template <class Program, class DataOf>
    static void at(point::PartitionsAwaited, Call<Program>& call, int partitions,
                   const DataOf& data_of) noexcept {
        const auto* const request = call.state().requests.kept.starting;
        for (int one = 0; request != nullptr && one < partitions; ++one)
            begin_spans(call, request, one, data_of(one), true);
    }
    template <class Program, class Data>
    static void at(point::PartitionIsSent, Call<Program>& call, MPI_Request handle, int partition,
                   const Data& data) noexcept {
        begin_spans(call, find_request(call, handle), partition, data, false);
    }
    template <class Program, class Request>
    static void at(point::PartitionHasCome, Call<Program>& call, const Request& request,
                   int partition) noexcept {
        call.state().spans_in_use.end(&request, partition);
    }

    // Other calls may tell the program that what was sent has been received.
    template <class Program, class Request>
    static void at(point::RequestIsReleased, Call<Program>& call, Request& request) noexcept {
        if (!request.uses.sent) return;
        auto& rank = call.state();
        rank.spans_in_use.end(&released);
        rank.spans_in_use.released_at = call.site();
        request.sent.data->for_each_piece([&](const void* piece, std::size_t bytes) {
            rank.spans_in_use.begin({&released, 0, false, envelope::PieceSpan(piece, bytes),
                                     request.sent.function, request.sent.site, is_complete});
        });
        if (request.is_complete()) return;
        rank.requests.kept.memory.end(request.sent);
        request.uses.sent = false;
    }
    template <class Program, class Request>
    static int at(point::RequestEnds, Call<Program>& call, const Request& request) noexcept {
        at(point::RequestIsFreed(), call, request);
        return MPI_SUCCESS;
    }
    template <class Program, class Request>
    static void at(point::RequestIsFreed, Call<Program>& call, const Request& request) noexcept {
        if (!call.state().spans_in_use.is_empty()) call.state().spans_in_use.end(&request);
    }

    template <class State>
    static void at(point::MemoryIsTouched, State& state, const process::Access& access) noexcept {
        auto& spans = state.spans_in_use;
        const auto* found = spans.disturbed_by(span_of(access), access.is_store);
        if (found != nullptr && found->owner == &released &&
            spans.released_at != process::current->call_site) {
            spans.end(&released);
            found = spans.disturbed_by(span_of(access), access.is_store);
        }
        if (found != nullptr) report_touch(access, found->function, found->site, found->until, nullptr);
    }

  private:
    static constexpr char released = 0;
};

} // namespace sartor::mpi::checked
