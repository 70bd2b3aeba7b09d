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
struct Operands {
    void* mine;
    void* theirs;
    std::size_t bytes;
    int above;

    [[nodiscard]] envelope::Contiguous of(int node) const noexcept { return {node == above ? mine : theirs, bytes}; }
};

// Joins the operands of all ranks; the root's `mine` holds the result, the others' partial results.
template <class Program>
int join_operands(Call<Program>& call, Operands operands, MPI_Count count, collective::Join join, int root,
                  MPI_Comm comm) noexcept {
    const auto tree = topology_of<topologies::Tree, Program>(comm, root);
    operands.above = tree.above();
    const Exchange<Program, Operands> exchange(call, comm, operands);
    aspects::Reduction reducing(exchange, [=] { join(operands.theirs, operands.mine, static_cast<std::size_t>(count)); });
    collective::Reverse::run(tree, reducing);
    return reducing.error();
}

} // namespace internal

template <class Program>
int reduce(Call<Program>& call, const void* send_buffer, void* receive_buffer, MPI_Count count, MPI_Datatype type,
           MPI_Op op, int root, MPI_Comm comm) noexcept {
    const std::size_t bytes = bytes_of<Program>(count, type);
    const collective::Join join = Interface<Program>::Operations::find(value_of(op), value_of(type));
    const bool at_root = Interface<Program>::Communicators::rank(comm) == root;
    const internal::Scratch theirs(bytes);
    const internal::Scratch partial(at_root ? 0 : bytes);
    if (bytes > 0 && (theirs.get() == nullptr || (!at_root && partial.get() == nullptr)))
        return call.template fail<MPI_ERR_NO_MEM>("no memory for %zu bytes of operands", bytes);
    void* mine = at_root ? receive_buffer : partial.get();
    if (send_buffer != MPI_IN_PLACE && bytes > 0) std::memcpy(mine, send_buffer, bytes);
    return internal::join_operands(call, {mine, theirs.get(), bytes, topologies::nobody}, count, join, root, comm);
}

} // namespace sartor::mpi
