// Bytes that the ranks of a communicator give each other when they make new objects together.
#pragma once

#include <cstdlib>
#include <type_traits>

#include "mpi_api/collective/bcast.hpp"
#include "mpi_api/collective/gather.hpp"

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
    Element& operator[](int index) noexcept { return elements_[index]; }

  private:
    Element* elements_;
};

// all[r] becomes rank r's `mine`, on every rank: a Gather and a Bcast of bytes.
template <class Program, class Element>
[[nodiscard]] int share(Call<Program>& call, const Element& mine, Array<Element>& all,
                        MPI_Comm comm) noexcept {
    constexpr int root = 0;
    const int error =
        gather(call, &mine, sizeof(Element), MPI_BYTE, all.data(), sizeof(Element), MPI_BYTE, root, comm);
    if (error != MPI_SUCCESS) return error;
    const MPI_Count bytes = static_cast<MPI_Count>(sizeof(Element)) * call.view(comm).size();
    return bcast(call, all.data(), bytes, MPI_BYTE, root, comm);
}

} // namespace sartor::mpi
