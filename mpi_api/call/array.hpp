// Memory that lasts as long as a call.
#pragma once

#include <cstdlib>
#include <type_traits>

namespace sartor::mpi {

// Memory for `count` elements, freed at the end of the scope.
template <class Element>
class Array {
    static_assert(std::is_trivial_v<Element>);

  public:
    explicit Array(int count) noexcept
        : elements_(
              static_cast<Element*>(std::malloc(sizeof(Element) * (static_cast<unsigned>(count) + 1)))) {}
    ~Array() { std::free(elements_); }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;

    [[nodiscard]] bool valid() const noexcept { return elements_ != nullptr; }
    [[nodiscard]] Element* data() noexcept { return elements_; }
    // Whoever takes them frees them.
    [[nodiscard]] Element* release() noexcept {
        Element* const taken = elements_;
        elements_ = nullptr;
        return taken;
    }
    Element& operator[](int index) noexcept { return elements_[index]; }

  private:
    Element* elements_;
};

} // namespace sartor::mpi
