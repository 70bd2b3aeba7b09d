// A flow of control with a stack of its own: Boost.Context's switch, with the sanitizers told about it.
#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define SARTOR_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SARTOR_ADDRESS_SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define SARTOR_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SARTOR_THREAD_SANITIZER 1
#endif
#endif

namespace sartor::process {

// A stack in its own mapping; the page at its low end is a guard. Sizes in bytes.
struct Stack {
    void* low = nullptr;   // start of the mapping, where the guard page lies
    std::size_t bytes = 0; // of the whole mapping

    [[nodiscard]] bool guards(const void* address) const noexcept;
};

// Maps a stack of at least `bytes` usable bytes. An empty one (low == nullptr) when the system refuses.
[[nodiscard]] Stack map_stack(std::size_t bytes) noexcept;
void unmap_stack(Stack& stack) noexcept;

// Where a flow of control goes on. A worker's own thread has one too, without a stack here.
class Context {
  public:
    using Entry = void (*)(void* argument);

    // Prepares to run entry(argument) on this stack; entry must not return.
    void prepare(Stack stack, Entry entry, void* argument) noexcept;
    // Names the calling thread's own flow of control, so that one may switch back to it.
    void adopt_thread() noexcept;
    [[nodiscard]] bool prepared() const noexcept { return place_ != nullptr; }
    [[nodiscard]] const Stack& stack() const noexcept { return stack_; }

    // Leaves `from` and goes on in `to`; returns when somebody switches to `from` again.
    static void switch_to(Context& from, Context& to) noexcept;
    // The same for a flow of control that will never go on.
    [[noreturn]] static void leave_to(Context& from, Context& to) noexcept;

    void release() noexcept;

  private:
    friend struct Switch; // the jump itself: Boost.Context's types stay out of this header

    void* place_ = nullptr;
    Entry entry_ = nullptr;
    void* argument_ = nullptr;
    Stack stack_;
#ifdef SARTOR_ADDRESS_SANITIZER
    void* fake_stack_ = nullptr;
    const void* stack_bottom_ = nullptr;
    std::size_t stack_bytes_ = 0;
#endif
#ifdef SARTOR_THREAD_SANITIZER
    void* fiber_ = nullptr;
    bool owns_fiber_ = false;
#endif
};

} // namespace sartor::process
