// MPI's messages with the data of one collective call: the function objects of directions.
#pragma once

#include "mpi_api/collective/interface.hpp"

namespace sartor::mpi {

// `data(node)` is the storage of what is sent to or received from a node.
template <class Program, class Data>
class Exchange {
  public:
    using View = typename Interface<Program>::Communicators::View;

    Exchange(Call<Program>& call, const View& view, const Data& data) noexcept
        : messages_(call, view), data_(data) {}

    void send(int node) noexcept { messages_.send(node, data_(node)); }
    void receive(int node) noexcept { messages_.receive(node, data_(node)); }

    // Both at once, with storages of their own.
    template <class Outgoing, class Incoming>
    void exchange(int to, const Outgoing& outgoing, int from, const Incoming& incoming) noexcept {
        messages_.exchange(to, outgoing, from, incoming);
    }

    // The error of the exchanges so far.
    [[nodiscard]] int error() const noexcept { return messages_.error(); }

  private:
    Messages<Program> messages_;
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
