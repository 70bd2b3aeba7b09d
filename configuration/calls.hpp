// The aspects of calls: what happens around each operation of MPI.
#pragma once

#include "aspects/call/buffers.hpp"
#include "aspects/call/confined.hpp"
#include "aspects/call/foreign.hpp"
#include "aspects/call/guarded.hpp"
#include "aspects/call/located.hpp"
#include "aspects/call/timed.hpp"
#include "aspects/call/validated.hpp"
#include "aspects/call/watched.hpp"
#include "components/features.hpp"
#include "components/machine/machine.hpp"
#include "framework/weave.hpp"

namespace sartor {

// Over a call, from the entry of its function to its end, whatever its arguments are. The outermost first.
// `C` is a Configuration.
template <class C>
using call_aspects = boost::mp11::mp_list<
    aspect<aspects::InForeignProcess, feature::foreign>, aspect<aspects::ThroughLayer, feature::fortran>,
    aspect_if<C::types::Callers::many, aspects::Guarded>,
    aspect_if<has_all<typename C::features, feature::checked, feature::immediate>,
              aspects::NotesFilledBuffers>,
    aspect_if<machine::Emulated<typename C::machine>, aspects::Timed>,
    aspect_if<!machine::Emulated<typename C::machine>, aspects::Traced, feature::observed>,
    aspect<aspects::WithKnownObjects, feature::checked>,
    aspect_if<has_all<typename C::features, feature::checked, feature::windows>, aspects::CountedForWindows>,
    aspect_if<!C::types::Callers::many, aspects::Confined, feature::threads>,
    aspect<aspects::Remembered, feature::checked>, aspect<aspects::Located>>;

// Over the operation of each row, with its arguments. The outermost first.
using operation_aspects =
    boost::mp11::mp_list<aspect<aspects::Validated>, aspect<aspects::BuffersFree, feature::checked>>;

} // namespace sartor
