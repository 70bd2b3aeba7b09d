// The memory of pools, for objects of all types.
#include "components/handle_pool.hpp"

#include "components/library_memory.hpp"

namespace sartor::internal {

bool AnyHandlePool::grow(std::size_t slot_bytes, std::size_t slot_alignment) noexcept {
    const std::uint32_t chunk_count = slots_ / chunk_size;
    auto** chunks =
        static_cast<std::byte**>(resize_for_library(chunks_, (chunk_count + 1) * sizeof(std::byte*)));
    if (chunks == nullptr) return false;
    chunks_ = chunks;
    auto* chunk = static_cast<std::byte*>(allocate_for_library(chunk_size * slot_bytes, slot_alignment));
    if (chunk == nullptr) return false;
    chunks_[chunk_count] = chunk;
    for (std::uint32_t index = chunk_size; index-- > 0;) {
        const std::uintptr_t slot_number = std::uintptr_t{slots_ + index + first_index} << index_shift;
        auto* head = reinterpret_cast<Head*>(chunk + index * slot_bytes);
        head->handle = slot_number - next_use; // the first use has number 0
        head->next_free = free_;
        free_ = head;
    }
    slots_ += chunk_size;
    if (chunk_count == 0) {
        first_chunk_ = chunk;
        first_slots_ = chunk_size;
    }
    return true;
}

} // namespace sartor::internal
