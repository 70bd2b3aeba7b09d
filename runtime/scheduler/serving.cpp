// Workers whose ranks have ended serve requests of others. Linked only into programs whose transport requires
// it.
#include "runtime/peers.hpp"
#include "runtime/process_state.hpp"
#include "runtime/scheduler/worker.hpp"

namespace sartor::process {

void Worker::serve(Worker& worker) noexcept {
    const auto all_ended = [] { return all_ended_here() && (peers == nullptr || peers->is_over()); };
    if (state.workers_ended.fetch_add(1) + 1 == state.worker_count)
        peers != nullptr ? peers->ranks_ended() : rouse_workers();
    while (!all_ended())
        if (!worker.collect()) {
            if (peers != nullptr) peers->worker_sleeps();
            worker.idle_wait_.sleep(
                census, [&] { return worker.collect() || all_ended(); }, &check_for_deadlock);
            if (peers != nullptr) peers->worker_wakes();
        }
}

} // namespace sartor::process
