// Where the data of each rank are in a collective call, behind one type.
#pragma once

#include "components/collective/interface/piece_at.hpp"
#include "mpi_api/state/state.hpp"

namespace sartor::mpi {

// A reference to a function object that gives the data of each rank or edge by its position. One type for all
// of these, so that what takes it is compiled once: of use where forms of a collective differ in nothing
// else. Costs an indirect call for each slice. Must not outlive the function object.
template <class Program>
using storage_at = collective::PieceAt<typename Interface<Program>::Datatypes::Storage>;

} // namespace sartor::mpi
