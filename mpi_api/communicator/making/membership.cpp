// Membership of the parts of a split.
#include "mpi_api/communicator/making/membership.hpp"

#include <algorithm>

namespace sartor::mpi {

int choose_members(Membership* all, int size, int color) noexcept {
    Membership* const end =
        std::remove_if(all, all + size, [=](const Membership& one) { return one.color != color; });
    std::sort(all, end, [](const Membership& one, const Membership& other) {
        return one.key != other.key ? one.key < other.key : one.rank < other.rank;
    });
    return static_cast<int>(end - all);
}

} // namespace sartor::mpi
