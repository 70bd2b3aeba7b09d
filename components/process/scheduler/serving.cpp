// Workers whose ranks have ended serve requests of others. Linked only into programs whose transport requires
// it.
#include "components/process/process_state.hpp"
#include "components/process/scheduler/worker.hpp"

namespace sartor::process {

void Worker::serve(Worker& worker) noexcept {
    const auto all_ended = [] { return state.workers_ended.load() == state.worker_count; };
    state.workers_ended.fetch_add(1);
    if (all_ended())
        for (int index = 0; index < state.worker_count; ++index) state.workers[index].rouse();
    while (!all_ended())
        if (!worker.collect())
            worker.idle_wait_.sleep(
                census, [&] { return worker.collect() || all_ended(); }, &check_for_deadlock);
}

} // namespace sartor::process
