// A worker whose only rank is the thread that calls: nothing is switched.
#include <cerrno>
#include <unistd.h>

#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/scheduler/worker.hpp"

namespace sartor::process {

void Worker::run_here() noexcept {
    thread = pthread_self();
    thread_number_ = gettid();
    errno_ = &errno;
    current = ready_.pop();
    current->run_state.store(RunState::running, std::memory_order_relaxed);
}

void Worker::leave_thread() noexcept {
    current->ended = true;
    --live_;
    state.program->serve(*this);
}

} // namespace sartor::process
