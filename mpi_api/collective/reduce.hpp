// MPI_Reduce (MPI-5.0 section 6.9.1): tree, reverse, with reduction as an aspect (EPOS-MPI tables 1 and 3, 3.6).
#pragma once

#include <cstdlib>
#include <cstring>

#include "aspects/reduction.hpp"
#include "mpi_api/collective/exchange.hpp"
#include "topologies/tree.hpp"

namespace sartor::mpi {

namespace internal {

// Memory for the length of a collective call.
class Scratch {
  public:
    explicit Scratch(std::size_t bytes) noexcept : memory_(bytes > 0 ? std::malloc(bytes) : nullptr) {}
    ~Scratch() { std::free(memory_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    [[nodiscard]] void* get() const noexcept { return memory_; }

  private:
    void* memory_;
};

// Partial results go up from `mine`; what arrives lies in `theirs` until it is joined.
template <class Storage> struct Operands {
    Storage mine;
    Storage theirs;
    int above;

    [[nodiscard]] const Storage& operator()(int node) const noexcept { return node == above ? mine : theirs; }
};

} // namespace internal

template <class Program>
int reduce(Call<Program>& call, const void* send_buffer, void* receive_buffer, MPI_Count count, MPI_Datatype type,
           MPI_Op op, int root, MPI_Comm comm) noexcept {
    const auto& datatypes = call.state().datatypes;
    const auto view = call.view(comm);
    const std::size_t bytes = static_cast<std::size_t>(count) * datatypes.size_of(value_of(type));
    const bool at_root = view.rank() == root;
    const internal::Scratch theirs(bytes);
    const internal::Scratch partial(at_root ? 0 : bytes);
    if (bytes > 0 && (theirs.get() == nullptr || (!at_root && partial.get() == nullptr)))
        return call.template fail<MPI_ERR_NO_MEM>("no memory for %zu bytes of operands", bytes);
    void* mine = at_root ? receive_buffer : partial.get();
    if (send_buffer != MPI_IN_PLACE && bytes > 0) std::memcpy(mine, send_buffer, bytes);

    const auto tree = topology_of<topologies::Tree>(view, root);
    const internal::Operands operands{datatypes.storage(mine, count, value_of(type)),
                                      datatypes.storage(theirs.get(), count, value_of(type)), tree.above()};
    const collective::Join join = Interface<Program>::Operations::find(value_of(op), value_of(type));
    aspects::Reduction reducing(Exchange<Program, internal::Operands<typename Interface<Program>::Datatypes::Storage>>(
                                    call, view, operands),
                                [=, &theirs] { join(theirs.get(), mine, static_cast<std::size_t>(count)); });
    collective::Reverse::run(tree, reducing);
    return reducing.error();
}

} // namespace sartor::mpi
