// With --checked: no two threads of a rank are in collectives of one communicator (MPI-5.0 section 6.14).
#pragma once

#include <type_traits>

#include "mpi_api/call/call.hpp"
#include "mpi_api/call/operation_text.hpp"

namespace sartor::mpi {

namespace internal {

struct AnyThreads {
    template <class CallOfProgram>
    AnyThreads(CallOfProgram&, int) noexcept {}
};

// For the duration of a blocking collective; MPI_ERR_COMM when another thread is in one.
template <class Program>
class OneThread {
  public:
    OneThread(Call<Program>& call, int context) noexcept : threads_(call.state().threads_in_collectives) {
        own_ = {nullptr, &process::caller, context, call.function(), call.site()};
        if (call.is_numbered()) return; // immediate ones may be under way beside others
        if (const ThreadInCollective* other = threads_.beside(own_); other != nullptr) [[unlikely]]
            call.template fail<MPI_ERR_COMM>(
                "another thread of this rank is in %s on the communicator at the "
                "same time: its collective operations must follow each other",
                OperationText(other->function, other->site).text);
        threads_.enter(own_);
        is_inside_ = true;
    }
    ~OneThread() {
        if (is_inside_) threads_.leave(own_);
    }
    OneThread(const OneThread&) = delete;
    OneThread& operator=(const OneThread&) = delete;

  private:
    ThreadsInCollectives& threads_;
    ThreadInCollective own_;
    bool is_inside_ = false;
};

} // namespace internal

template <class Program>
using OneThreadInCollective =
    std::conditional_t<std::is_same_v<typename Interface<Program>::CollectiveThreads, ThreadsInCollectives>,
                       internal::OneThread<Program>, internal::AnyThreads>;

} // namespace sartor::mpi
