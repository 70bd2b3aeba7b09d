// The components of a cut and the aspects of its calls, as `sartor explain` shows them.
#pragma once

#include <string_view>

#include "mpi_api/call/woven_row.hpp"
#include "mpi_api/state/state.hpp"

namespace sartor::mpi {

namespace internal {

struct ThinInterface {
    static constexpr std::string_view name = "functions of the program";
};
// Stands for the row of any function.
struct AnyRow : call::Row {
    static constexpr std::string_view name = "what the function does";
};

template <class Program>
using call_slot =
    woven_slot<"over a call", typename Program::features, filled_slot<"api", "call", BareCall<Program>>,
               typename woven_call<Program>::aspects>;
template <class Program>
using operation_slot =
    woven_slot<"over an operation", typename Program::features, filled_slot<"api", "operation", AnyRow>,
               typename aspects_of_operations<Program>::type>;

template <class Set, class Member>
using point_slot = filled_slot<"aspect", "at points of operations", typename Member::component,
                               present<Set, typename Member::reasons>>;
template <class Program>
using point_slots = boost::mp11::mp_transform_q<
    boost::mp11::mp_bind_front<point_slot, typename Program::features>,
    select_all_members<point_aspects<typename Program::machine>, typename Program::features>>;

} // namespace internal

// All slots, in the order of `sartor explain`.
template <class Program>
using graph_of = boost::mp11::mp_apply<
    over, boost::mp11::mp_append<
              boost::mp11::mp_list<filled_slot<"api", "MPI", internal::ThinInterface>,
                                   internal::call_slot<Program>, internal::operation_slot<Program>>,
              internal::point_slots<Program>,
              boost::mp11::mp_list<typename Collectives<typename Program::features, typename Program::machine,
                                                        Program>::slot_of_all>,
              typename Interface<Program>::slots, interface_slots<typename Interface<Program>::Base>>>;

} // namespace sartor::mpi
