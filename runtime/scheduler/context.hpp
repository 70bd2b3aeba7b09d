// A flow of control with a stack of its own: Boost.Context's switch, with notifications for the sanitizers.
#pragma once

#include <cstddef>
#include <cstdint>

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

// How the end of a stack is guarded: by a region of its own that is a mapping of its own, or marks in the
// page tables; or by the page of a stack below it, and a canary.
enum class Guard : std::uint8_t { mapping, mark, shared };

// Sizes in bytes. As small as can be: each rank has one in the cache lines that its worker reads.
struct Stack {
    void* low = nullptr;           // the page there is the last of the guard region, if it has one of its own
    std::size_t bytes = 0;         // that page included
    void* guard = nullptr;         // the region that it runs into when it overflows, from its lower end on
    std::uint32_t guard_bytes = 0; // its width
    std::uint16_t skipped = 0;     // at its upper end, where a flow of control would begin
    bool has_canary = false;

    [[nodiscard]] bool guards(const void* address) const noexcept;
    [[nodiscard]] const char* end() const noexcept { return static_cast<const char*>(low) + bytes; }

    // Of stacks without a guard region of their own: overwritten by an overflow into the stack below, mostly.
    void set_canary() noexcept;
    [[nodiscard]] bool overflowed() const noexcept { return has_canary && !canary_is_whole(); }

  private:
    [[nodiscard]] bool canary_is_whole() const noexcept;
};

// How wide a guard region is to be. Wider than what functions have as local arrays: code that no `sartor cc`
// compiled does not touch each page of its frame on the way. Regions that are mappings take address space
// only.
[[nodiscard]] std::size_t guard_width(Guard guard) noexcept;

static_assert(sizeof(Stack) == 4 * sizeof(void*));

// Makes a region inaccessible. False when the system refuses.
[[nodiscard]] bool guard_region(void* low, std::size_t bytes, Guard guard) noexcept;

// Maps a stack of at least `bytes` usable bytes. An empty one (low == nullptr) when the system refuses.
[[nodiscard]] Stack map_stack(std::size_t bytes, Guard guard = Guard::mapping) noexcept;
void unmap_stack(Stack& stack) noexcept;

// Where a flow of control goes on. A worker's own thread has one too, without a stack here.
class Context {
  public:
    using Entry = void (*)(void* argument);

    // Prepares to run entry(argument) on this stack; entry must not return.
    void prepare(Stack stack, Entry entry, void* argument) noexcept;
    // Names the calling thread's own flow of control, so that one may switch back to it.
    void adopt_thread() noexcept;
    [[nodiscard]] bool prepared() const noexcept { return stack_pointer_ != nullptr; }
    [[nodiscard]] const Stack& stack() const noexcept { return stack_; }

    // Leaves `from` and goes on in `to`; returns when somebody switches to `from` again.
    static void switch_to(Context& from, Context& to) noexcept;
    // The same for a flow of control that will never go on.
    [[noreturn]] static void leave_to(Context& from, Context& to) noexcept;
    // The same, but `to` calls `function` first, on its stack and where it was left: it may jump from there
    // to a frame further up (longjmp).
    [[noreturn]] static void leave_to(Context& from, Context& to, void (*function)()) noexcept;

    void release() noexcept;

  private:
    friend struct Switch;        // the jump itself: Boost.Context's types stay out of this header
    friend struct ContextLayout; // as debuggers read it

    void* stack_pointer_ = nullptr;
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
