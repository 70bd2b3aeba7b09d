// Switching between flows of control, and the stacks that they run on.
#include "runtime/scheduler/context.hpp"

#include <boost/context/detail/fcontext.hpp>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "runtime/architecture/jump.hpp"

#ifdef SARTOR_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef SARTOR_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace sartor::process {

namespace fcontext = boost::context::detail;

bool Stack::guards(const void* address) const noexcept {
    const auto* start = static_cast<const char*>(guard);
    return start != nullptr && address >= start && address < start + guard_bytes;
}

static constexpr std::uint64_t canary = 0x5ca9a61e5a9704e5;
static constexpr int canary_words = 8;

void Stack::set_canary() noexcept {
    has_canary = true;
    for (int word = 0; word < canary_words; ++word) static_cast<std::uint64_t*>(low)[word] = canary;
}

bool Stack::canary_is_whole() const noexcept {
    for (int word = 0; word < canary_words; ++word)
        if (static_cast<const volatile std::uint64_t*>(low)[word] != canary) return false;
    return true;
}

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102 // Linux 6.13; in headers of later C libraries
#endif

// Where address space counts (ulimit -v), it belongs to the program. Marks are entries of page tables: so
// many as a stack's page table has anyway.
std::size_t guard_width(Guard guard) noexcept {
    constexpr std::size_t wide = std::size_t{256} << 20;
    constexpr std::size_t marked = std::size_t{64} << 10;
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    rlimit limit{};
    if (guard == Guard::shared) return page;
    if (guard == Guard::mark) return marked;
    return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? page : wide;
}

bool guard_region(void* low, std::size_t bytes, Guard guard) noexcept {
    return guard == Guard::mark ? madvise(low, bytes, MADV_GUARD_INSTALL) == 0
                                : mprotect(low, bytes, PROT_NONE) == 0;
}

Stack map_stack(std::size_t bytes, Guard guard) noexcept {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t width = guard_width(guard);
    const std::size_t usable = (bytes + page - 1) / page * page;
    void* low = mmap(nullptr, width + usable, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (low == MAP_FAILED) return {};
    if (!guard_region(low, width, guard)) {
        munmap(low, width + usable);
        return {};
    }
    madvise(low, width + usable, MADV_NOHUGEPAGE); // advice: a kernel without huge pages may refuse it
    return {static_cast<char*>(low) + width - page, usable + page, low, static_cast<std::uint32_t>(width)};
}

// What address sanitizer marked in frames that never returned must not outlive them.
void unmap_stack(Stack& stack) noexcept {
#ifdef SARTOR_ADDRESS_SANITIZER
    if (stack.low != nullptr) __asan_unpoison_memory_region(stack.low, stack.bytes);
#endif
    auto* low = static_cast<char*>(stack.has_canary ? stack.low : stack.guard);
    if (low != nullptr) munmap(low, static_cast<std::size_t>(stack.end() - low));
    stack = {};
}

// A jump, as seen from its two ends. Every jump carries the pair of contexts that it leads from and to.
struct Switch {
    Context* from;
    Context* to;

    // `goes_on`: whether `from` will ever run again; the sanitizers drop what belongs to one that will not.
    fcontext::transfer_t jump([[maybe_unused]] bool goes_on) noexcept {
#ifdef SARTOR_ADDRESS_SANITIZER
        __sanitizer_start_switch_fiber(goes_on ? &from->fake_stack_ : nullptr, to->stack_bottom_,
                                       to->stack_bytes_);
#endif
#ifdef SARTOR_THREAD_SANITIZER
        __tsan_switch_to_fiber(to->fiber_, 0);
#endif
        return architecture::Jump::jump(to->stack_pointer_, this);
    }

    // On arrival: saves where the flow that jumped here is to be resumed.
    static Switch& arrive(fcontext::transfer_t transfer) noexcept {
        auto& came = *static_cast<Switch*>(transfer.data);
        came.from->stack_pointer_ = transfer.fctx;
#ifdef SARTOR_ADDRESS_SANITIZER
        __sanitizer_finish_switch_fiber(came.to->fake_stack_, nullptr, nullptr);
#endif
        return came;
    }

    static void enter(fcontext::transfer_t transfer) noexcept {
        Context& self = *arrive(transfer).to;
        self.entry_(self.argument_);
    }
};

void Context::prepare(Stack stack, Entry entry, void* argument) noexcept {
    stack_ = stack;
    entry_ = entry;
    argument_ = argument;
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    auto* top = static_cast<char*>(stack.low) + stack.bytes - stack.skipped;
    stack_pointer_ = fcontext::make_fcontext(top, stack.bytes - stack.skipped - page, &Switch::enter);
#ifdef SARTOR_ADDRESS_SANITIZER
    stack_bottom_ = static_cast<char*>(stack.low) + page;
    stack_bytes_ = stack.bytes - page;
#endif
#ifdef SARTOR_THREAD_SANITIZER
    fiber_ = __tsan_create_fiber(0);
    owns_fiber_ = true;
#endif
}

void Context::adopt_thread() noexcept {
#ifdef SARTOR_ADDRESS_SANITIZER
    pthread_attr_t attributes;
    void* low = nullptr;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstack(&attributes, &low, &stack_bytes_);
    pthread_attr_destroy(&attributes);
    stack_bottom_ = low;
#endif
#ifdef SARTOR_THREAD_SANITIZER
    fiber_ = __tsan_get_current_fiber();
#endif
}

void Context::switch_to(Context& from, Context& to) noexcept {
    Switch leap{&from, &to};
    Switch::arrive(leap.jump(true));
}

void Context::leave_to(Context& from, Context& to) noexcept {
    Switch leap{&from, &to};
    leap.jump(false);
    __builtin_unreachable();
}

// Called on the stack of `to`, before anything there goes on.
struct CallThere {
    Switch leap; // first: it is what arrives
    void (*function)();

    static fcontext::transfer_t run(fcontext::transfer_t transfer) noexcept {
        Switch::arrive(transfer);
        static_cast<CallThere*>(transfer.data)->function();
        return transfer;
    }
};

void Context::leave_to(Context& from, Context& to, void (*function)()) noexcept {
    CallThere call{{&from, &to}, function};
#ifdef SARTOR_ADDRESS_SANITIZER
    __sanitizer_start_switch_fiber(nullptr, to.stack_bottom_, to.stack_bytes_);
#endif
#ifdef SARTOR_THREAD_SANITIZER
    __tsan_switch_to_fiber(to.fiber_, 0);
#endif
    architecture::Jump::leave();
    fcontext::ontop_fcontext(to.stack_pointer_, &call, &CallThere::run);
    __builtin_unreachable();
}

void Context::release() noexcept {
#ifdef SARTOR_THREAD_SANITIZER
    if (owns_fiber_) __tsan_destroy_fiber(fiber_);
    owns_fiber_ = false;
#endif
    unmap_stack(stack_);
    stack_pointer_ = nullptr;
}

} // namespace sartor::process
