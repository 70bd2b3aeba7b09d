// A Cartesian arrangement of a communicator's ranks (MPI-5.0 section 8.5), in row-major order.
#pragma once

#include <cstring>
#include <new>

#include "components/library_memory.hpp"
#include "mpi_api/topology/shapes/virtual_topology.hpp"

namespace sartor::mpi {

// A grid with a rank's own coordinates, 12 bytes for each dimension, which follow the object in memory.
class Cartesian : public VirtualTopology {
  public:
    // Null when there is no memory.
    [[nodiscard]] static Cartesian* make(int dimensions, const int* extents, const int* periodic,
                                         int rank) noexcept {
        const std::size_t bytes = sizeof(Cartesian) + 3 * static_cast<unsigned>(dimensions) * sizeof(int);
        void* memory = allocate_for_library(bytes);
        if (memory == nullptr) return nullptr;
        auto* topology = new (memory) Cartesian({MPI_CART, bytes}, dimensions);
        for (int dimension = 0; dimension < dimensions; ++dimension) {
            topology->extents()[dimension] = extents[dimension];
            topology->periodic()[dimension] = periodic[dimension] != 0;
        }
        topology->coordinates_of(rank, topology->own());
        return topology;
    }

    [[nodiscard]] int dimensions() const noexcept { return dimensions_; }
    [[nodiscard]] int* extents() noexcept { return reinterpret_cast<int*>(this + 1); }
    [[nodiscard]] int* periodic() noexcept { return extents() + dimensions_; }
    [[nodiscard]] int* own() noexcept { return periodic() + dimensions_; }

    // The product of the extents.
    [[nodiscard]] int nodes() noexcept {
        int nodes = 1;
        for (int dimension = 0; dimension < dimensions_; ++dimension) nodes *= extents()[dimension];
        return nodes;
    }

    // The coordinates of a rank in row-major order; the last dimension varies fastest.
    void coordinates_of(int rank, int* coordinates) noexcept {
        for (int dimension = dimensions_ - 1; dimension >= 0; --dimension) {
            coordinates[dimension] = rank % extents()[dimension];
            rank /= extents()[dimension];
        }
    }

    // The rank at these coordinates, which count around in periodic dimensions; -1 outside of the others.
    [[nodiscard]] int rank_at(const int* coordinates) noexcept {
        int rank = 0;
        for (int dimension = 0; dimension < dimensions_; ++dimension) {
            const int extent = extents()[dimension];
            int coordinate = coordinates[dimension];
            if (periodic()[dimension] != 0) coordinate = (coordinate % extent + extent) % extent;
            if (coordinate < 0 || coordinate >= extent) return -1;
            rank = rank * extent + coordinate;
        }
        return rank;
    }

    // The rank `distance` further in one dimension; -1 beyond an edge.
    [[nodiscard]] int shifted(int dimension, int distance) noexcept {
        int& coordinate = own()[dimension];
        const int before = coordinate;
        const long wanted = static_cast<long>(before) + distance;
        const long extent = extents()[dimension];
        int rank = -1;
        if (periodic()[dimension] != 0 || (wanted >= 0 && wanted < extent)) {
            coordinate = static_cast<int>((wanted % extent + extent) % extent);
            rank = rank_at(own());
        }
        coordinate = before;
        return rank;
    }

  private:
    Cartesian(const VirtualTopology& base, int dimensions) noexcept
        : VirtualTopology(base), dimensions_(dimensions) {}

    int dimensions_;
};

} // namespace sartor::mpi
