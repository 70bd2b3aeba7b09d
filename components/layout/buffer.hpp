// A growing array for the length of a constructor call. When the system has no memory it says so once, at the
// end.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <utility>

#include "components/library_memory.hpp"

namespace sartor::layout {

// A growing array for the time of a constructor call. When the system has no memory, failed() says so at the
// end; items that did not fit are dropped.
template <class Item>
class Buffer {
  public:
    Buffer() noexcept = default;
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() {
        for (std::size_t index = 0; index < size_; ++index) items_[index].~Item();
        std::free(items_);
    }

    void push(Item item) noexcept {
        if (size_ == room_ && !grow()) return;
        new (&items_[size_++]) Item(std::move(item));
    }

    [[nodiscard]] bool failed() const noexcept { return failed_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] Item& operator[](std::size_t index) noexcept { return items_[index]; }
    [[nodiscard]] Item& last() noexcept { return items_[size_ - 1]; }

  private:
    [[nodiscard]] bool grow() noexcept {
        const std::size_t room = room_ == 0 ? 16 : 2 * room_;
        auto* items = failed_ ? nullptr : static_cast<Item*>(allocate_for_library(room * sizeof(Item)));
        failed_ = items == nullptr;
        if (failed_) return false;
        for (std::size_t index = 0; index < size_; ++index) {
            new (&items[index]) Item(std::move(items_[index]));
            items_[index].~Item();
        }
        std::free(items_);
        items_ = items;
        room_ = room;
        return true;
    }

    Item* items_ = nullptr;
    std::size_t size_ = 0;
    std::size_t room_ = 0;
    bool failed_ = false;
};

} // namespace sartor::layout
