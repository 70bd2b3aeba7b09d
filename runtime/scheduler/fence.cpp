// The asymmetric fences of Linux.
#include "runtime/scheduler/fence.hpp"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sartor::process {

bool fences_are_asymmetric = false;

void prepare_fences() noexcept {
    fences_are_asymmetric = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
}

void heavy_fence() noexcept {
    if (fences_are_asymmetric)
        syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
    else
        std::atomic_thread_fence(std::memory_order_seq_cst);
}

} // namespace sartor::process
