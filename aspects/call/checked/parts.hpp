// Parts of buffers that a collective must not write twice, nor while it reads them (programs built with
// --checked).
#pragma once

#include <boost/mp11/list.hpp>

#include "components/envelope/pieces.hpp"
#include "mpi_api/call/call.hpp"
#include "mpi_api/call/points.hpp"

namespace sartor::mpi::checked {

inline constexpr int most_pairs_of_parts = 1 << 20;

// Whether parts of two ranks have a byte in common: incoming(r) comes from rank r. O(ranks) where they are in
// order, with their square otherwise.
template <class Program, class Incoming>
[[nodiscard]] bool find_common_parts(const Incoming& incoming, int ranks, int& one, int& other) noexcept {
    using envelope::PieceSpan;
    bool in_order = true;
    std::uintptr_t behind = 0;
    for (int rank = 0; rank < ranks && in_order; ++rank) {
        const PieceSpan span = envelope::span_of(incoming(rank));
        if (span.is_empty()) continue;
        in_order = span.first >= behind;
        behind = span.behind;
    }
    if (in_order || ranks > most_pairs_of_parts / ranks) return false;
    for (one = 1; one < ranks; ++one)
        for (other = 0; other < one; ++other)
            if (envelope::have_common_byte(incoming(one), incoming(other))) return true;
    return false;
}

// MPI_ERR_BUFFER. Costs a look at the datatype of each part.
struct PartsApart {
    static constexpr std::string_view name = "parts of buffers are apart";
    using points = boost::mp11::mp_list<point::PartsReceived, point::PartsExchanged>;

    template <class Program, class Incoming>
    static bool at(point::PartsReceived, Call<Program>& call, const Incoming& incoming, int ranks) noexcept {
        int one = 0;
        int other = 0;
        if (!find_common_parts<Program>(incoming, ranks, one, other)) return true;
        call.template fail<MPI_ERR_BUFFER>(
            "recvbuf: the parts for what ranks %d and %d send overlap: their memory is written twice", other,
            one);
        return false;
    }

    template <class Program, class Outgoing, class Incoming>
    static bool at(point::PartsExchanged, Call<Program>& call, const Outgoing& outgoing,
                   const Incoming& incoming, int ranks) noexcept {
        if (!at(point::PartsReceived(), call, incoming, ranks)) return false;
        envelope::PieceSpan sent;
        envelope::PieceSpan received;
        for (int rank = 0; rank < ranks; ++rank) {
            sent.widen(envelope::span_of(outgoing(rank)));
            received.widen(envelope::span_of(incoming(rank)));
        }
        if (!sent.overlaps(received) || ranks > most_pairs_of_parts / ranks) return true;
        for (int one = 0; one < ranks; ++one)
            for (int other = 0; other < ranks; ++other)
                if (envelope::have_common_byte(outgoing(one), incoming(other))) {
                    call.template fail<MPI_ERR_BUFFER>(
                        "sendbuf and recvbuf: the part for rank %d and the part from rank %d overlap", one,
                        other);
                    return false;
                }
        return true;
    }
};

} // namespace sartor::mpi::checked
