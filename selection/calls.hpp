// The aspects of calls: what happens around each operation of MPI.
#pragma once

#include "aspects/call/after_failures.hpp"
#include "aspects/call/buffers.hpp"
#include "aspects/call/confined.hpp"
#include "aspects/call/foreign.hpp"
#include "aspects/call/guarded.hpp"
#include "aspects/call/killable.hpp"
#include "aspects/call/located.hpp"
#include "aspects/call/sliced.hpp"
#include "aspects/call/timed.hpp"
#include "aspects/call/validated.hpp"
#include "aspects/call/watched.hpp"
#include "components/features.hpp"
#include "framework/select.hpp"
#include "framework/weave.hpp"
#include "transports/machine.hpp"

namespace sartor::mpi::checked { // aspects/call/checked, above MPI's objects, which they know
struct BlocksOfWindows;
struct CollectiveAgreement;
struct MakersOfCommunicators;
struct MemoryOfWindows;
struct MessageRaces;
struct NoLocksBesideExposures;
struct NotesAllocatedMemory;
struct NothingTolerated;
struct OrderByWindows;
struct OrderOfEvents;
struct OriginsBesideMessages;
struct OriginsOfWindows;
struct PackedTypes;
struct PartsApart;
struct RoomOfMemory;
struct WatchedBuffers;
struct WatchedParts;
struct WatchedSpans;
struct WindowConflicts;
} // namespace sartor::mpi::checked
namespace sartor::mpi {
struct FoundWhenComplete;
namespace scheduled {
class FoundByChoice;
}
namespace survived {
struct EndedByFailures;
struct EpochsEnded;
struct GroupAborted;
struct UnawareNamed;
} // namespace survived
} // namespace sartor::mpi

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
    aspect_if<has_all<typename C::features, feature::checked> &&
                  has_any<typename C::features, feature::windows, feature::any_source>,
              aspects::Followed>,
    aspect_if<!C::types::Callers::many, aspects::Confined, feature::threads>,
    aspect<aspects::Remembered, feature::checked>, aspect<aspects::Killable, feature::faults>,
    aspect<aspects::Located>>;

// Over the operation of each row, with its arguments. The outermost first.
using operation_aspects =
    boost::mp11::mp_list<aspect<aspects::Validated>, aspect<aspects::BuffersFree, feature::checked>,
                         aspect<aspects::AfterFailures, feature::failures>>;

// At points of operations, which their functions name (mpi_api/call/points.hpp), in this order.
using point_aspects_of_all_machines =
    family<when<mpi::survived::EndedByFailures, feature::failures>,
           when_all<mpi::survived::EpochsEnded, feature::failures, feature::windows>,
           when<mpi::survived::GroupAborted, feature::failures>,
           when<mpi::survived::UnawareNamed, feature::failures>,
           when<mpi::checked::NothingTolerated, feature::checked>,
           when<mpi::checked::NotesAllocatedMemory, feature::checked>,
           when<mpi::checked::RoomOfMemory, feature::checked>,
           when<mpi::checked::PartsApart, feature::checked>,
           when<mpi::checked::CollectiveAgreement, feature::checked>,
           when<mpi::checked::MakersOfCommunicators, feature::checked>,
           when_all<mpi::checked::WatchedBuffers, feature::checked, feature::immediate>,
           when_all<mpi::checked::WatchedParts, feature::checked, feature::immediate>,
           when<mpi::checked::WatchedSpans, feature::checked>,
           when_all<mpi::checked::PackedTypes, feature::checked, feature::packing>,
           when_all<mpi::checked::MemoryOfWindows, feature::checked, feature::windows>,
           when_all<mpi::checked::NoLocksBesideExposures, feature::checked, feature::windows>,
           when_all<mpi::checked::MessageRaces, feature::checked, feature::any_source>,
           when_with<mpi::checked::OrderOfEvents, feature::checked, feature::windows, feature::any_source>,
           when_all<mpi::checked::OrderByWindows, feature::checked, feature::windows>,
           when_all<mpi::checked::WindowConflicts, feature::checked, feature::windows>,
           when_all<mpi::checked::BlocksOfWindows, feature::checked, feature::windows>,
           when_all<mpi::checked::OriginsBesideMessages, feature::checked, feature::windows>,
           when_all<mpi::checked::OriginsOfWindows, feature::checked, feature::windows>>;

// On emulated machines a schedule says who runs, and slices of the computer's time are left out.
template <class Machine>
using point_aspects =
    boost::mp11::mp_append<point_aspects_of_all_machines,
                           std::conditional_t<machine::Emulated<Machine>, family<>,
                                              family<when<aspects::Sliced, feature::windows>>>>;

// What tests and waits find of operations that are complete.
using found_operations =
    family<when<mpi::scheduled::FoundByChoice, feature::scheduled>, otherwise<mpi::FoundWhenComplete>>;

} // namespace sartor
