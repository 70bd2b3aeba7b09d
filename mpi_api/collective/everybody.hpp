// Collectives in which each rank gives something to each: a circle, bidirectional (EPOS-MPI tables 1 and 3).
#pragma once

#include "mpi_api/collective/exchange.hpp"
#include "mpi_api/collective/inter/everybody.hpp"
#include "topologies/circle.hpp"

namespace sartor::mpi {

namespace internal {

// What goes to a rank and what comes from it.
template <class Program, class Outgoing, class Incoming>
class BothWays {
  public:
    BothWays(Call<Program>& call, MPI_Comm comm, const Outgoing& outgoing, const Incoming& incoming) noexcept
        : exchange_(call, call.view(comm), 0), outgoing_(outgoing), incoming_(incoming) {}

    void exchange(int to, int from) noexcept { exchange_.exchange(to, outgoing_(to), from, incoming_(from)); }
    [[nodiscard]] int error() const noexcept { return exchange_.error(); }

  private:
    Exchange<Program, int> exchange_;
    const Outgoing& outgoing_;
    const Incoming& incoming_;
};

} // namespace internal

// outgoing(r) goes to rank r, incoming(r) comes from it; what a rank has for itself is copied.
template <class Program, class Outgoing, class Incoming>
[[nodiscard]] int exchange_all(Call<Program>& call, MPI_Comm comm, const Outgoing& outgoing,
                               const Incoming& incoming, bool copy_own) noexcept {
    if constexpr (Interface<Program>::has_intercommunicators)
        if (call.is_inter(comm)) return exchange_all_across(call, comm, outgoing, incoming);
    const auto view = call.view(comm);
    if (copy_own) outgoing(view.rank()).copy_to(incoming(view.rank()));
    internal::BothWays both(call, comm, outgoing, incoming);
    collective::Bidirectional::run(topologies::Circle(view.size(), view.rank()), both);
    return both.error();
}

} // namespace sartor::mpi
