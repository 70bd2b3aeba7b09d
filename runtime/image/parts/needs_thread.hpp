// For functions of parts that are right only in a rank that has an OS thread.
#pragma once

// needs_thread: what the runtime has for the part (runtime/rank/for_parts.hpp). The link sees that the
// function refers to it, and gives each rank a thread.
inline void refer_to(const bool& needs_thread) noexcept {
    asm volatile("" : : "r"(&needs_thread));
}
