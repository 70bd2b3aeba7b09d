// Where the data of each rank are in a collective call, behind one type.
#pragma once

#include "mpi_api/state/state.hpp"

namespace sartor::mpi {

// A reference to a function object that gives the data of each rank or edge by its position. One type for all
// of these, so that what takes it is compiled once: of use where forms of a collective differ in nothing
// else. Costs an indirect call for each slice. Must not outlive the function object.
template <class Storage>
class StorageAt {
  public:
    template <class Function>
    StorageAt(const Function& function) noexcept // NOLINT(google-explicit-constructor): as a parameter only
        : function_(&function), call_([](const void* object, int position) -> Storage {
              return (*static_cast<const Function*>(object))(position);
          }) {}

    [[nodiscard]] Storage operator()(int position) const noexcept { return call_(function_, position); }

  private:
    const void* function_;
    Storage (*call_)(const void* function, int position);
};

template <class Program>
using storage_at = StorageAt<typename Interface<Program>::Datatypes::Storage>;

} // namespace sartor::mpi
