// MPI's point-to-point messages as the interface of collectives: blocking, on the collective context of a
// communicator.
#pragma once

#include "components/collective/choice/choice.hpp"
#include "components/collective/interface/interface.hpp"
#include "mpi_api/collective/interface/clusters.hpp"
#include "mpi_api/collective/interface/observed.hpp"
#include "mpi_api/collective/interface/one_thread.hpp"
#include "mpi_api/collective/interface/words.hpp"
#include "mpi_api/collective/interface/worker_barrier.hpp"
#include "mpi_api/point_to_point/messages/messages.hpp"

namespace sartor::mpi {

// A communicator as the calling rank sees it, for one collective call: satisfies collective::MessagePassing.
// All messages have the tag of the call's signature on the communicator's collective context. Errors are
// reported as they are found and kept for error(); algorithms continue, so that no other rank waits for ever.
template <class P>
class Messages {
  public:
    using Program = P;
    using Machine = typename Program::machine;
    using Transport = typename Interface<Program>::types::Transport;
    using Piece = typename Interface<Program>::Datatypes::Storage;
    using Started = sending<Program>;
    using View = typename Interface<Program>::Communicators::View;
    // Of other ranks, which must not fail meanwhile.
    static constexpr bool reads_memory = Machine::shares_memory && !Interface<Program>::survives_failures;

    // Notes the call among the recent collectives.
    Messages(Call<Program>& call, const View& view, Signature signature) noexcept
        : call_(call), view_(view), tag_(call.collective_tag(signature)), one_thread_(call, context()) {
        call.state().recent_collectives.note({context(), tag_, call.function(), call.site()});
        observe_collective<Program>(view_, signature, context(), tag_);
    }
    Messages(Call<Program>& call, MPI_Comm comm, Signature signature) noexcept
        : Messages(call, call.view(comm), signature) {}

    [[nodiscard]] int rank() const noexcept { return view_.rank(); }
    [[nodiscard]] int size() const noexcept { return view_.size(); }

    // Begins a send; `message` and `piece` must last until finish().
    void start(Started& message, int node, const Piece& piece) noexcept {
        address(message, node, piece);
        if (call_.at(point::PartIsSent()))
            call_.state().communicator << message;
        else
            call_.state().communicator.begin(message);
    }
    void address(Started& message, int node, const Piece& piece) noexcept {
        message.parcel.envelope.header = header();
        message.parcel.envelope.storage = piece;
        message.destination = view_.in_process(node);
        message.owner = process::current;
        call_.at(point::PartIsAddressed(), message);
    }
    void finish(Started& message) noexcept {
        call_.state().communicator.wait(message);
        call_.at(point::PartIsOver(), message);
    }

    // A blocking send to a rank of the communicator. Out of line: one copy for all steps of all algorithms.
    [[gnu::noinline]] void send(int node, const Piece& piece) noexcept {
        if (!call_.at(point::PartIsSent()) ||
            !call_.state().communicator.send_at_once({header(), piece, {}}, {},
                                                     process::rank(view_.in_process(node))))
            send_and_wait(node, piece);
    }

    // Returns when the receive has begun. For programs that have synchronous mode anyway.
    void send_synchronously(int node, const Piece& piece) noexcept
        requires(Interface<Program>::types::Envelope::mode_type::is_chosen) {
        Started message;
        message.mode.rendezvous = true;
        start(message, node, piece);
        finish(message);
    }

    // Requires a message of exactly this length; otherwise MPI_ERR_TRUNCATE or MPI_ERR_COUNT.
    [[gnu::noinline]] void receive(int node, const Piece& piece) noexcept {
        receiving<Program> message;
        expect(message, node, piece);
        conclude(message, node);
    }

    // A send and a receive at once: the receive is posted first, so that ranks that exchange do not deadlock.
    [[gnu::noinline]] void exchange(int to, const Piece& outgoing, int from, const Piece& incoming) noexcept {
        receiving<Program> arriving;
        expect(arriving, from, incoming);
        send(to, outgoing);
        conclude(arriving, from);
    }

    // Copies from another rank's memory, where ranks share memory; both lengths must be equal. The other rank
    // must not change it meanwhile, which the algorithm sees to.
    void read(int node, const Piece& from, const Piece& to) noexcept requires(reads_memory) {
        from.copy_to(to);
        if (from.bytes != to.bytes) report_mismatch(node, from.bytes, to.bytes);
    }
    // The same in the other direction.
    void write(int node, const Piece& from, const Piece& to) noexcept requires(reads_memory) {
        from.copy_to(to);
        if (from.bytes != to.bytes) report_mismatch(node, to.bytes, from.bytes);
    }

    using Attendance = mpi::Attendance<Program>;
    // Whether ranks of one worker may use worker barriers, which take no messages: for blocking collectives
    // only, not where threads of a rank may be in several collectives at once, and not where a schedule
    // chooses: it follows messages.
    [[nodiscard]] bool has_worker_barrier() const noexcept requires(reads_memory) {
        return Interface<Program>::may_meet && !tags::is_numbered(tag_) && row().is_dense();
    }
    [[nodiscard]] Attendance attendance() const noexcept requires(reads_memory) {
        return Attendance(row(), context(), tag_);
    }
    // See Attendance::come.
    [[nodiscard]] bool arrive(Attendance& attendance) noexcept { return attendance.arrive(call_.state()); }
    void release(Attendance& attendance) noexcept { attendance.release(); }
    // Publishes an address for other ranks to read; valid until the next one.
    void show(const void* shown) noexcept { process::ranks.shown[process::current->number] = shown; }
    [[nodiscard]] const void* shown_by(int node) const noexcept {
        return process::ranks.shown[view_.in_process(node)];
    }

    // How many ranks of the communicator share a worker, if its order is that of the ranks of the process.
    [[nodiscard]] int neighbours() const noexcept requires(!machine::Clustered<Machine>) {
        const int workers = process::ranks.workers;
        return workers > 0 ? (size() + workers - 1) / workers : 1;
    }

    // Which ranks share a cluster, on machines that have clusters.
    [[nodiscard]] const auto& clusters() noexcept requires(machine::Clustered<Machine>) {
        return clusters_.of(view_);
    }
    // At most eight bytes without a message, over the control network.
    void send_word(int node, std::uint64_t value, int bytes) noexcept
        requires(channel::WordTransport<Transport>) {
        Started message;
        address(message, node, {&value, static_cast<std::size_t>(bytes)});
        internal::send_word<Machine, Transport>(call_.state().communicator, message, value);
    }
    [[nodiscard]] std::uint64_t receive_word(int node, int bytes) noexcept
        requires(channel::WordTransport<Transport>) {
        receiving<Program> message;
        std::uint64_t value = 0;
        describe(message, node, {&value, static_cast<std::size_t>(bytes)});
        const int sent =
            internal::receive_word<Machine, Transport>(call_.state().communicator, message, value);
        if (sent != bytes)
            report_mismatch(node, static_cast<std::size_t>(sent), static_cast<std::size_t>(bytes));
        return value;
    }

    // Reports MPI_ERR_NO_MEM; the algorithm goes on without data.
    [[gnu::cold]] void out_of_memory(std::size_t bytes) noexcept {
        call_.template fail<MPI_ERR_NO_MEM>("no memory for %zu bytes of data under way", bytes);
    }

    // Reports that rank `node` makes another collective call.
    [[gnu::cold, gnu::noinline]] void disagree(int node) noexcept {
        const OtherSide other(*this, node);
        call_.template fail<MPI_ERR_OTHER>("rank %d makes another collective call than this rank, or the "
                                           "same call with other counts or datatypes%s",
                                           node, static_cast<const char*>(other.text));
    }

    // A message of another length means that the ranks' arguments differ: shorter, it would leave data unset,
    // longer, it was cut off. MPI_ERR_COUNT or MPI_ERR_TRUNCATE, with the other rank's call site as far as it
    // is known.
    [[gnu::cold, gnu::noinline]] void report_mismatch(int node, std::size_t sent,
                                                      std::size_t expected) noexcept {
        const OtherSide other(*this, node);
        constexpr const char* format =
            "rank %d sent %zu bytes, but this rank expects %zu: counts or datatypes of the ranks differ%s";
        const char* const text = other.text;
        if (sent > expected)
            call_.template fail<MPI_ERR_TRUNCATE>(format, node, sent, expected, text);
        else
            call_.template fail<MPI_ERR_COUNT>(format, node, sent, expected, text);
    }

    // The first function's result: the error of the messages so far.
    [[nodiscard]] int error() const noexcept { return call_.error(); }
    [[nodiscard]] bool failed() const noexcept { return error() != MPI_SUCCESS; }

  private:
    using Header = typename Interface<Program>::types::Header;

    [[nodiscard]] Header header() const noexcept { return {view_.rank(), tag_, context()}; }

    // "; the other side (in main (program.c:12))"; nothing where that call site is not known.
    struct OtherSide {
        char text[320];

        OtherSide(const Messages& messages, int node) noexcept {
            const process::Rank& rank = process::rank(messages.view_.in_process(node));
            CallSiteText other;
            Transport::query_rank(rank, CallQuestion{messages.context(), messages.tag_}, other,
                                  &show_recent_call_site<RankState<Program>>);
            std::snprintf(text, sizeof text, "%s%s", other.text[0] != '\0' ? "; the other side" : "",
                          other.text);
        }
    };

    [[gnu::noinline]] void send_and_wait(int node, const Piece& piece) noexcept {
        Started message;
        address(message, node, piece);
        call_.state().communicator.send_and_wait(message);
        call_.at(point::PartIsOver(), message);
    }

    [[nodiscard]] int context() const noexcept { return view_.context() + collective_context_offset; }

    [[nodiscard]] process::StridedRanks row() const noexcept {
        return {view_.in_process(0), view_.stride(), view_.size()};
    }

    void describe(receiving<Program>& message, int node, const Piece& piece) noexcept {
        message.envelope.header = {node, tag_, context()};
        message.source = view_.in_process(node);
        message.envelope.storage = piece;
    }
    void expect(receiving<Program>& message, int node, const Piece& piece) noexcept {
        describe(message, node, piece);
        call_.state().communicator.begin(message);
    }
    void conclude(receiving<Program>& message, int node) noexcept {
        call_.state().communicator.wait(message);
        const std::size_t expected = message.envelope.storage.bytes;
        if (message.sent_bytes != expected && call_.at(point::PartIsWrong(), message))
            report_mismatch(node, message.sent_bytes, expected);
    }

    Call<Program>& call_;
    [[no_unique_address]] View view_;
    int tag_;
    [[no_unique_address]] OneThreadInCollective<Program> one_thread_;
    [[no_unique_address]] internal::clusters_of<Machine> clusters_;
};

// Whether the calling rank is the root. In an intercommunicator, the one that passes MPI_ROOT.
template <class Program>
[[nodiscard]] bool is_root(Call<Program>& call, int root, MPI_Comm comm) noexcept {
    return call.is_inter(comm) ? root == MPI_ROOT : call.view(comm).rank() == root;
}

} // namespace sartor::mpi
