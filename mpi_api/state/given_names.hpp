// The names that a rank's program gives to predefined datatypes (MPI-5.0 section 7.8).
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "components/library_memory.hpp"
#include "framework/slot.hpp"
#include "mpi.h"

namespace sartor::mpi {

// Names that a rank's program gives to predefined datatypes (MPI-5.0 section 7.8), MPI_MAX_OBJECT_NAME bytes
// each. A list: linear in the number of names given.
class GivenNames {
  public:
    static constexpr std::string_view name = "names that the program gives";

    GivenNames() = default;
    GivenNames(const GivenNames&) = delete;
    GivenNames& operator=(const GivenNames&) = delete;
    ~GivenNames() {
        while (first_ != nullptr) {
            Entry* const next = first_->next;
            std::free(first_);
            first_ = next;
        }
    }

    // Null when the program has given none: then the name is that of the constant.
    [[nodiscard]] const char* find(std::intptr_t type) const noexcept {
        const Entry* const entry = find_entry(type);
        return entry != nullptr ? entry->name : nullptr;
    }

    // Names are cut off at MPI_MAX_OBJECT_NAME - 1 characters. False without memory, the name is unchanged.
    [[nodiscard]] bool give(std::intptr_t type, const char* wanted) noexcept {
        Entry* entry = find_entry(type);
        if (entry == nullptr) {
            entry = static_cast<Entry*>(allocate_zeros_for_library(1, sizeof(Entry)));
            if (entry == nullptr) return false;
            entry->next = first_;
            entry->type = type;
            first_ = entry;
        }
        std::strncpy(entry->name, wanted, sizeof entry->name - 1);
        return true;
    }

  private:
    struct Entry {
        Entry* next;
        std::intptr_t type;
        char name[MPI_MAX_OBJECT_NAME];
    };

    [[nodiscard]] Entry* find_entry(std::intptr_t type) const noexcept {
        Entry* entry = first_;
        while (entry != nullptr && entry->type != type) entry = entry->next;
        return entry;
    }

    Entry* first_ = nullptr;
};

struct NoGivenNames {
    static constexpr std::string_view name = absent;
};

} // namespace sartor::mpi
