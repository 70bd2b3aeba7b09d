// Error classes, codes and strings that the program adds (MPI-5.0 section 9.5).
#pragma once

#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

#include "components/library_memory.hpp"
#include "framework/slot.hpp"
#include "mpi.h"

namespace sartor::mpi {

// Error classes and codes are numbers above MPI_ERR_LASTCODE; a class is a code of its own class. Removed
// numbers are used again, the last removed first. Cost: constant; last() skips the removed numbers above the
// highest one in use. 24 bytes for each number, in an array that doubles.
class UserErrors {
  public:
    static constexpr std::string_view name = "error classes and codes of the program's own";

    struct Entry {
        int error_class = 0; // MPI_SUCCESS: the number is free
        int codes = 0;       // of this class, besides its own
        char* text = nullptr;
        int next_free = none;
    };

    UserErrors() = default;
    UserErrors(const UserErrors&) = delete;
    UserErrors& operator=(const UserErrors&) = delete;
    ~UserErrors() {
        for (int index = 0; index < count_; ++index) std::free(entries_[index].text);
        std::free(entries_);
    }

    // Makes a code of a class, or a new class without an argument. Returns the number, or MPI_SUCCESS without
    // memory.
    [[nodiscard]] int add(int error_class = MPI_SUCCESS) noexcept {
        if (free_ == none && !grow()) return MPI_SUCCESS;
        const int index = free_;
        const int code = first + index;
        free_ = entries_[index].next_free;
        entries_[index].error_class = error_class == MPI_SUCCESS ? code : error_class;
        if (Entry* its_class = find(error_class)) ++its_class->codes;
        return code;
    }
    // Frees a number. Requires a code without a text, and a class without codes besides its own.
    void remove(int code) noexcept {
        Entry& entry = *find(code);
        if (Entry* its_class = find(entry.error_class); its_class != &entry && its_class != nullptr)
            --its_class->codes;
        entry.error_class = MPI_SUCCESS;
        entry.next_free = free_;
        free_ = code - first;
    }

    // The entry of a number in use; null for the standard's codes and for free numbers.
    [[nodiscard]] Entry* find(int code) noexcept {
        const int index = code - first;
        return index >= 0 && index < count_ && entries_[index].error_class != MPI_SUCCESS ? &entries_[index]
                                                                                          : nullptr;
    }
    [[nodiscard]] bool is_class(int code) noexcept {
        const Entry* entry = find(code);
        return entry != nullptr && entry->error_class == code;
    }
    // MPI_LASTUSEDCODE: the highest number in use, MPI_ERR_LASTCODE when there is none of the program's.
    [[nodiscard]] int last() const noexcept {
        int index = count_ - 1;
        while (index >= 0 && entries_[index].error_class == MPI_SUCCESS) --index;
        return first + index;
    }

  private:
    static constexpr int none = -1;
    static constexpr int first = MPI_ERR_LASTCODE + 1;

    [[nodiscard]] bool grow() noexcept {
        constexpr int least = 16;
        const int capacity = count_ == 0 ? least : 2 * count_;
        void* grown = resize_for_library(entries_, sizeof(Entry) * static_cast<unsigned>(capacity));
        if (grown == nullptr) return false;
        entries_ = static_cast<Entry*>(grown);
        for (int index = capacity; index-- > count_;) {
            new (&entries_[index]) Entry;
            entries_[index].next_free = free_;
            free_ = index;
        }
        count_ = capacity;
        return true;
    }

    Entry* entries_ = nullptr;
    int count_ = 0;
    int free_ = none;
};

struct NoUserErrors {
    static constexpr std::string_view name = absent;
    [[nodiscard]] static constexpr int last() noexcept { return MPI_ERR_LASTCODE; }
    [[nodiscard]] static constexpr UserErrors::Entry* find(int /*code*/) noexcept { return nullptr; }
};

} // namespace sartor::mpi
