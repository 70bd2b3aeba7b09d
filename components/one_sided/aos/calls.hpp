// The functions of <sartor/aos.h>: arguments are checked at the initiator, an engine carries operations out
// (AOS, section 3). All return SARTOR_AOS_OK or an error code; nothing was done then.
#pragma once

#include "components/one_sided/aos/barrier.hpp"
#include "components/one_sided/aos/completion.hpp"
#include "components/one_sided/aos/queue_calls.hpp"
#include "components/one_sided/aos/segment_calls.hpp"
#include "runtime/process.hpp"

namespace sartor::aos {

[[nodiscard]] const char* error_text(int result) noexcept;

// What an engine supplies, all static:
//     struct View : aos::View        made by the rank that it is for; View(Segment&)
//     void enter(const char* call)   a call begins, before it reads anything that ranks share
//     void wake(Rank&)               a rank that waits looks again
//     int cluster(int rank)          whose memory a rank shares
//     put, get, change, fence        begin an operation; finish(view, event) is called when it is complete
//     append(Queue&, data, bytes, event)   of a message for which there is a slot
//     void begin_taking(Queue&)      its owner wants a message out of a queue
//     void took_out(bytes)           and has one
//     void look_later()              a condition was tested and is false
//     void take(int rank, bytes)     of the memory of that rank, whoever runs; ends the run without any
//     void put_back(int rank, bytes)
template <class Engine>
class Calls : public SegmentCalls<Engine>, public QueueCalls<Engine>, public BarrierCall<Engine> {
  public:
    using EngineView = typename Engine::View;

    static int rank() noexcept { return process::current->number; }
    static int ranks() noexcept { return process::size(); }
    // -1 for numbers that are no rank's.
    static int cluster(int rank) noexcept {
        return rank >= 0 && rank < process::size() ? Engine::cluster(rank) : -1;
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
        SegmentCalls<Engine>::notify_all();
        return SARTOR_AOS_OK;
    }

    static constexpr sartor_aos_calls table = {
        &rank,
        &ranks,
        &cluster,
        &Calls::segment_create,
        &Calls::segment_clone,
        &Calls::segment_destroy,
        &Calls::segment_memory,
        &Calls::put,
        &Calls::get,
        &Calls::atomic,
        &Calls::fence,
        &event_wait,
        &event_test,
        &notify,
        &Calls::queue_create,
        &Calls::queue_clone,
        &Calls::queue_destroy,
        &Calls::enqueue,
        &Calls::dequeue,
        &Calls::barrier,
        &error_text,
    };

  private:
    static bool is_valid(const Event* event) noexcept {
        return event != nullptr && event->address != nullptr && is_comparison(event->comparison);
    }
};

} // namespace sartor::aos
