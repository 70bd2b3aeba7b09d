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

    // Without memory to remember it, the object stays until the end of the run.
    void free_later(std::uintptr_t handle, Free free) noexcept {
        auto* one = static_cast<Freed*>(std::malloc(sizeof(Freed)));
        if (one == nullptr) return;
        *one = {freed_, free, handle};
        freed_ = one;
    }

  private:
    struct Freed {
        Freed* next;
        Free free;
        std::uintptr_t handle;
    };

    Freed take() noexcept {
        const Freed one = *freed_;
        std::free(freed_);
        freed_ = one.next;
        return one;
    }

    Freed* freed_ = nullptr;
    int users_ = 0;
};

struct NoTaskUse {
    static constexpr std::string_view name = absent;
};

} // namespace sartor::mpi
