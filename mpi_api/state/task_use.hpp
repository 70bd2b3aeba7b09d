// Objects that the program frees while tasks may still use them are kept until then.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "components/library_memory.hpp"
#include "framework/slot.hpp"

namespace sartor::mpi {

// Counts the requests of tasks and keeps the handles that were freed in the meantime; the objects are freed
// with the last of these requests.
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
    // A request of a task has ended. With the last one, frees what was kept.
    template <class State>
    void drop_user(State& state) noexcept {
        if (--users_ > 0) return;
        while (freed_ != nullptr) {
            const Freed one = take();
            one.free(&state, one.handle);
        }
    }

    // Frees what a handle stands for with now(state, handle): at once, or when no task can use it any more.
    // `now` has no state. Without memory to remember it, the object is kept until the end of the run.
    template <class State, class Now>
    void free_when_unused(State& state, std::uintptr_t handle, Now now) noexcept {
        if (!in_use()) return now(state, handle);
        free_later(handle,
                   [](void* object, std::uintptr_t freed) { Now{}(*static_cast<State*>(object), freed); });
    }

    // Calls visit(task) for the task that the rank waits for, if there is one.
    template <class Communicator, class Visit>
    static void with_awaited(const Communicator& communicator, const Visit& visit) noexcept {
        if (const auto* task = communicator.flows().awaited()) visit(*task);
    }
    // Whether no task is under way.
    template <class Communicator>
    [[nodiscard]] static bool none(const Communicator& communicator) noexcept {
        return communicator.flows().none();
    }
    // At the end of the run: ends flows that are still there and frees the memory of their requests.
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
        auto* one = static_cast<Freed*>(allocate_for_library(sizeof(Freed)));
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
