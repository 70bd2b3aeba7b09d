// pthread_atfork: the handlers that a rank registers are called when this rank forks, and not when others do.
#include <cerrno>
#include <cstdlib>
#include <pthread.h>

#include "runtime/rank/for_parts.hpp"

extern "C" {
int __register_atfork(void (*)(), void (*)(), void (*)(), void*) noexcept;
[[gnu::weak]] bool sartor_forks_without_handlers() noexcept; // children.cpp
}

namespace {

using Handler = void (*)();

struct Handlers {
    Handler prepare, in_parent, in_child;
    Handlers* earlier;
    Handlers* later;
};
Handlers* first = nullptr;
Handlers* last = nullptr;
int own_number = -1;
thread_local bool forks = false; // the rank whose handlers these are

void prepare() {
    const bool without = &sartor_forks_without_handlers != nullptr && sartor_forks_without_handlers();
    forks = !without && sartor_rank_number() == own_number;
    for (const Handlers* each = last; forks && each != nullptr; each = each->earlier)
        if (each->prepare != nullptr) each->prepare();
}
void call_later_ones(Handler Handlers::*which) {
    for (const Handlers* each = first; forks && each != nullptr; each = each->later)
        if (each->*which != nullptr) (each->*which)();
}
void go_on_in_parent() {
    call_later_ones(&Handlers::in_parent);
}
void go_on_in_child() {
    call_later_ones(&Handlers::in_child);
}

} // namespace

extern "C" [[gnu::weak]] int pthread_atfork(Handler prepares, Handler in_parent, Handler in_child) noexcept {
    auto* handlers = static_cast<Handlers*>(std::malloc(sizeof(Handlers)));
    if (handlers == nullptr) return ENOMEM;
    *handlers = {prepares, in_parent, in_child, last, nullptr};
    if (last == nullptr) {
        own_number = sartor_rank_number();
        if (__register_atfork(&prepare, &go_on_in_parent, &go_on_in_child, nullptr) != 0) return ENOMEM;
    }
    (last != nullptr ? last->later : first) = handlers;
    last = handlers;
    return 0;
}
