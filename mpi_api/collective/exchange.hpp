// The point-to-point function objects that MPI's collectives hand to directions: blocking, on the collective
// context of a communicator.
#pragma once

#include "components/collective/direction.hpp"
#include "mpi_api/point_to_point/messages.hpp"

namespace sartor::mpi {

// `data(node)` is the storage of what is sent to or received from a node.
template <class Program, class Data>
class Exchange {
  public:
    using View = typename Interface<Program>::Communicators::View;

    Exchange(Call<Program>& call, const View& view, const Data& data) noexcept
        : call_(call), view_(view), data_(data) {}

    void send(int node) noexcept {
        sending<Program> message;
        message.parcel.envelope.header = {view_.rank(), call_.collective_tag(), context()};
        message.parcel.envelope.storage = data_(node);
        message.destination = view_.in_process(node);
        message.owner = process::current;
        call_.state().communicator.send(message);
    }

    void receive(int node) noexcept {
        receiving<Program> message;
        message.envelope.header = {node, call_.collective_tag(), context()};
        message.source = view_.in_process(node);
        message.envelope.storage = data_(node);
        (call_.state().communicator >> message).wait(message);
        if (message.sent_bytes != message.envelope.storage.bytes) report_mismatch(message, node);
    }

    // Both at once, with storages of their own.
    template <class Outgoing, class Incoming>
    void exchange(int to, const Outgoing& outgoing, int from, const Incoming& incoming) noexcept {
        receiving<Program> arriving;
        arriving.envelope.header = {from, call_.collective_tag(), context()};
        arriving.source = view_.in_process(from);
        arriving.envelope.storage = incoming;
        call_.state().communicator >> arriving;
        sending<Program> leaving;
        leaving.parcel.envelope.header = {view_.rank(), call_.collective_tag(), context()};
        leaving.parcel.envelope.storage = outgoing;
        leaving.destination = view_.in_process(to);
        leaving.owner = process::current;
        (call_.state().communicator << leaving).wait(leaving);
        call_.state().communicator.wait(arriving);
        if (arriving.sent_bytes != arriving.envelope.storage.bytes) report_mismatch(arriving, from);
    }

    // The error of the exchanges so far.
    [[nodiscard]] int error() const noexcept { return call_.error(); }

  private:
    [[nodiscard]] int context() const noexcept { return view_.context() + collective_context_offset; }

    // A shorter message would leave a hole, a longer one was cut: both mean that the ranks disagree.
    [[gnu::cold]] void report_mismatch(const receiving<Program>& message, int node) noexcept {
        call_.template fail<MPI_ERR_TRUNCATE>("rank %d sent %zu bytes where this rank expects %zu: counts or "
                                              "datatypes of the ranks differ",
                                              node, message.sent_bytes, message.envelope.storage.bytes);
    }

    Call<Program>& call_;
    [[no_unique_address]] View view_;
    Data data_;
};

// A topology of MPI's communicator, as the calling rank sees it.
template <class Topology, class View>
[[nodiscard]] Topology topology_of(const View& view, int root) noexcept {
    return {view.size(), view.rank(), root};
}

// Runs a direction over a topology with the data of a collective call.
template <class Direction, class Topology, class Program, class Data>
[[nodiscard]] int run(Call<Program>& call, MPI_Comm comm, int root, const Data& data) noexcept {
    const auto view = call.view(comm);
    Exchange<Program, Data> exchange(call, view, data);
    Direction::run(topology_of<Topology>(view, root), exchange);
    return exchange.error();
}

} // namespace sartor::mpi
