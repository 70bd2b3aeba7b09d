// Allreduce of short vectors: one rank of each worker joins what its neighbours have, exchanges with those of
// the other workers, and gives all the result.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

#include "components/collective/algorithms/reduce_long.hpp"
#include "components/collective/operands/loaded.hpp"
#include "components/collective/shared/reduce.hpp"
#include "components/collective/shared/worker_barrier.hpp"

namespace sartor::collective {

namespace allreduce {

// What a rank shows: its operands, and which rank's were of another length.
struct Part {
    shared::Offer operands;
    Difference difference{};
};

// For vectors of up to most_chunk_bytes where ranks of a worker can wait without messages: log2 W exchanges
// for W workers, two copies for each rank. Otherwise the algorithm `Otherwise`.
template <class Otherwise>
struct ByWorker {
    static constexpr std::string_view name = "hierarchical, joined by each worker";

    template <MessagePassing M, Operands O>
    static void run(M& interface, O& operands) {
        if constexpr (HasWorkerBarrier<M> && ReadableOperands<O>)
            if (fits(operands) && interface.has_worker_barrier()) return join(interface, operands);
        Otherwise::run(interface, operands);
    }

  private:
    template <ReadableOperands O>
    [[nodiscard]] static bool fits(const O& operands) {
        return operands.readable() && operands.count() * operands.element_bytes() <= shared::most_chunk_bytes;
    }

    // One rank of each worker runs the part between arrive() and release(); its neighbours are blocked
    // meanwhile, and their memory may be read and written. Operands of another length are left out, and
    // reported by both ranks.
    template <HasWorkerBarrier M, ReadableOperands O>
    static void join(M& interface, O& operands) {
        const Part own{shared::offer_of(operands)};
        const Publication<M, Part> parts(interface, own);
        auto attendance = interface.attendance();
        if (interface.arrive(attendance)) {
            const int other = parts.first_other(attendance.begin(), attendance.end());
            if (other == attendance.end())
                join_and_give(interface, operands, attendance, parts);
            else
                note_other(parts, attendance.begin(), attendance.end(), other);
            interface.release(attendance);
        }
        own.difference.report(interface, own.operands.bytes);
    }

    template <HasWorkerBarrier M, ReadableOperands O>
    static void join_and_give(M& interface, O& operands, const typename M::Attendance& attendance,
                              const Publication<M, Part>& parts) {
        const auto part = [&](int node) -> const Part& { return parts.of(node); };
        join_of_worker(operands, attendance.begin(), attendance.end(), part);
        auto leaders = leaders_of_workers(interface, attendance);
        Loaded<O> loaded(operands);
        if (leaders.size() > 1) RecursiveDoubling::run(leaders, loaded);
        for (int node = attendance.begin(); node < attendance.end(); ++node)
            if (node != interface.rank()) give(operands, interface.rank(), part(node));
    }

    // In the order of the ranks, through a chunk on the stack, since the target may hold operands.
    template <ReadableOperands O, class PartOf>
    static void join_of_worker(O& operands, int begin, int end, const PartOf& part) {
        alignas(64) char chunk[shared::most_chunk_bytes];
        const std::size_t bytes = operands.count() * operands.element_bytes();
        bool first = true;
        for (int node = begin; node < end; ++node) {
            const shared::Offer& offer = part(node).operands;
            if (offer.bytes != operands.bytes() || bytes == 0) continue;
            if (first)
                std::memcpy(chunk, offer.source, bytes);
            else
                operands.join_elements(offer.source, chunk, operands.count());
            first = false;
        }
        if (bytes > 0) std::memcpy(operands.target(), chunk, bytes);
    }

    // Copies the result into a neighbour's target, or notes that its operands have another length.
    template <ReadableOperands O>
    static void give(const O& operands, int leader, const Part& part) {
        const std::size_t bytes = operands.count() * operands.element_bytes();
        if (part.operands.bytes == operands.bytes()) {
            if (bytes > 0) std::memcpy(part.operands.target, operands.target(), bytes);
        } else {
            part.difference.note(leader, operands.bytes());
        }
    }
};

} // namespace allreduce

} // namespace sartor::collective
