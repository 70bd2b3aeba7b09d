#include "runtime/rank/thread_data.hpp"

#include "runtime/scheduler/worker.hpp"

namespace sartor::process {

void thread_data::exchange(const Rank& other) noexcept {
    if (&locales::load != nullptr) locales::load(other);
    if (&processor_time::charge != nullptr) processor_time::charge();
}

void thread_data::begin(Worker& worker) noexcept {
    worker.exchange_data_of_thread();
}

} // namespace sartor::process
