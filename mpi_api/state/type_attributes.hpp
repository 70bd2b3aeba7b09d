// The attributes of datatypes of one rank; predefined datatypes can have some too.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <new>
#include <string_view>

#include "components/library_memory.hpp"
#include "framework/slot.hpp"
#include "mpi_api/state/attributes.hpp"

namespace sartor::mpi {

// The attributes of datatypes, predefined ones included, by handle. A list: linear in the number of datatypes
// that have or had attributes.
class TypeAttributes {
  public:
    static constexpr std::string_view name = "attributes of datatypes";

    TypeAttributes() = default;
    TypeAttributes(const TypeAttributes&) = delete;
    TypeAttributes& operator=(const TypeAttributes&) = delete;
    ~TypeAttributes() {
        while (first_ != nullptr) remove(&first_);
    }

    // Null when the datatype has none.
    [[nodiscard]] Attributes* find(std::intptr_t type) noexcept {
        Entry** link = find_link(type);
        return *link != nullptr ? &(*link)->attributes : nullptr;
    }
    // Null when there is no memory.
    [[nodiscard]] Attributes* find_or_make(std::intptr_t type) noexcept {
        if (Attributes* attributes = find(type)) return attributes;
        void* memory = allocate_for_library(sizeof(Entry));
        if (memory == nullptr) return nullptr;
        first_ = new (memory) Entry{first_, type, {}};
        return &first_->attributes;
    }

    // Before a datatype is freed: runs the delete callbacks. Stops at the first error; what is left remains.
    template <class Keys>
    int drop(Keys& keyvals, std::intptr_t type) noexcept {
        Entry** link = find_link(type);
        if (*link == nullptr) return MPI_SUCCESS;
        const int error = (*link)->attributes.drop_all(keyvals, reinterpret_cast<void*>(type));
        if (error == MPI_SUCCESS) remove(find_link(type));
        return error;
    }

    // For MPI_Type_dup: runs the copy callbacks of `from`. The first error, or MPI_ERR_NO_MEM.
    template <class Keys>
    int copy(Keys& keyvals, std::intptr_t from, std::intptr_t to) noexcept {
        if (find(from) == nullptr) return MPI_SUCCESS;
        Attributes* target = find_or_make(to);
        if (target == nullptr) return MPI_ERR_NO_MEM;
        return find(from)->copy_to(*target, keyvals, reinterpret_cast<void*>(from));
    }

  private:
    struct Entry {
        Entry* next;
        std::intptr_t type;
        Attributes attributes;
    };

    Entry** find_link(std::intptr_t type) noexcept {
        Entry** link = &first_;
        while (*link != nullptr && (*link)->type != type) link = &(*link)->next;
        return link;
    }
    static void remove(Entry** link) noexcept {
        Entry* entry = *link;
        *link = entry->next;
        std::free(entry);
    }

    Entry* first_ = nullptr;
};

// In programs without attributes, freeing and duplicating a datatype do nothing here.
struct NoTypeAttributes {
    static constexpr std::string_view name = absent;
    template <class Keys>
    static int drop(Keys&, std::intptr_t) noexcept {
        return MPI_SUCCESS;
    }
    template <class Keys>
    static int copy(Keys&, std::intptr_t, std::intptr_t) noexcept {
        return MPI_SUCCESS;
    }
};

} // namespace sartor::mpi
