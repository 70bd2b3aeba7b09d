// What a rank's tasks use: objects that the program frees in the meantime stay.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "framework/slot.hpp"

namespace sartor::mpi {

// Handles freed while there are requests of tasks; the objects end with the last of these requests.
class TaskUse {
  public:
    static constexpr std::string_view name = "operations that go on by themselves";

    using Free = void (*)(void* state, std::uintptr_t handle);

    TaskUse() = default;
    TaskUse(const TaskUse&) = delete;
    TaskUse& operator=(const TaskUse&) = delete;
    ~TaskUse() {
        while (freed_ != nullptr) take();
    }

    [[nodiscard]] bool in_use() const noexcept { return users_ > 0; }
    void add_user() noexcept { ++users_; }
    template <class State>
    void drop_user(State& state) noexcept {
        if (--users_ > 0) return;
        while (freed_ != nullptr) {
            const Freed one = take();
            one.free(&state, one.handle);
        }
    }

    // Frees what a handle stands for with free(state, handle): now, or when no task can use it any more.
    template <class State, class Now>
    void free_when_unused(State& state, std::uintptr_t handle, Now now) noexcept {
        if (!in_use()) return now(state, handle);
        free_later(handle,
                   [](void* object, std::uintptr_t freed) { Now{}(*static_cast<State*>(object), freed); });
    }

    // Calls visit(task) for the task that the rank waits for, if there is one.
    template <class Communicator, class Visit>
    static void with_awaited(const Communicator& communicator, const Visit& visit) noexcept {
        if (const auto* task = communicator.flows().awaited) visit(*task);
    }
    // Whether no task is under way.
    template <class Communicator>
    [[nodiscard]] static bool none(const Communicator& communicator) noexcept {
        return communicator.flows().none();
    }
    // Ends the tasks of a run that is over, with their requests.
    template <class State>
    static void end_all(State& state) noexcept {
        state.communicator.end_tasks();
        state.requests.for_each([](auto& request) { request.free_task(); });
    }

  private:
    struct Freed {
        Freed* next;
        Free free;
        std::uintptr_t handle;
    };

    // Without memory to remember it, the object stays until the end of the run.
    void free_later(std::uintptr_t handle, Free free) noexcept {
        auto* one = static_cast<Freed*>(std::malloc(sizeof(Freed)));
        if (one == nullptr) return;
        *one = {freed_, free, handle};
        freed_ = one;
    }

    Freed take() noexcept {
        const Freed one = *freed_;
        std::free(freed_);
        freed_ = one.next;
        return one;
    }

    Freed* freed_ = nullptr;
    int users_ = 0;
};

// Programs without such operations.
struct NoTaskUse {
    static constexpr std::string_view name = absent;

    template <class State, class Now>
    static void free_when_unused(State& state, std::uintptr_t handle, Now now) noexcept {
        now(state, handle);
    }
    template <class Communicator, class Visit>
    static constexpr void with_awaited(const Communicator&, const Visit&) noexcept {}
    template <class Communicator>
    [[nodiscard]] static constexpr bool none(const Communicator&) noexcept {
        return true;
    }
    template <class State>
    static constexpr void end_all(State&) noexcept {}
};

} // namespace sartor::mpi
