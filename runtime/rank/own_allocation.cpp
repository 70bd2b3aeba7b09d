// operator new and delete for the C++ library, in programs that define some of them: each rank's own. Forms
// that the program does not define lead to those that it does, as in the C++ library.
//
// Every function ends in a jump: exceptions of the program's functions find no frame of this unit.
#include <atomic>
#include <cstdlib>
#include <new>

#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/rank/for_parts.hpp"

namespace sartor::process {

namespace {

using Operator = void (*)();
std::atomic<const Operator**> of_ranks{nullptr};

template <class Function>
Function own(int form) noexcept {
    const Operator** all = of_ranks.load(std::memory_order_acquire);
    if (current == nullptr || all == nullptr) return nullptr;
    const Operator* of_rank = all[state.index_of(*current)];
    return of_rank != nullptr ? reinterpret_cast<Function>(of_rank[form]) : nullptr;
}

using New = void* (*)(std::size_t);
using NewAligned = void* (*)(std::size_t, std::align_val_t);
using Delete = void (*)(void*);
using DeleteAligned = void (*)(void*, std::align_val_t);

} // namespace

} // namespace sartor::process

using namespace sartor::process;

extern "C" {

void sartor_rank_own_operators(void (*const* operators)()) noexcept {
    const Operator** all = of_ranks.load(std::memory_order_acquire);
    if (all == nullptr) {
        auto* made = static_cast<const Operator**>(
            std::calloc(static_cast<std::size_t>(state.most), sizeof(const Operator*)));
        if (made == nullptr) return;
        if (of_ranks.compare_exchange_strong(all, made))
            all = made;
        else
            std::free(made);
    }
    if (current != nullptr) all[state.index_of(*current)] = operators;
}

void* sartor_new(std::size_t bytes) asm("_Znwm");
void* sartor_new(std::size_t bytes) {
    if (const auto function = own<New>(0)) return function(bytes);
    return std::malloc(bytes > 0 ? bytes : 1);
}
void* sartor_new_array(std::size_t bytes) asm("_Znam");
void* sartor_new_array(std::size_t bytes) {
    if (const auto function = own<New>(1)) return function(bytes);
    return sartor_new(bytes);
}
void* sartor_new_or_null(std::size_t bytes, const std::nothrow_t&) asm("_ZnwmRKSt9nothrow_t");
void* sartor_new_or_null(std::size_t bytes, const std::nothrow_t& tag) {
    if (const auto function = own<void* (*)(std::size_t, const std::nothrow_t&)>(2))
        return function(bytes, tag);
    return sartor_new(bytes);
}
void* sartor_new_array_or_null(std::size_t bytes, const std::nothrow_t&) asm("_ZnamRKSt9nothrow_t");
void* sartor_new_array_or_null(std::size_t bytes, const std::nothrow_t& tag) {
    if (const auto function = own<void* (*)(std::size_t, const std::nothrow_t&)>(3))
        return function(bytes, tag);
    return sartor_new_array(bytes);
}
void* sartor_new_aligned(std::size_t bytes, std::align_val_t alignment) asm("_ZnwmSt11align_val_t");
void* sartor_new_aligned(std::size_t bytes, std::align_val_t alignment) {
    if (const auto function = own<NewAligned>(4)) return function(bytes, alignment);
    const auto unit = static_cast<std::size_t>(alignment);
    return std::aligned_alloc(unit, (bytes + unit) / unit * unit);
}
void* sartor_new_array_aligned(std::size_t bytes, std::align_val_t alignment) asm("_ZnamSt11align_val_t");
void* sartor_new_array_aligned(std::size_t bytes, std::align_val_t alignment) {
    if (const auto function = own<NewAligned>(5)) return function(bytes, alignment);
    return sartor_new_aligned(bytes, alignment);
}

void sartor_delete(void* block) noexcept asm("_ZdlPv");
void sartor_delete(void* block) noexcept {
    if (const auto function = own<Delete>(6)) return function(block);
    std::free(block);
}
void sartor_delete_array(void* block) noexcept asm("_ZdaPv");
void sartor_delete_array(void* block) noexcept {
    if (const auto function = own<Delete>(7)) return function(block);
    sartor_delete(block);
}
void sartor_delete_sized(void* block, std::size_t bytes) noexcept asm("_ZdlPvm");
void sartor_delete_sized(void* block, std::size_t bytes) noexcept {
    if (const auto function = own<void (*)(void*, std::size_t)>(8)) return function(block, bytes);
    sartor_delete(block);
}
void sartor_delete_array_sized(void* block, std::size_t bytes) noexcept asm("_ZdaPvm");
void sartor_delete_array_sized(void* block, std::size_t bytes) noexcept {
    if (const auto function = own<void (*)(void*, std::size_t)>(9)) return function(block, bytes);
    sartor_delete_array(block);
}
void sartor_delete_aligned(void* block, std::align_val_t alignment) noexcept asm("_ZdlPvSt11align_val_t");
void sartor_delete_aligned(void* block, std::align_val_t alignment) noexcept {
    if (const auto function = own<DeleteAligned>(10)) return function(block, alignment);
    std::free(block);
}
void sartor_delete_array_aligned(void* block, std::align_val_t alignment) noexcept
    asm("_ZdaPvSt11align_val_t");
void sartor_delete_array_aligned(void* block, std::align_val_t alignment) noexcept {
    if (const auto function = own<DeleteAligned>(11)) return function(block, alignment);
    sartor_delete_aligned(block, alignment);
}

} // extern "C"
