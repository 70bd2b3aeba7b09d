// Info objects: ordered pairs of strings (MPI-5.0 chapter 10).
#pragma once

#include <cstdlib>
#include <cstring>
#include <string_view>

#include "components/handle_pool.hpp"
#include "components/library_memory.hpp"
#include "framework/slot.hpp"
#include "mpi.h"

namespace sartor::mpi {

// A list in the order in which keys were first set. All functions are linear in the number of keys; a pair
// takes one piece of memory.
class InfoObject {
  public:
    struct Entry {
        Entry* next;
        char* value; // behind the key, in the same piece of memory
        char key[1];
    };

    InfoObject() = default;
    InfoObject(const InfoObject&) = delete;
    InfoObject& operator=(const InfoObject&) = delete;
    ~InfoObject() {
        while (first_ != nullptr) {
            Entry* rest = first_->next;
            std::free(first_);
            first_ = rest;
        }
    }

    [[nodiscard]] const Entry* find(const char* key) const noexcept {
        const Entry* entry = first_;
        while (entry != nullptr && std::strcmp(entry->key, key) != 0) entry = entry->next;
        return entry;
    }
    // Counted from 0; null beyond the last.
    [[nodiscard]] const Entry* nth(int number) const noexcept {
        const Entry* entry = first_;
        while (entry != nullptr && number-- > 0) entry = entry->next;
        return entry;
    }
    [[nodiscard]] int count() const noexcept {
        int count = 0;
        for (const Entry* entry = first_; entry != nullptr; entry = entry->next) ++count;
        return count;
    }

    // Adds a pair, or replaces the value of a key in place. False when there is no memory, nothing is changed
    // then.
    [[nodiscard]] bool set(const char* key, const char* value) noexcept {
        const std::size_t key_bytes = std::strlen(key) + 1;
        auto* entry =
            static_cast<Entry*>(allocate_for_library(sizeof(Entry) + key_bytes + std::strlen(value) + 1));
        if (entry == nullptr) return false;
        char* text = reinterpret_cast<char*>(entry) + offsetof(Entry, key);
        std::memcpy(text, key, key_bytes);
        entry->value = std::strcpy(text + key_bytes, value);
        Entry** link = find_link(key);
        Entry* before = *link;
        entry->next = before != nullptr ? before->next : nullptr;
        *link = entry;
        std::free(before);
        return true;
    }

    // False when there is no such key.
    bool remove(const char* key) noexcept {
        Entry** link = find_link(key);
        Entry* entry = *link;
        if (entry == nullptr) return false;
        *link = entry->next;
        std::free(entry);
        return true;
    }

    // Adds all pairs to `target`. False when there is no memory for some of them.
    [[nodiscard]] bool copy_to(InfoObject& target) const noexcept {
        return copy_to(target, [](const char*) { return true; });
    }
    // Only the pairs whose keys are wanted.
    template <class Wanted>
    [[nodiscard]] bool copy_to(InfoObject& target, Wanted wanted) const noexcept {
        for (const Entry* entry = first_; entry != nullptr; entry = entry->next)
            if (wanted(entry->key) && !target.set(entry->key, entry->value)) return false;
        return true;
    }

  private:
    // Where the key's entry is linked, or the end.
    Entry** find_link(const char* key) noexcept {
        Entry** link = &first_;
        while (*link != nullptr && std::strcmp((*link)->key, key) != 0) link = &(*link)->next;
        return link;
    }

    Entry* first_ = nullptr;
};

// The info objects of one rank. MPI_INFO_ENV is one of them, and is empty: the library has none of its keys.
class InfoHandles {
  public:
    static constexpr std::string_view name = "handles of info";

    [[nodiscard]] InfoObject* find(MPI_Info handle) noexcept {
        return handle == MPI_INFO_ENV ? &environment_ : pool_.find(reinterpret_cast<std::uintptr_t>(handle));
    }
    [[nodiscard]] InfoObject* make(const void* made_at) noexcept { return pool_.make(made_at); }
    [[nodiscard]] static MPI_Info handle_of(InfoObject& object) noexcept {
        return reinterpret_cast<MPI_Info>(HandlePool<InfoObject>::handle_of(object));
    }
    void free(InfoObject& object) noexcept { pool_.free(object); }

    // What a program says under a key; null where it says nothing, or gives no info.
    [[nodiscard]] const char* hint(MPI_Info handle, const char* key) noexcept {
        const InfoObject* const object = given(handle) ? find(handle) : nullptr;
        const auto* const entry = object == nullptr ? nullptr : object->find(key);
        return entry == nullptr ? nullptr : entry->value;
    }
    // Adds the wanted hints to those that an object has. False when there is no memory.
    template <class Wanted>
    [[nodiscard]] bool keep(MPI_Info& kept, MPI_Info handle, Wanted wanted) noexcept {
        if (!given(handle)) return true;
        if (kept == nullptr) {
            InfoObject* const made = make(nullptr); // not the program's to free
            if (made == nullptr) return false;
            kept = handle_of(*made);
        }
        return find(handle)->copy_to(*find(kept), wanted);
    }
    // Frees what an object has kept.
    void drop(MPI_Info kept) noexcept {
        if (kept != nullptr) free(*find(kept));
    }

    [[nodiscard]] const auto& pool() const noexcept { return pool_; }

  private:
    [[nodiscard]] static bool given(MPI_Info handle) noexcept {
        return handle != nullptr && handle != MPI_INFO_NULL;
    }

    InfoObject environment_;
    HandlePool<InfoObject> pool_;
};

struct NoInfos {
    static constexpr std::string_view name = absent;
    static constexpr InfoObject* find(MPI_Info) noexcept { return nullptr; }
    static constexpr const char* hint(MPI_Info, const char*) noexcept { return nullptr; }
    template <class Wanted>
    static constexpr bool keep(MPI_Info, MPI_Info, Wanted) noexcept {
        return true;
    }
    static constexpr void drop(MPI_Info) noexcept {}
};

} // namespace sartor::mpi
