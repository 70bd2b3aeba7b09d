// The point-to-point function objects that MPI's collectives hand to directions: blocking, on the collective
// context of a communicator.
#pragma once

#include "components/collective/data.hpp"
#include "components/collective/direction.hpp"
#include "mpi_api/point_to_point/messages.hpp"

namespace sartor::mpi {

// Messages between the same two ranks do not overtake each other, so one tag serves all collectives.
inline constexpr int collective_tag = 0;

template <class Program, class Data> class Exchange {
  public:
    using Communicators = typename Interface<Program>::Communicators;

    Exchange(Call<Program>& call, MPI_Comm comm, const Data& data) noexcept
        : call_(call), comm_(comm), context_(Communicators::context(comm) + collective_context_offset), data_(data) {}

    void send(int node) noexcept {
        sending<Program> message;
        message.parcel.envelope.header = {Communicators::rank(comm_), collective_tag, context_};
        message.parcel.envelope.storage = data_.of(node);
        message.destination = Communicators::in_process(comm_, node);
        message.owner = process::current;
        (call_.state().communicator << message).wait(message);
    }

    void receive(int node) noexcept {
        receiving<Program> message;
        message.envelope.header = {node, collective_tag, context_};
        message.envelope.storage = data_.of(node);
        (call_.state().communicator >> message).wait(message);
        if (message.sent_bytes != message.envelope.storage.bytes) report_mismatch(message, node);
    }

    // The error of the exchanges so far.
    [[nodiscard]] int error() const noexcept { return call_.error(); }
    [[nodiscard]] Data& data() noexcept { return data_; }

  private:
    // A shorter message would leave a hole, a longer one was cut: both mean that the ranks disagree.
    [[gnu::cold]] void report_mismatch(const receiving<Program>& message, int node) noexcept {
        call_.template fail<MPI_ERR_TRUNCATE>("rank %d sent %zu bytes where this rank expects %zu: counts or "
                                              "datatypes of the ranks differ",
                                              node, message.sent_bytes, message.envelope.storage.bytes);
    }

    Call<Program>& call_;
    MPI_Comm comm_;
    int context_;
    Data data_;
};

// A topology of MPI's communicator, as the calling rank sees it.
template <class Topology, class Program> [[nodiscard]] Topology topology_of(MPI_Comm comm, int root) noexcept {
    using Communicators = typename Interface<Program>::Communicators;
    return {Communicators::size(comm), Communicators::rank(comm), root};
}

// Runs a direction over a topology with the data of a collective call.
template <class Direction, class Topology, class Program, class Data>
[[nodiscard]] int run(Call<Program>& call, MPI_Comm comm, int root, const Data& data) noexcept {
    Exchange<Program, Data> exchange(call, comm, data);
    Direction::run(topology_of<Topology, Program>(comm, root), exchange);
    return exchange.error();
}

} // namespace sartor::mpi
