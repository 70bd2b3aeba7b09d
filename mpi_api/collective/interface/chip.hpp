// What collectives use of machines with clusters: who shares one, and words.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <new>

#include "components/envelope/header.hpp"
#include "components/machine/machine.hpp"
#include "components/process/process.hpp"
#include "mpi_api/state/communicators.hpp"

namespace sartor::mpi {

namespace internal {

struct NoClusters {};

// The clusters of one communicator's ranks, made on first use, O(ranks); MPI_COMM_WORLD's are made once in a
// run.
template <class Machine>
class ClustersOfGroup {
  public:
    using Clusters = typename Machine::Clusters;

    ClustersOfGroup() = default;
    ClustersOfGroup(const ClustersOfGroup&) = delete;
    ClustersOfGroup& operator=(const ClustersOfGroup&) = delete;
    ~ClustersOfGroup() {
        if (own_ == nullptr) return;
        own_->~Clusters();
        std::free(own_);
    }

    template <class View>
    [[nodiscard]] const Clusters& of(const View& view) noexcept {
        if (view.context() == world_context) return Clusters::of_world();
        if (own_ == nullptr)
            own_ = Clusters::make(view.size(), &view, [](const void* group, int member) {
                return static_cast<const View*>(group)->in_process(member);
            });
        return *own_;
    }

  private:
    Clusters* own_ = nullptr;
};

template <class Machine>
struct clusters_type {
    using type = NoClusters;
};
template <class Machine>
requires(machine::Clustered<Machine>) struct clusters_type<Machine> {
    using type = ClustersOfGroup<Machine>;
};
template <class Machine>
using clusters_of = typename clusters_type<Machine>::type;

// Sends up to eight bytes over the control network in place of a message: the rank waits for it, and reports
// show it, as for the message. Returns when it is sent.
template <class Machine, class Transport, class Communicator, class Message>
void send_word(Communicator& communicator, Message& message, std::uint64_t value) noexcept {
    typename Transport::Word word;
    const auto& header = message.parcel.envelope.header;
    word.source = process::current->number;
    word.destination = message.destination;
    word.context = header.context(collective_context_offset);
    word.number = header.tag();
    word.bytes = static_cast<int>(message.parcel.envelope.storage.bytes);
    word.value = value;
    word.object = &message;
    word.complete = [](auto& sent, auto now) {
        static_cast<Message*>(sent.object)->complete.store(true, std::memory_order_relaxed);
        Machine::resume(sent.source, now);
    };
    if (!Transport::send_word(word)) communicator.wait(message);
}

// Receives such a word. Returns how many bytes were sent.
template <class Machine, class Transport, class Communicator, class Message>
[[nodiscard]] int receive_word(Communicator& communicator, Message& message, std::uint64_t& value) noexcept {
    typename Transport::Word word;
    const auto& header = message.envelope.header;
    word.source = message.source;
    word.destination = process::current->number;
    word.context = header.context(collective_context_offset);
    word.number = header.tag();
    word.object = &message;
    word.complete = [](auto& received, auto now) {
        static_cast<Message*>(received.object)->complete = true;
        Machine::resume(received.destination, now);
    };
    if (!Transport::receive_word(word)) communicator.wait(message);
    value = word.value;
    return word.bytes;
}

} // namespace internal

} // namespace sartor::mpi
