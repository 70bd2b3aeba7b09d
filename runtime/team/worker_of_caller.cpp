// A worker whose first rank is the calling thread: it is switched to and from like the others.
#include <cerrno>
#include <unistd.h>

#include "runtime/process_state.hpp"
#include "runtime/scheduler/worker.hpp"

namespace sartor::process {

void Worker::run_with_caller() noexcept {
    thread = pthread_self();
    thread_number_ = gettid();
    errno_ = &errno;
    current = ready_.pop();
    current->context.adopt_thread();
    current->run_state.store(RunState::running, std::memory_order_relaxed);
}

void Worker::leave_team() noexcept {
    current->ended = true;
    --live_;
}

} // namespace sartor::process
