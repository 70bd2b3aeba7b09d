// Buffers of collectives in which each rank has a part of its own, in programs built with --checked (MPI-5.0
// section 6.12).
#pragma once

#include <boost/mp11/list.hpp>

#include "aspects/call/checked/watched_buffers.hpp"
#include "aspects/call/checked/watched_spans.hpp"

namespace sartor::mpi::checked {

// Where parts follow each other without gaps, they are watched like other buffers; otherwise the program's
// loads and stores of each part are: what is in gaps is the program's. Costs a look at each part, and what
// WatchedBuffers costs.
struct WatchedParts {
    static constexpr std::string_view name = "parts of buffers are watched";
    using points =
        boost::mp11::mp_list<point::PartsSent, point::PartsReceived, point::PartsExchanged, point::EdgesUsed>;

    template <class Program, class Parts>
    static bool at(point::PartsSent, Call<Program>& call, const Parts& outgoing, int ranks) noexcept {
        return use(call, outgoing, ranks, false);
    }
    template <class Program, class Parts>
    static bool at(point::PartsReceived, Call<Program>& call, const Parts& incoming, int ranks) noexcept {
        return use(call, incoming, ranks, true);
    }
    template <class Program, class Outgoing, class Incoming>
    static bool at(point::PartsExchanged, Call<Program>& call, const Outgoing& outgoing,
                   const Incoming& incoming, int ranks) noexcept {
        return use(call, outgoing, ranks, false) && use(call, incoming, ranks, true);
    }

    template <class Program, class Outgoing, class Incoming>
    static bool at(point::EdgesUsed, Call<Program>& call, const Outgoing& outgoing, int edges_out,
                   const Incoming& incoming, int edges_in) noexcept {
        return use(call, outgoing, edges_out, false) && use(call, incoming, edges_in, true);
    }

  private:
    template <class Program, class Parts>
    static bool use(Call<Program>& call, const Parts& parts, int ranks, bool is_written) noexcept {
        if (!begins_now(call)) return true;
        PieceSpan whole;
        for (int rank = 0; rank < ranks; ++rank) {
            const auto part = parts(rank);
            if (part.bytes == 0) continue;
            if (!part.is_one_piece()) return use_each(call, parts, ranks, is_written);
            const PieceSpan span = envelope::span_of(part);
            if (!whole.is_empty() && span.first != whole.behind)
                return use_each(call, parts, ranks, is_written);
            whole.widen(span);
        }
        if (whole.is_empty()) return true;
        using Storage = typename request_of<Program>::Storage;
        return use_in_collective(
            call, Storage{reinterpret_cast<void*>(whole.first), whole.behind - whole.first}, is_written);
    }
    template <class Program, class Parts>
    static bool use_each(Call<Program>& call, const Parts& parts, int ranks, bool is_written) noexcept {
        const request_of<Program>* const starting = call.state().requests.kept.starting;
        for (int rank = 0; rank < ranks; ++rank) {
            const auto part = parts(rank);
            if (part.bytes == 0) continue;
            NewUse use(part, is_written);
            if (!may_use_pieces<Program>(call, use, nullptr)) return false;
            if (starting != nullptr) begin_spans(call, starting, rank, part, is_written);
        }
        return true;
    }
};

} // namespace sartor::mpi::checked
