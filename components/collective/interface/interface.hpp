// What collectives need of a message-passing interface, and the sets of point-to-point function objects that
// directions are parametrized with (EPOS-MPI 3.5). MPI is one such interface.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <utility>

#include "components/collective/interface/direction.hpp"
#include "components/library_memory.hpp"
#include "topologies/topology.hpp"

namespace sartor::collective {

// A description of data: bytes in contiguous memory, or whatever else the interface can send.
template <class P>
concept Piece = requires(const P& piece, void* memory, std::size_t bytes) {
    P{memory, bytes};
    { piece.bytes } -> std::convertible_to<std::size_t>;
    piece.copy_to(piece);
    piece.gather_to(memory);
    { piece.stretch() } -> std::same_as<void*>; // its memory when it is one stretch; null when it is not
};

// Messages between the ranks of a group, as one of them sees it. receive() takes what its partner sent with
// send() or exchange(), in order. Errors are kept by the interface: a collective continues to its end, so
// that no other rank waits for a message that never comes.
template <class M>
concept MessagePassing = Piece<typename M::Piece> &&
    requires(M& interface, int node, const typename M::Piece& piece, std::size_t bytes) {
    { interface.rank() } -> std::same_as<int>;
    { interface.size() } -> std::same_as<int>;
    interface.send(node, piece);
    interface.receive(node, piece);
    interface.exchange(node, piece, node, piece); // to, what is sent, from, where it comes to
    interface.out_of_memory(bytes);               // reports that there is no memory for so much
};

// Interfaces that can start a send and finish it later; `started` and the data must last until then.
template <class M>
concept StartsSends = MessagePassing<M> &&
    requires(M& interface, int node, const typename M::Piece& piece, typename M::Started& started) {
    interface.start(started, node, piece);
    interface.finish(started);
};

// Interfaces whose sends can wait until their receives have begun.
template <class M>
concept SendsSynchronously = MessagePassing<M> &&
    requires(M& interface, int node, const typename M::Piece& piece) {
    interface.send_synchronously(node, piece);
};

// Interfaces whose ranks see each other's memory: they copy between a piece of another rank and one of their
// own, and report when the two differ in length.
template <class M>
concept SharesMemory = MessagePassing<M> && requires(M& interface, int node, const typename M::Piece& piece) {
    interface.read(node, piece, piece);  // from the other rank's piece to the own one
    interface.write(node, piece, piece); // from the own piece to the other rank's
    interface.disagree(node);            // reports a rank that sent something else than the call demands
    // From the node: so many bytes sent, so many expected.
    interface.report_mismatch(node, std::size_t{}, std::size_t{});
};

// The blocking functions. data(node) is the piece that is sent to or received from a node.
template <MessagePassing M, class Data>
class Blocking {
  public:
    Blocking(M& interface, const Data& data) : interface_(interface), data_(data) {}

    void send(int node) { interface_.send(node, data_(node)); }
    void receive(int node) { interface_.receive(node, data_(node)); }

  protected:
    M& interface_;
    const Data& data_;
};

// The same with sends that return when their receives have begun.
template <SendsSynchronously M, class Data>
class Synchronous : public Blocking<M, Data> {
  public:
    using Blocking<M, Data>::Blocking;
    void send(int node) { this->interface_.send_synchronously(node, this->data_(node)); }
};

// The same with sends that are only started, at most `most` of them; the destructor finishes them.
template <StartsSends M, class Data>
class Immediate : public Blocking<M, Data> {
  public:
    Immediate(M& interface, const Data& data, int most)
        : Blocking<M, Data>(interface, data), started_(static_cast<Started*>(allocate_for_library(
                                                  sizeof(Started) * static_cast<std::size_t>(most) + 1))) {}
    ~Immediate() {
        for (int index = 0; index < count_; ++index) {
            this->interface_.finish(started_[index]);
            started_[index].~Started();
        }
        std::free(started_);
    }
    Immediate(const Immediate&) = delete;
    Immediate& operator=(const Immediate&) = delete;

    // Without memory to note it, it is a blocking send.
    void send(int node) {
        if (started_ == nullptr) return Blocking<M, Data>::send(node);
        Started* started = new (&started_[count_++]) Started;
        this->interface_.start(*started, node, this->data_(node));
    }

  private:
    using Started = typename M::Started;
    Started* started_;
    int count_ = 0;
};

// A send and a receive at once: outgoing(node) goes to a node, incoming(node) comes from it.
template <MessagePassing M, class Outgoing, class Incoming>
class BothWays {
  public:
    BothWays(M& interface, const Outgoing& outgoing, const Incoming& incoming)
        : interface_(interface), outgoing_(outgoing), incoming_(incoming) {}

    void exchange(int to, int from) { interface_.exchange(to, outgoing_(to), from, incoming_(from)); }

  private:
    M& interface_;
    const Outgoing& outgoing_;
    const Incoming& incoming_;
};

// Runs a direction along a topology with the blocking functions.
template <class Direction, MessagePassing M, class Topology, class Data>
void run(M& interface, const Topology& topology, const Data& data) {
    Blocking<M, Data> functions(interface, data);
    Direction::run(topology, functions);
}

// The same with sends that are only started.
template <class Direction, StartsSends M, class Topology, class Data>
void run_immediately(M& interface, const Topology& topology, const Data& data) {
    Immediate<M, Data> functions(interface, data, interface.size());
    Direction::run(topology, functions);
}

// Messages without data.
template <class M>
struct Nothing {
    typename M::Piece operator()(int) const { return {nullptr, 0}; }
};

} // namespace sartor::collective
