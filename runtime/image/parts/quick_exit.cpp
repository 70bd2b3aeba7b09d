// at_quick_exit and quick_exit of a rank.
#include <cstdlib>

namespace {
constexpr int most_quick_handlers = 128;
void (*quick_handlers[most_quick_handlers])();
int quick_handler_count;
} // namespace

extern "C" {

[[gnu::weak]] int
sartor_at_quick_exit(void (*handler)()) asm("at_quick_exit"); // C++ in the C library's header
int sartor_at_quick_exit(void (*handler)()) {
    if (quick_handler_count == most_quick_handlers) return -1;
    quick_handlers[quick_handler_count++] = handler;
    return 0;
}

[[gnu::weak]] void quick_exit(int code) noexcept {
    while (quick_handler_count > 0) quick_handlers[--quick_handler_count]();
    std::_Exit(code);
}

} // extern "C"
