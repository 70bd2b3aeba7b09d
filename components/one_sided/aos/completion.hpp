// What the calls of <sartor/aos.h> share: what ranks publish, how operations begin and end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "components/library_memory.hpp"
#include "components/one_sided/aos/segment.hpp"
#include "components/one_sided/aos/waiters.hpp"
#include "runtime/process.hpp"

namespace sartor::aos {

// The objects that the ranks of a process have in common.
struct Shared {
    Directory<Segment> segments;
    Directory<Queue> queues;
    Waiters waiters;
};
extern Shared shared;

// Of memory of the running rank's. Null: there is none.
template <class Object, class... Arguments>
[[nodiscard]] Object* make(Arguments&... arguments) noexcept {
    void* memory = allocate_for_library(sizeof(Object));
    return memory == nullptr ? nullptr : new (memory) Object(arguments...);
}

// `Engine`: see calls.hpp.
template <class Engine>
struct Completion {
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
            Engine::put_back(segment.owner, sizeof(Deferred));
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

    // Begins an operation; without an event of the caller's waits for it, if `waits`.
    template <class Begin>
    static int operate(sartor_aos_segment handle, Event* event, bool waits, Begin start) noexcept {
        auto& view = view_of(handle);
        Event own;
        Event* const when = event != nullptr ? event : waits ? &own : nullptr;
        if (when != nullptr) begin(*when);
        view.segment->outstanding.fetch_add(1);
        view.outstanding.fetch_add(1);
        start(view, when);
        if (when == &own) shared.waiters.wait([&] { return is_true(own); });
        return SARTOR_AOS_OK;
    }

    [[nodiscard]] static typename Engine::View& view_of(sartor_aos_segment handle) noexcept {
        return *reinterpret_cast<typename Engine::View*>(handle);
    }

  private:
    // False: it was deferred.
    static bool try_locked(Segment& segment, const Deferred& now, std::int64_t& old) noexcept {
        const one_sided::SpinGuard guard(segment.lock);
        const Condition* const condition = now.atomic.condition;
        if (condition == nullptr || holds(segment.base, *condition)) {
            old = aos::carry_out(segment.base, now.atomic);
            return true;
        }
        void* memory = std::malloc(sizeof(Deferred));
        if (memory == nullptr) process::end_without_memory("an operation that waits for its condition");
        Engine::take(segment.owner, sizeof(Deferred));
        auto* deferred = new (memory) Deferred(now);
        deferred->condition = *condition;
        segment.defer(*deferred);
        return false;
    }
};

} // namespace sartor::aos
