// MPI_Abort in programs that survive failures. Included by cuts behind ended_by_failures.hpp.
#pragma once

#include "aspects/call/survived/ended_by_failures.hpp"
#include "mpi_api/failures/agreement/members.hpp"

namespace sartor::mpi::survived {

// The ranks of the communicator fail, if others are left, who go on (MPI-5.0 section 9.7: the tasks in the
// group of the communicator).
struct GroupAborted {
    static constexpr std::string_view name = "MPI_Abort ends the ranks of its communicator";
    using points = boost::mp11::mp_list<point::GroupAborts>;

    template <class Program>
    [[gnu::cold]] static void at(point::GroupAborts, Call<Program>& call, MPI_Comm comm, int code) noexcept {
        auto& state = call.state();
        if (state.phase != Phase::initialized || state.communicators.find(comm) == nullptr) return;
        const internal::Members members(call, comm);
        if (!members.valid() || !leaves_others(members)) return;
        process::Rank& self = *process::current;
        process::report("rank %d: MPI_Abort with code %d in a communicator of %d", self.number, code,
                        members.size());
        for (int index = 0; index < members.size(); ++index) {
            process::Rank& member = process::rank(members.data()[index]);
            if (&member != &self && is_alive(member)) process::failures::kill(member);
        }
        process::failures::fail(self, "by MPI_Abort");
    }

  private:
    [[nodiscard]] static bool is_alive(const process::Rank& rank) noexcept {
        return !rank.ended && process::failures::failure_of(rank.number) == 0;
    }
    [[nodiscard]] static bool leaves_others(const internal::Members& members) noexcept {
        for (int number = 0; number < process::size(); ++number)
            if (is_alive(process::rank(number)) && members.find(number) == not_in_group) return true;
        return false;
    }
};

} // namespace sartor::mpi::survived
