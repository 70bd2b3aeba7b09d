// The functions of <sartor/aos.h>: arguments are checked at the initiator, an engine carries operations out
// (AOS, section 3). All return SARTOR_AOS_OK or an error code; nothing was done then.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

#include "components/one_sided/aos/blocks.hpp"
#include "components/one_sided/aos/segment.hpp"
#include "components/one_sided/aos/waiters.hpp"
#include "components/process/process.hpp"

namespace sartor::aos {

// The objects that the ranks of a process have in common.
struct Shared {
    Directory<Segment> segments;
    Directory<Queue> queues;
    Waiters waiters;
};
extern Shared shared;

[[nodiscard]] const char* error_text(int result) noexcept;

// What an engine supplies, all static:
//     struct View : aos::View        made by the rank that it is for; View(Segment&)
// void enter(const char* call)   a call begins, before it reads anything that ranks share void wake(Rank&)
// a rank that waits looks again int cluster(int rank)          whose memory a rank shares put, get, change,
// fence        begin an operation; finish(view, event) is called when it is complete append(Queue&, data,
// bytes, event)   of a message for which there is a slot void begin_taking(Queue&)      its owner wants a
// message out of a queue void took_out(bytes)           and has one void look_later()              a
// condition was tested and is false
template <class Engine>
class Calls {
  public:
    using EngineView = typename Engine::View;

    static void finish(View& view, Event* event) noexcept {
        if (event != nullptr) complete(*event);
        view.segment->outstanding.fetch_sub(1);
        view.outstanding.fetch_sub(1);
        notify_all();
    }
    static void notify_all() noexcept { shared.waiters.notify(&Engine::wake); }

    // After a write to the segment: carries out deferred operations whose conditions hold now. One flag test
    // for segments without conditional operations.
    static void settle(Segment& segment) noexcept {
        if (!segment.has_conditions()) return;
        for (;;) {
            Deferred* ready = nullptr;
            std::int64_t old = 0;
            {
                const one_sided::SpinGuard guard(segment.lock);
                ready = segment.take_ready();
                if (ready != nullptr) old = carry_out(segment.base, ready->atomic);
            }
            if (ready == nullptr) return;
            ready->done(*ready, old);
            std::free(ready);
        }
    }

    // Carries an operation out at its segment, or keeps it there until its condition holds. done(self, old)
    // is called when it was carried out.
    static void carry_out_or_defer(Segment& segment, const Atomic& atomic, Event* event,
                                   void (*done)(Deferred& self, std::int64_t old) noexcept,
                                   void* object) noexcept {
        Deferred now{nullptr, atomic, {}, event, done, object};
        std::int64_t old = 0;
        if (!segment.has_conditions())
            old = aos::carry_out(segment.base, atomic);
        else if (!try_locked(segment, now, old))
            return;
        done(now, old);
        if (atomic.operation != SARTOR_AOS_PEEK) settle(segment);
    }

    // ---- the calls

    static int rank() noexcept { return process::current->number; }
    static int ranks() noexcept { return process::size(); }
    // -1 for numbers that are no rank's.
    static int cluster(int rank) noexcept {
        return rank >= 0 && rank < process::size() ? Engine::cluster(rank) : -1;
    }

    // Publishes memory under an id. ERR_ID when the id is in use, ERR_MEMORY.
    static int segment_create(sartor_aos_segment* segment, int id, void* base, std::size_t bytes,
                              unsigned rights) noexcept {
        Engine::enter("sartor_aos_segment_create");
        if (segment == nullptr || id < 0 || (base == nullptr && bytes > 0) || rights > SARTOR_AOS_ALL)
            return SARTOR_AOS_ERR_ARGUMENT;
        return publish_segment(segment, id, base, bytes, rights);
    }

    // Waits until the segment is published.
    static int segment_clone(sartor_aos_segment* segment, int id) noexcept {
        Engine::enter("sartor_aos_segment_clone");
        if (segment == nullptr || id < 0) return SARTOR_AOS_ERR_ARGUMENT;
        return clone_segment(segment, id);
    }

    // Waits for the operations under way: at the owner all, elsewhere the caller's own.
    static int segment_destroy(sartor_aos_segment* handle) noexcept {
        Engine::enter("sartor_aos_segment_destroy");
        if (handle == nullptr || *handle == nullptr) return SARTOR_AOS_ERR_ARGUMENT;
        EngineView& view = view_of(*handle);
        Segment& segment = *view.segment;
        if (segment.owner == rank()) {
            shared.segments.withdraw(segment);
            shared.waiters.wait([&] { return segment.outstanding.load() == 0; });
        }
        shared.waiters.wait([&] { return view.outstanding.load() == 0; });
        view.~EngineView();
        std::free(&view);
        shared.segments.drop(segment);
        *handle = nullptr;
        return SARTOR_AOS_OK;
    }

    // Null in *base when the memory is another cluster's. ERR_DESTROYED.
    static int segment_memory(sartor_aos_segment handle, void** base, std::size_t* bytes) noexcept {
        Engine::enter("sartor_aos_segment_memory");
        if (handle == nullptr || base == nullptr) return SARTOR_AOS_ERR_ARGUMENT;
        const Segment& segment = *view_of(handle).segment;
        if (segment.destroyed.load()) return SARTOR_AOS_ERR_DESTROYED;
        *base = Engine::cluster(segment.owner) == Engine::cluster(rank()) ? segment.base : nullptr;
        if (bytes != nullptr) *bytes = segment.bytes;
        return SARTOR_AOS_OK;
    }

    // Without an event returns when the data are in the segment; with one at once, and the event becomes true
    // then.
    static int put(sartor_aos_segment handle, std::size_t offset, const void* from, const Blocks* blocks,
                   Event* event) noexcept {
        Engine::enter("sartor_aos_put");
        if (const int error = check(handle, offset, from, blocks, SARTOR_AOS_PUT)) return error;
        return operate(handle, event, true, [&](EngineView& view, Event* when) {
            Engine::put(view, offset, static_cast<const char*>(from), *blocks, when);
        });
    }
    // As put(), with local memory as the target.
    static int get(sartor_aos_segment handle, std::size_t offset, void* to, const Blocks* blocks,
                   Event* event) noexcept {
        Engine::enter("sartor_aos_get");
        if (const int error = check(handle, offset, to, blocks, SARTOR_AOS_GET)) return error;
        return operate(handle, event, true, [&](EngineView& view, Event* when) {
            Engine::get(view, offset, static_cast<char*>(to), *blocks, when);
        });
    }

    // Posted operations (POKE, POSTADD) return at once without an event.
    static int atomic(sartor_aos_segment handle, const Atomic* atomic, Event* event) noexcept {
        Engine::enter("sartor_aos_do");
        if (const int error = check(handle, atomic)) return error;
        return operate(handle, event, !is_posted(atomic->operation),
                       [&](EngineView& view, Event* when) { Engine::change(view, *atomic, when); });
    }

    // Complete when all earlier operations of this view are.
    static int fence(sartor_aos_segment handle, Event* event) noexcept {
        Engine::enter("sartor_aos_fence");
        if (handle == nullptr) return SARTOR_AOS_ERR_ARGUMENT;
        if (view_of(handle).segment->destroyed.load()) return SARTOR_AOS_ERR_DESTROYED;
        return operate(handle, event, true, [](EngineView& view, Event* when) { Engine::fence(view, when); });
    }

    // Blocks until the condition holds, without polling.
    static int event_wait(const Event* event) noexcept {
        Engine::enter("sartor_aos_event_wait");
        if (!is_valid(event)) return SARTOR_AOS_ERR_ARGUMENT;
        shared.waiters.wait([event] { return is_true(*event); });
        return SARTOR_AOS_OK;
    }
    // Lets other ranks of the worker run when the condition does not hold.
    static int event_test(const Event* event, int* result) noexcept {
        Engine::enter("sartor_aos_event_test");
        if (!is_valid(event) || result == nullptr) return SARTOR_AOS_ERR_ARGUMENT;
        *result = is_true(*event) ? 1 : 0;
        if (*result == 0) Engine::look_later();
        return SARTOR_AOS_OK;
    }
    // After a store by which a condition may have become true: O(waiting ranks).
    static int notify() noexcept {
        Engine::enter("sartor_aos_notify");
        notify_all();
        return SARTOR_AOS_OK;
    }

    // Allocates room for `slots` messages. ERR_ID, ERR_SIZE for message_bytes above SARTOR_AOS_MESSAGE,
    // ERR_MEMORY.
    static int queue_create(sartor_aos_queue* handle, int id, std::size_t message_bytes,
                            std::size_t slots) noexcept {
        Engine::enter("sartor_aos_queue_create");
        if (handle == nullptr || id < 0 || message_bytes == 0 || slots == 0) return SARTOR_AOS_ERR_ARGUMENT;
        if (message_bytes > SARTOR_AOS_MESSAGE) return SARTOR_AOS_ERR_SIZE;
        auto* queue = make<Queue>();
        if (queue == nullptr) return SARTOR_AOS_ERR_MEMORY;
        queue->id = id;
        queue->owner = rank();
        queue->message_bytes = message_bytes;
        queue->slots = slots;
        const bool allocated = queue->allocate();
        if (!allocated || !shared.queues.publish(*queue)) {
            queue->~Queue();
            std::free(queue);
            return allocated ? SARTOR_AOS_ERR_ID : SARTOR_AOS_ERR_MEMORY;
        }
        *handle = reinterpret_cast<sartor_aos_queue>(queue);
        notify_all();
        return SARTOR_AOS_OK;
    }
    // Waits until the queue is published. ERR_DESTROYED.
    static int queue_clone(sartor_aos_queue* handle, int id) noexcept {
        Engine::enter("sartor_aos_queue_clone");
        if (handle == nullptr || id < 0) return SARTOR_AOS_ERR_ARGUMENT;
        shared.waiters.wait([id] { return shared.queues.has(id); });
        Queue* const queue = shared.queues.use(id);
        if (queue == nullptr) return SARTOR_AOS_ERR_DESTROYED;
        *handle = reinterpret_cast<sartor_aos_queue>(queue);
        return SARTOR_AOS_OK;
    }
    // By its owner: returns when no enqueue() is outstanding; those that wait for room return ERR_DESTROYED.
    static int queue_destroy(sartor_aos_queue* handle) noexcept {
        Engine::enter("sartor_aos_queue_destroy");
        if (handle == nullptr || *handle == nullptr) return SARTOR_AOS_ERR_ARGUMENT;
        Queue& queue = queue_of(*handle);
        if (queue.owner == rank()) {
            shared.queues.withdraw(queue);
            notify_all(); // those that wait for room
            shared.waiters.wait([&] { return queue.outstanding.load() == 0; });
        }
        shared.queues.drop(queue);
        *handle = nullptr;
        return SARTOR_AOS_OK;
    }

    // Waits while the queue is full. ERR_SIZE for a message that is too long.
    static int enqueue(sartor_aos_queue handle, const void* data, std::size_t bytes, Event* event) noexcept {
        Engine::enter("sartor_aos_enqueue");
        if (handle == nullptr || (data == nullptr && bytes > 0)) return SARTOR_AOS_ERR_ARGUMENT;
        Queue& queue = queue_of(handle);
        if (bytes > queue.message_bytes) return SARTOR_AOS_ERR_SIZE;
        queue.outstanding.fetch_add(1);
        while (!queue.destroyed.load() && !queue.reserve())
            shared.waiters.wait([&] { return queue.destroyed.load() || queue.has_room(); });
        if (queue.destroyed.load()) {
            queue.outstanding.fetch_sub(1);
            notify_all();
            return SARTOR_AOS_ERR_DESTROYED;
        }
        if (event != nullptr) begin(*event);
        Engine::append(queue, data, bytes, event);
        return SARTOR_AOS_OK;
    }
    // For engines: a message has come.
    static void store(Queue& queue, const void* data, std::size_t bytes, Event* event) noexcept {
        queue.store(data, bytes);
        if (event != nullptr) complete(*event);
        queue.outstanding.fetch_sub(1);
        notify_all();
    }
    // By the owner only. waits == 0: ERR_EMPTY at once when there is none. ERR_SIZE leaves the message in the
    // queue and gives its size.
    static int dequeue(sartor_aos_queue handle, void* data, std::size_t room, std::size_t* bytes,
                       int waits) noexcept {
        Engine::enter("sartor_aos_dequeue");
        if (handle == nullptr || (data == nullptr && room > 0)) return SARTOR_AOS_ERR_ARGUMENT;
        Queue& queue = queue_of(handle);
        if (queue.owner != rank()) return SARTOR_AOS_ERR_RIGHTS;
        Engine::begin_taking(queue);
        if (waits == 0 && queue.is_empty()) {
            Engine::look_later();
            return SARTOR_AOS_ERR_EMPTY;
        }
        shared.waiters.wait([&] { return !queue.is_empty(); });
        const std::size_t size = queue.next_size();
        if (bytes != nullptr) *bytes = size;
        if (size > room) return SARTOR_AOS_ERR_SIZE;
        queue.take(data);
        Engine::took_out(size);
        notify_all();
        return SARTOR_AOS_OK;
    }

    // By dissemination: in round k each rank adds to a word of the rank 2^k further on; ceil(log2 N) rounds.
    static int barrier() noexcept {
        Engine::enter("sartor_aos_barrier");
        Barrier& own = barriers()[rank()];
        if (own.views[0] == nullptr)
            if (const int error = own.begin()) return error;
        ++own.epoch;
        for (int round = 0; (1 << round) < process::size(); ++round)
            if (const int error = own.pass(round)) return error;
        return SARTOR_AOS_OK;
    }

    static constexpr sartor_aos_calls table = {
        &rank,           &ranks,   &cluster,      &segment_create, &segment_clone, &segment_destroy,
        &segment_memory, &put,     &get,          &atomic,         &fence,         &event_wait,
        &event_test,     &notify,  &queue_create, &queue_clone,    &queue_destroy, &enqueue,
        &dequeue,        &barrier, &error_text};

  private:
    static constexpr int most_rounds = 31;

    // Of one rank: its own segment of counters first, then those of its partners.
    struct Barrier {
        sartor_aos_segment views[most_rounds + 1];
        std::int64_t counters[most_rounds];
        std::int64_t epoch;

        [[nodiscard]] static int id_of(int rank) noexcept { return -1 - rank; }

        int begin() noexcept {
            if (const int error =
                    publish_segment(&views[0], id_of(rank()), counters, sizeof counters, SARTOR_AOS_ATOMIC))
                return error;
            for (int round = 0; (1 << round) < process::size(); ++round) {
                const int partner = (rank() + (1 << round)) % process::size();
                if (const int error = clone_segment(&views[round + 1], id_of(partner))) return error;
            }
            return SARTOR_AOS_OK;
        }
        int pass(int round) noexcept {
            const Atomic add = {SARTOR_AOS_POSTADD,
                                8,
                                sizeof(std::int64_t) * static_cast<std::size_t>(round),
                                1,
                                0,
                                nullptr,
                                nullptr};
            const int error = operate(views[round + 1], nullptr, false, [&](EngineView& view, Event* when) {
                Engine::change(view, add, when);
            });
            if (error != SARTOR_AOS_OK) return error;
            const Event all = {&counters[round], epoch, SARTOR_AOS_GREATER_EQUAL, 0};
            shared.waiters.wait([&] { return is_true(all); });
            return SARTOR_AOS_OK;
        }
    };
    static Barrier* barriers() noexcept {
        static std::atomic<Barrier*> all{nullptr};
        Barrier* made = all.load();
        if (made != nullptr) return made;
        auto* own =
            static_cast<Barrier*>(std::calloc(static_cast<std::size_t>(process::size()), sizeof(Barrier)));
        if (all.compare_exchange_strong(made, own)) return own;
        std::free(own);
        return made;
    }

    [[nodiscard]] static EngineView& view_of(sartor_aos_segment handle) noexcept {
        return *reinterpret_cast<EngineView*>(handle);
    }
    [[nodiscard]] static Queue& queue_of(sartor_aos_queue handle) noexcept {
        return *reinterpret_cast<Queue*>(handle);
    }
    template <class Object, class... Arguments>
    [[nodiscard]] static Object* make(Arguments&... arguments) noexcept {
        void* memory = std::malloc(sizeof(Object));
        return memory == nullptr ? nullptr : new (memory) Object(arguments...);
    }

    static int publish_segment(sartor_aos_segment* handle, int id, void* base, std::size_t bytes,
                               unsigned rights) noexcept {
        auto* segment = make<Segment>();
        auto* view = segment != nullptr ? make<EngineView>(*segment) : nullptr;
        if (view == nullptr) {
            std::free(segment);
            return SARTOR_AOS_ERR_MEMORY;
        }
        segment->id = id;
        segment->owner = rank();
        segment->base = static_cast<char*>(base);
        segment->bytes = bytes;
        segment->rights = rights;
        view->set_ends(rank(), rank());
        if (!shared.segments.publish(*segment)) {
            view->~EngineView();
            std::free(view);
            std::free(segment);
            return SARTOR_AOS_ERR_ID;
        }
        *handle = reinterpret_cast<sartor_aos_segment>(view);
        notify_all();
        return SARTOR_AOS_OK;
    }
    static int clone_segment(sartor_aos_segment* handle, int id) noexcept {
        shared.waiters.wait([id] { return shared.segments.has(id); });
        Segment* const segment = shared.segments.use(id);
        if (segment == nullptr) return SARTOR_AOS_ERR_DESTROYED;
        auto* view = make<EngineView>(*segment);
        if (view == nullptr) {
            shared.segments.drop(*segment);
            return SARTOR_AOS_ERR_MEMORY;
        }
        view->set_ends(rank(), segment->owner);
        *handle = reinterpret_cast<sartor_aos_segment>(view);
        return SARTOR_AOS_OK;
    }

    static bool is_valid(const Event* event) noexcept {
        return event != nullptr && event->address != nullptr && is_comparison(event->comparison);
    }

    static int check(sartor_aos_segment handle, std::size_t offset, const void* local, const Blocks* blocks,
                     unsigned right) noexcept {
        if (handle == nullptr || blocks == nullptr) return SARTOR_AOS_ERR_ARGUMENT;
        const Segment& segment = *view_of(handle).segment;
        if (segment.destroyed.load()) return SARTOR_AOS_ERR_DESTROYED;
        if ((segment.rights & right) == 0) return SARTOR_AOS_ERR_RIGHTS;
        if (!lies_within(*blocks, offset, segment.bytes)) return SARTOR_AOS_ERR_RANGE;
        return local == nullptr && !is_empty(*blocks) ? SARTOR_AOS_ERR_ARGUMENT : SARTOR_AOS_OK;
    }

    static bool is_word(const Segment& segment, std::size_t offset, std::size_t width) noexcept {
        return segment.bytes >= width && offset <= segment.bytes - width;
    }
    static bool is_aligned(const Segment& segment, std::size_t offset, std::size_t width) noexcept {
        return (reinterpret_cast<std::uintptr_t>(segment.base) + offset) % width == 0;
    }
    static int check(sartor_aos_segment handle, const Atomic* atomic) noexcept {
        if (handle == nullptr || atomic == nullptr || !is_operation(atomic->operation) ||
            (atomic->width != 4 && atomic->width != 8) ||
            (atomic->old == nullptr && !is_posted(atomic->operation)))
            return SARTOR_AOS_ERR_ARGUMENT;
        const Segment& segment = *view_of(handle).segment;
        const auto width = static_cast<std::size_t>(atomic->width);
        if (segment.destroyed.load()) return SARTOR_AOS_ERR_DESTROYED;
        if ((segment.rights & SARTOR_AOS_ATOMIC) == 0) return SARTOR_AOS_ERR_RIGHTS;
        if (!is_word(segment, atomic->offset, width)) return SARTOR_AOS_ERR_RANGE;
        if (!is_aligned(segment, atomic->offset, width)) return SARTOR_AOS_ERR_ARGUMENT;
        const Condition* condition = atomic->condition;
        if (condition == nullptr) return SARTOR_AOS_OK;
        if (!segment.has_conditions()) return SARTOR_AOS_ERR_RIGHTS;
        if (!is_word(segment, condition->offset, sizeof(std::int64_t))) return SARTOR_AOS_ERR_RANGE;
        return is_comparison(condition->comparison) &&
                       is_aligned(segment, condition->offset, sizeof(std::int64_t))
                   ? SARTOR_AOS_OK
                   : SARTOR_AOS_ERR_ARGUMENT;
    }

    // Begins an operation; without an event of the caller's waits for it, if `waits`.
    template <class Begin>
    static int operate(sartor_aos_segment handle, Event* event, bool waits, Begin start) noexcept {
        EngineView& view = view_of(handle);
        Event own;
        Event* const when = event != nullptr ? event : waits ? &own : nullptr;
        if (when != nullptr) begin(*when);
        view.segment->outstanding.fetch_add(1);
        view.outstanding.fetch_add(1);
        start(view, when);
        if (when == &own) shared.waiters.wait([&] { return is_true(own); });
        return SARTOR_AOS_OK;
    }

    // False: it was deferred.
    static bool try_locked(Segment& segment, const Deferred& now, std::int64_t& old) noexcept {
        const one_sided::SpinGuard guard(segment.lock);
        const Condition* const condition = now.atomic.condition;
        if (condition == nullptr || holds(segment.base, *condition)) {
            old = aos::carry_out(segment.base, now.atomic);
            return true;
        }
        auto* deferred = make<Deferred>(now);
        if (deferred == nullptr) end_without_memory();
        deferred->condition = *condition;
        segment.defer(*deferred);
        return false;
    }
    [[noreturn]] static void end_without_memory() noexcept {
        process::report("rank %d: no memory for an operation that waits for its condition", rank());
        process::end_run(1);
    }
};

} // namespace sartor::aos
