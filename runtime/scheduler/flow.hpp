// A flow of control that a rank runs beside its main one, on a small stack of its own.
#pragma once

#include "runtime/scheduler/context.hpp"

namespace sartor::process {

// Runs only when its rank's main flow resumes it: between the two nothing is shared by threads. While a flow
// runs, the rank's context is the flow's: it may sleep or crash as the rank itself may.
class Flow {
  public:
    using Body = void (*)(void* argument);

    // Null when the system has no memory. The stack is mapped, not touched.
    [[nodiscard]] static Flow* make() noexcept;
    // Whatever it was doing ends where it stands.
    static void destroy(Flow* flow) noexcept;

    Flow(const Flow&) = delete;
    Flow& operator=(const Flow&) = delete;

    // Runs body(argument) until it ends or suspends itself. The flow must not be under way.
    void start(Body body, void* argument) noexcept;
    // Goes on after suspend(), until the next one or the end.
    void resume() noexcept;
    // On the flow: goes back to who started or resumed it.
    void suspend() noexcept;

  private:
    explicit Flow(Stack stack) noexcept;
    static void run(void* flow);

    Context inside_;  // where the flow goes on
    Context outside_; // where its rank goes on
    Body body_ = nullptr;
    void* argument_ = nullptr;
};

} // namespace sartor::process
