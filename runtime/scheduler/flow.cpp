// Flows within a rank: switching between them and the rank's main flow of control.
#include "runtime/scheduler/flow.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "runtime/process.hpp"
#include "runtime/process_state.hpp"

namespace sartor::process {

// Mapped lazily. The library's own depth is a few KiB; a program's reduction operations and error handlers
// run here too, on a share of what --stack gives its ranks.
static std::size_t flow_stack_bytes() noexcept {
    constexpr std::size_t least = std::size_t{128} << 10;
    constexpr std::size_t most = std::size_t{64} << 20;
    constexpr std::size_t share = 8;
    return std::clamp(state.stack_bytes / share, least, most);
}

Flow* Flow::make() noexcept {
    Stack stack = map_stack(flow_stack_bytes(), state.stacks.guard());
    if (stack.low == nullptr) return nullptr;
    void* memory = std::malloc(sizeof(Flow));
    if (memory != nullptr) return new (memory) Flow(stack);
    unmap_stack(stack);
    return nullptr;
}

void Flow::destroy(Flow* flow) noexcept {
    flow->inside_.release();
    std::free(flow);
}

Flow::Flow(Stack stack) noexcept {
    inside_.prepare(stack, &run, this);
}

// One body after the other, for as long as the flow exists.
void Flow::run(void* flow) {
    auto& self = *static_cast<Flow*>(flow);
    for (;;) {
        self.body_(self.argument_);
        self.suspend();
    }
}

void Flow::start(Body body, void* argument) noexcept {
    body_ = body;
    argument_ = argument;
    resume();
}

// The rank's context names whichever flow runs, so that the scheduler and reports of crashes find it there.
void Flow::resume() noexcept {
    Rank& self = *current;
    outside_ = self.context;
    self.context = inside_;
    Context::switch_to(outside_, self.context);
    self.context = outside_;
}

void Flow::suspend() noexcept {
    inside_ = current->context;
    Context::switch_to(inside_, outside_);
}

} // namespace sartor::process
