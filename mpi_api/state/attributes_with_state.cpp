// Keys whose extra state is freed with them, and their attributes.
#include "mpi_api/state/attributes_of_keys.hpp"

namespace sartor::mpi {

SARTOR_INSTANTIATE_KEYS(KeyvalWithState)

} // namespace sartor::mpi
