// The point-to-point function objects of neighbourhood collectives: immediate, on the collective context.
#pragma once

#include <cstdlib>
#include <new>
#include <type_traits>

#include "components/collective/interface/all_edges.hpp"
#include "components/library_memory.hpp"
#include "mpi_api/collective/buffers/storage_at.hpp"
#include "mpi_api/collective/interface/interface.hpp"

namespace sartor::mpi {

// The point-to-point function objects of neighbourhood collectives: begin_receive() and begin_send() for each
// edge, then complete(). Immediate messages on the communicator's collective context; all edges are in flight
// at once. Memory: an operation for each edge; not valid(), with MPI_ERR_NO_MEM reported, when there is none.
// The two functions for the data must outlive it.
template <class Program>
class EdgeExchange {
    static_assert(
        Interface<Program>::types::Expected::holds_several,
        "an exchange with neighbours or with another side posts several receives at once: the features of "
        "this program must select the expected queue");

  public:
    EdgeExchange(Call<Program>& call, MPI_Comm comm, Collective function,
                 const topologies::Neighbourhood& edges, const storage_at<Program>& outgoing,
                 const storage_at<Program>& incoming) noexcept
        : call_(call), view_(call.view(comm)), tag_(call.collective_tag(Signature(function))),
          one_thread_(call, context()), outgoing_(outgoing), incoming_(incoming),
          receiving_(make<receiving<Program>>(edges.incoming.count())),
          sending_(make<sending<Program>>(edges.outgoing.count())) {
        call.state().recent_collectives.note({context(), tag_, call.function(), call.site()});
        if (!valid()) call.template fail<MPI_ERR_NO_MEM>("no memory for the messages of the neighbours");
    }
    ~EdgeExchange() {
        std::free(receiving_);
        std::free(sending_);
    }
    EdgeExchange(const EdgeExchange&) = delete;
    EdgeExchange& operator=(const EdgeExchange&) = delete;

    [[nodiscard]] bool valid() const noexcept { return receiving_ != nullptr && sending_ != nullptr; }

    void begin_receive(const topologies::Edge& edge) noexcept {
        auto& message = *new (&receiving_[receive_count_++]) receiving<Program>;
        message.envelope.header = {edge.node, tag_, context()};
        message.source = view_.in_process(edge.node);
        message.envelope.storage = incoming_(edge.position);
        call_.state().communicator >> message;
    }

    void begin_send(const topologies::Edge& edge) noexcept {
        auto& message = *new (&sending_[send_count_++]) sending<Program>;
        message.parcel.envelope.header = {view_.rank(), tag_, context()};
        message.parcel.envelope.storage = outgoing_(edge.position);
        message.destination = view_.in_process(edge.node);
        message.owner = process::current;
        call_.at(point::PartIsAddressed(), message);
        if (call_.at(point::PartIsSent()))
            call_.state().communicator << message;
        else
            call_.state().communicator.begin(message);
    }

    // Waits for all edges. A message of another length than expected gives MPI_ERR_TRUNCATE.
    void complete() noexcept {
        for (int index = 0; index < receive_count_; ++index) {
            call_.state().communicator.wait(receiving_[index]);
            auto& message = receiving_[index];
            if (message.sent_bytes != message.envelope.storage.bytes &&
                call_.at(point::PartIsWrong(), message))
                report_mismatch(message);
        }
        for (int index = 0; index < send_count_; ++index) {
            call_.state().communicator.wait(sending_[index]);
            call_.at(point::PartIsOver(), sending_[index]);
        }
    }

  private:
    template <class Message>
    [[nodiscard]] static Message* make(int count) noexcept {
        return static_cast<Message*>(
            allocate_for_library(sizeof(Message) * (static_cast<unsigned>(count) + 1)));
    }

    [[nodiscard]] int context() const noexcept { return view_.context() + collective_context_offset; }

    [[gnu::cold]] void report_mismatch(const receiving<Program>& message) noexcept {
        call_.template fail<MPI_ERR_TRUNCATE>(
            "neighbour %d sent %zu bytes, but this rank expects %zu: counts or datatypes of the ranks differ",
            message.envelope.header.source(), message.sent_bytes, message.envelope.storage.bytes);
    }

    Call<Program>& call_;
    typename Interface<Program>::Communicators::View view_;
    int tag_;
    [[no_unique_address]] OneThreadInCollective<Program> one_thread_;
    const storage_at<Program>& outgoing_;
    const storage_at<Program>& incoming_;
    receiving<Program>* receiving_;
    sending<Program>* sending_;
    int receive_count_ = 0;
    int send_count_ = 0;
};

// Sends outgoing(i) over the i-th outgoing edge and receives incoming(i) over the i-th incoming one. Returns
// when all are complete. Nothing is sent while a persistent call only checks its arguments.
template <class Program>
[[nodiscard]] int exchange_over(Call<Program>& call, MPI_Comm comm, Collective function,
                                const topologies::Neighbourhood& edges,
                                const std::type_identity_t<storage_at<Program>>& outgoing,
                                const std::type_identity_t<storage_at<Program>>& incoming) noexcept {
    if (call.rehearses()) return call.error();
    EdgeExchange<Program> exchange(call, comm, function, edges, outgoing, incoming);
    if (exchange.valid()) collective::AllEdges::run(edges, exchange);
    return call.error();
}

} // namespace sartor::mpi
