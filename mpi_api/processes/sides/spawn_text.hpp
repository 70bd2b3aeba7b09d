// The text by which the root of MPI_Comm_spawn asks the launcher for programs (process::SpawnRequest).
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace sartor::mpi::internal {

// Fields, each with a zero behind it, in memory of malloc's.
class SpawnText {
  public:
    SpawnText() = default;
    SpawnText(const SpawnText&) = delete;
    SpawnText& operator=(const SpawnText&) = delete;
    ~SpawnText() { std::free(text_); }

    void add(const char* field) noexcept {
        const std::size_t length = std::strlen(field) + 1;
        if (!reserve(length)) return;
        std::memcpy(text_ + bytes_, field, length);
        bytes_ += length;
    }
    void add(int number) noexcept {
        char field[16];
        std::snprintf(field, sizeof field, "%d", number);
        add(field);
    }
    // The arguments of a program, null or with a null pointer at the end, and their number before them.
    void add_arguments(char* const* arguments) noexcept {
        int count = 0;
        while (arguments != nullptr && arguments[count] != nullptr) ++count;
        add(count);
        for (int index = 0; index < count; ++index) add(arguments[index]);
    }

    // False: there was no memory.
    [[nodiscard]] bool is_whole() const noexcept { return is_whole_; }
    [[nodiscard]] const char* text() const noexcept { return text_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

  private:
    [[nodiscard]] bool reserve(std::size_t more) noexcept {
        if (bytes_ + more <= room_) return true;
        const std::size_t room = 2 * (bytes_ + more);
        auto* const text = static_cast<char*>(std::realloc(text_, room));
        if (text == nullptr) return is_whole_ = false;
        text_ = text;
        room_ = room;
        return true;
    }

    char* text_ = nullptr;
    std::size_t bytes_ = 0;
    std::size_t room_ = 0;
    bool is_whole_ = true;
};

} // namespace sartor::mpi::internal
