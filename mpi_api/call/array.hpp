// Memory that lasts as long as a call.
#pragma once

#include <cstdlib>
#include <type_traits>

#include "components/library_memory.hpp"

namespace sartor::mpi {

// Memory for `count` elements of a trivial type, not initialized, freed at the end of the scope. count must
// not be negative; 0 is a valid array. Ask valid() before use: false when there was no memory.
template <class Element>
class Array {
    static_assert(std::is_trivial_v<Element>);

  public:
    explicit Array(int count) noexcept
        : elements_(static_cast<Element*>(
              allocate_for_library(sizeof(Element) * (static_cast<unsigned>(count) + 1)))) {}
    ~Array() { std::free(elements_); }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;

    [[nodiscard]] bool valid() const noexcept { return elements_ != nullptr; }
    [[nodiscard]] Element* data() noexcept { return elements_; }
    // Hands the memory to the caller, who frees it with std::free. The array is empty (not valid) afterwards.
    [[nodiscard]] Element* release() noexcept {
        Element* const taken = elements_;
        elements_ = nullptr;
        return taken;
    }
    [[nodiscard]] const Element* data() const noexcept { return elements_; }
    Element& operator[](int index) noexcept { return elements_[index]; }
    const Element& operator[](int index) const noexcept { return elements_[index]; }

  private:
    Element* elements_;
};

} // namespace sartor::mpi
