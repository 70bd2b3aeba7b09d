// Error classes, codes and strings that the program adds (MPI-5.0 section 9.5).
#pragma once

#include <cstdlib>
#include <cstring>
#include <new>

#include "mpi.h"

namespace sartor::mpi {

// Numbers behind the standard's: a class is a code of its own class.
class UserErrors {
  public:
    struct Entry {
        int error_class = 0;
        bool removed = false;
        char text[MPI_MAX_ERROR_STRING] = "";
    };

    UserErrors() = default;
    UserErrors(const UserErrors&) = delete;
    UserErrors& operator=(const UserErrors&) = delete;
    ~UserErrors() { std::free(entries_); }

    // A new code of a class, or a new class when none is given. MPI_SUCCESS when there is no memory.
    [[nodiscard]] int add(int error_class = MPI_SUCCESS) noexcept {
        auto* grown =
            static_cast<Entry*>(std::realloc(entries_, sizeof(Entry) * static_cast<unsigned>(count_ + 1)));
        if (grown == nullptr) return MPI_SUCCESS;
        entries_ = grown;
        const int code = first + count_;
        new (&entries_[count_++]) Entry{error_class == MPI_SUCCESS ? code : error_class};
        return code;
    }

    [[nodiscard]] Entry* find(int code) noexcept {
        const int index = code - first;
        return index >= 0 && index < count_ && !entries_[index].removed ? &entries_[index] : nullptr;
    }
    [[nodiscard]] bool is_class(int code) noexcept {
        const Entry* entry = find(code);
        return entry != nullptr && entry->error_class == code;
    }
    // Whether there are codes of this class besides its own.
    [[nodiscard]] bool has_codes(int error_class) const noexcept {
        for (int index = 0; index < count_; ++index)
            if (!entries_[index].removed && entries_[index].error_class == error_class &&
                first + index != error_class)
                return true;
        return false;
    }
    // MPI_LASTUSEDCODE.
    [[nodiscard]] int last() const noexcept { return first + count_ - 1; }

  private:
    static constexpr int first = MPI_ERR_LASTCODE + 1;

    Entry* entries_ = nullptr;
    int count_ = 0;
};

struct NoUserErrors {};

} // namespace sartor::mpi
