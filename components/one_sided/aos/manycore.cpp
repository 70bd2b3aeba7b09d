// The AOS layer on an emulated chip: puts and gets are jobs of the RDMA arbiter and the DMA engine, atomic
// operations and messages of queues are active messages, which the arbiter of the target's cluster serves
// (AOS, sections 5.1 to 5.4).
#include <optional>

#include "components/one_sided/aos/calls.hpp"
#include "emulation/memory/memory.hpp"
#include "emulation/ranks.hpp"
#include "transports/manycore/job_slots.hpp"
#include "transports/manycore/segment.hpp"

namespace sartor::aos {

namespace {

using channel::manycore::Job;
using channel::manycore::packets_of;
using Slots = channel::manycore::JobSlots;
using machine::manycore::allocate;
using machine::manycore::chip;
using machine::manycore::Control;
using machine::manycore::Cycles;
using machine::manycore::Kind;
using machine::manycore::node_of;

struct ActiveMessage;

struct ChipView : View {
    explicit ChipView(Segment& of) noexcept { segment = &of; }
    void set_ends(int own, int owner) noexcept {
        rank = own;
        window.emplace(chip(), node_of(own), node_of(owner));
    }

    std::optional<channel::manycore::Window> window;
    int puts = 0;                   // that have not arrived
    ActiveMessage* first = nullptr; // after those puts
    ActiveMessage** end = &first;
};

// A put or a get under way.
struct Move {
    Job job;
    ChipView* view;
    Blocks blocks;
    char* remote;
    char* local;
    Event* event;
    bool is_put;
};

struct ActiveMessage {
    Control control;
    ActiveMessage* next;
    ChipView* view;
    int from; // ranks
    int to;
    Atomic atomic;
    Condition condition;
    Event* event;
    std::int64_t old;
    bool is_fence;
};

struct QueueMessage {
    Queue* queue;
    Event* event;
    int from; // nodes
    int to;
    std::size_t bytes;
    char data[SARTOR_AOS_MESSAGE];
};

struct ChipEngine {
    using View = ChipView;
    using Calls = aos::Calls<ChipEngine>;

    static void enter(const char* call) noexcept {
        process::current->call = call;
        machine::manycore::synchronize();
    }
    static void wake(process::Rank& rank) noexcept {
        machine::manycore::resume(rank.number, machine::manycore::now());
    }
    static int cluster(int rank) noexcept { return node_of(rank); }
    static void look_later() noexcept {
        machine::manycore::charge(chip().description().word_receive);
        machine::manycore::synchronize();
    }
    static void begin_taking(const Queue& queue) noexcept {
        if (queue.taken > 0) machine::manycore::charge(chip().description().queue_settle);
        machine::manycore::synchronize();
    }
    static void took_out(std::size_t bytes) noexcept {
        const auto& description = chip().description();
        const auto data = static_cast<std::int64_t>(bytes);
        machine::manycore::charge(description.queue_receive +
                                  machine::manycore::cycles_for(data, description.queue_rate) +
                                  description.queue_packet * (packets_of(data + queue_header) - 1));
    }

    static void take(int rank, std::size_t bytes) noexcept {
        machine::manycore::take_buffer(node_of(rank), static_cast<std::int64_t>(bytes));
    }
    static void put_back(int rank, std::size_t bytes) noexcept {
        machine::manycore::put_back_buffer(node_of(rank), static_cast<std::int64_t>(bytes));
    }

    // ---- puts and gets

    static void put(View& view, std::size_t offset, const char* from, const Blocks& blocks,
                    Event* event) noexcept {
        move(view, offset, const_cast<char*>(from), blocks, event, true);
    }
    static void get(View& view, std::size_t offset, char* to, const Blocks& blocks, Event* event) noexcept {
        move(view, offset, to, blocks, event, false);
    }

    // ---- active messages

    static void change(View& view, const Atomic& atomic, Event* event) noexcept {
        ActiveMessage& message = make_message(view, event);
        message.atomic = atomic;
        if (atomic.condition != nullptr) {
            message.condition = *atomic.condition;
            message.atomic.condition = &message.condition;
        }
        post(message);
    }
    static void fence(View& view, Event* event) noexcept {
        ActiveMessage& message = make_message(view, event);
        message.is_fence = true;
        post(message);
    }
    // The network keeps a message's packets together: no server takes part (sections 3.2 and 6.5).
    static void append(Queue& queue, const void* data, std::size_t bytes, Event* event) noexcept {
        const int from = process::current->number;
        QueueMessage& message = *new (allocate<QueueMessage>(1)) QueueMessage{};
        message.queue = &queue;
        message.event = event;
        message.bytes = bytes;
        message.from = node_of(from);
        message.to = node_of(queue.owner);
        if (bytes > 0) std::memcpy(message.data, data, bytes);
        const auto departure =
            machine::manycore::depart(Kind::active, from, queue.owner, chip().description().control_send);
        chip().events.plan(
            departure.time,
            [](void* object, Cycles now) {
                const QueueMessage& sent = *static_cast<QueueMessage*>(object);
                const auto in_all = static_cast<std::int64_t>(sent.bytes) + queue_header;
                chip().networks().send(sent.from, sent.to, in_all, now, &come_in, object);
            },
            &message);
    }

  private:
    static void come_in(void* object, Cycles) noexcept {
        QueueMessage& message = *static_cast<QueueMessage*>(object);
        Calls::store(*message.queue, message.data, message.bytes, message.event);
        std::free(&message);
    }

    [[nodiscard]] static std::int64_t bytes_on_network(const Blocks& blocks) noexcept {
        return channel::manycore::bytes_on_network(static_cast<std::int64_t>(total_bytes(blocks)),
                                                   packets_of(static_cast<std::int64_t>(blocks.bytes)) *
                                                       static_cast<std::int64_t>(number_of(blocks)));
    }

    static void move(View& view, std::size_t offset, char* local, const Blocks& blocks, Event* event,
                     bool is_put) noexcept {
        if (is_empty(blocks)) return Calls::finish(view, event);
        const int initiator = node_of(view.rank);
        const int target = node_of(view.segment->owner);
        const int server = is_put ? initiator : target;
        Slots::take(initiator, server);
        Move& one = *allocate<Move>(1);
        one.view = &view;
        one.blocks = blocks;
        one.remote = view.segment->base + offset;
        one.local = local;
        one.event = event;
        one.is_put = is_put;
        one.job.bytes = bytes_on_network(blocks);
        one.job.object = &one;
        one.job.arrived = &arrive;
        one.job.complete = &complete_move;
        if (is_put) ++view.puts;
        machine::manycore::Server core;
        const Cycles begun = machine::manycore::now();
        const Cycles posted =
            is_put ? view.window->put(one.job, core, begun) : view.window->get(one.job, core, begun);
        machine::manycore::charge(posted - begun);
    }
    static void arrive(void* object, Cycles now) noexcept {
        Move& one = *static_cast<Move*>(object);
        if (!one.is_put) return get_blocks(one.remote, one.local, one.blocks);
        put_blocks(one.remote, one.local, one.blocks);
        Calls::settle(*one.view->segment);
        if (--one.view->puts == 0) send_waiting(*one.view, now);
        Calls::notify_all();
    }
    static void complete_move(void* object, Cycles now) noexcept {
        Move& one = *static_cast<Move*>(object);
        const int initiator = node_of(one.view->rank);
        Slots::put_back(initiator, one.is_put ? initiator : node_of(one.view->segment->owner), now);
        Calls::finish(*one.view, one.event);
        std::free(&one);
    }

    static ActiveMessage& make_message(ChipView& view, Event* event) noexcept {
        const int from = view.rank;
        const int to = view.segment->owner;
        Slots::take(node_of(from), node_of(to));
        ActiveMessage& message = *new (allocate<ActiveMessage>(1)) ActiveMessage{};
        message.view = &view;
        message.from = from;
        message.to = to;
        message.event = event;
        return message;
    }

    // By the initiator: its core is free again when it returns. After its puts to the same segment
    // (section 5.4).
    static void post(ActiveMessage& message) noexcept {
        const auto departure = machine::manycore::depart(Kind::active, message.from, message.to,
                                                         chip().description().control_send);
        message.control.note = departure.note;
        if (message.view->puts == 0) return send(message, departure.time);
        *message.view->end = &message;
        message.view->end = &message.next;
    }
    static void send_waiting(ChipView& view, Cycles now) noexcept {
        ActiveMessage* message = view.first;
        view.first = nullptr;
        view.end = &view.first;
        while (message != nullptr) {
            ActiveMessage* const next = message->next;
            send(*message, now);
            message = next;
        }
    }
    static void send(ActiveMessage& message, Cycles time) noexcept {
        message.control.from = node_of(message.from);
        message.control.to = node_of(message.to);
        message.control.object = &message;
        message.control.handled = &serve;
        message.control.bytes = request_bytes;
        if (message.control.from != message.control.to) return chip().post(message.control, time);
        chip().events.plan(
            time,
            [](void* object, Cycles now) {
                const ActiveMessage& local = *static_cast<ActiveMessage*>(object);
                const int node = local.control.to;
                chip().events.plan(chip().serve(node, now,
                                                chip().work(node, chip().description().control_handle),
                                                "active message"),
                                   &serve, object);
            },
            &message);
    }

    // The arbiter has come to it.
    static void serve(void* object, Cycles now) noexcept {
        ActiveMessage& message = *static_cast<ActiveMessage*>(object);
        Slots::put_back(message.control.from, message.control.to, now);
        if (message.is_fence) {
            reply(message);
        } else {
            Calls::carry_out_or_defer(
                *message.view->segment, message.atomic, nullptr,
                [](Deferred& done, std::int64_t old) noexcept {
                    ActiveMessage& carried = *static_cast<ActiveMessage*>(done.object);
                    carried.old = old;
                    reply(carried);
                },
                &message);
            Calls::notify_all();
        }
    }

    // Back to the initiator, which completes it; no rank waits for a posted operation without an event.
    static void reply(ActiveMessage& message) noexcept {
        const Cycles now = machine::manycore::now();
        if (message.event == nullptr) {
            Calls::finish(*message.view, nullptr);
            return std::free(&message);
        }
        if (message.control.from == message.control.to) return come_back(&message, now);
        chip().signal(message.control.to, message.control.from, now, &come_back, &message);
    }
    static void come_back(void* object, Cycles now) noexcept {
        const ActiveMessage& message = *static_cast<ActiveMessage*>(object);
        chip().events.plan(
            now + chip().work(message.control.from, chip().description().put_complete),
            [](void* replied, Cycles) {
                ActiveMessage& done = *static_cast<ActiveMessage*>(replied);
                if (done.atomic.old != nullptr) *done.atomic.old = done.old;
                Calls::finish(*done.view, done.event);
                std::free(&done);
            },
            object);
    }

    static constexpr std::int64_t request_bytes = 64; // operation, segment, offset, operands
    static constexpr std::int64_t queue_header = 8;
};

} // namespace

} // namespace sartor::aos

extern "C" const sartor_aos_calls* sartor_aos() {
    return &sartor::aos::ChipEngine::Calls::table;
}
