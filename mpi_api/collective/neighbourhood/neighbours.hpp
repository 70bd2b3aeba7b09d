// The neighbourhood of a rank in its communicator's virtual topology, of any kind (MPI-5.0 section 8.6).
#pragma once

#include "components/library_memory.hpp"
#include "mpi_api/topology/attached.hpp"
#include "mpi_api/topology/shapes/cartesian.hpp"
#include "mpi_api/topology/shapes/graph_topology.hpp"
#include "topologies/neighbourhood.hpp"

namespace sartor::mpi {

// The edges of a rank in its communicator's virtual topology, of any kind (MPI-5.0 section 8.6). Not valid()
// after reporting MPI_ERR_TOPOLOGY without a topology, MPI_ERR_NO_MEM without memory; a grid needs 8 bytes
// for each dimension, other topologies none.
template <class Program>
class Neighbours {
  public:
    Neighbours(Call<Program>& call, MPI_Comm comm) noexcept {
        const CommunicatorObject& object = internal::object_of(call, comm);
        if (object.topology == nullptr || call.is_inter(comm))
            call.template fail<MPI_ERR_TOPOLOGY>("comm: expected a communicator with a virtual topology");
        else
            look_at(call, *object.topology, object.rank);
    }
    ~Neighbours() { std::free(grid_); }
    Neighbours(const Neighbours&) = delete;
    Neighbours& operator=(const Neighbours&) = delete;

    [[nodiscard]] bool valid() const noexcept { return valid_; }
    [[nodiscard]] int in_degree() const noexcept { return in_degree_; }
    [[nodiscard]] int out_degree() const noexcept { return out_degree_; }
    [[nodiscard]] topologies::Neighbourhood edges() const noexcept {
        return {{sources_, in_degree_, false}, {destinations_, out_degree_, grid_ != nullptr}};
    }

  private:
    void look_at(Call<Program>& call, VirtualTopology& topology, int rank) noexcept {
        valid_ = true;
        if (topology.kind == MPI_CART) return look_at_grid(call, static_cast<Cartesian&>(topology));
        if (topology.kind == MPI_GRAPH) {
            auto& graph = static_cast<Graph&>(topology);
            sources_ = destinations_ = graph.neighbours(rank);
            in_degree_ = out_degree_ = graph.neighbour_count(rank);
            return;
        }
        auto& edges = static_cast<OwnEdges&>(topology);
        sources_ = edges.sources();
        destinations_ = edges.destinations();
        in_degree_ = edges.in_degree();
        out_degree_ = edges.out_degree();
    }

    // Dimension after dimension, the neighbour in the negative direction first (MPI-5.0 section 8.6).
    void look_at_grid(Call<Program>& call, Cartesian& grid) noexcept {
        in_degree_ = out_degree_ = 2 * grid.dimensions();
        grid_ =
            static_cast<int*>(allocate_for_library(sizeof(int) * (static_cast<unsigned>(in_degree_) + 1)));
        if (grid_ == nullptr) {
            valid_ = false;
            call.template fail<MPI_ERR_NO_MEM>("no memory for %d neighbours", in_degree_);
            return;
        }
        for (int dimension = 0; dimension < grid.dimensions(); ++dimension) {
            grid_[2 * dimension] = grid.shifted(dimension, -1);
            grid_[2 * dimension + 1] = grid.shifted(dimension, 1);
        }
        sources_ = destinations_ = grid_;
    }

    static_assert(topologies::no_node == -1, "what Cartesian::shifted gives beyond an edge");

    bool valid_ = false;
    int in_degree_ = 0;
    int out_degree_ = 0;
    const int* sources_ = nullptr;
    const int* destinations_ = nullptr;
    int* grid_ = nullptr;
};

} // namespace sartor::mpi
