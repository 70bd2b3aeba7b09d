// The points of operations at which aspects of a program may act (configuration/calls.hpp): call.at(point,
// arguments). The arguments of each are stated behind it; the call comes before them.
#pragma once

#include "framework/points.hpp"

namespace sartor::mpi::point {

// ---- Requests (MPI-5.0 section 2.4.1)

// The send, or the receive, of a request that is prepared starts: (request).
inline constexpr struct SendStarts : may_refuse {
} send_starts;
inline constexpr struct ReceiveStarts : may_refuse {
} receive_starts;
// Both, of one that does either or both.
inline constexpr struct MessageStarts : may_refuse {
} message_starts;
// Its receive has started, and its message may have come already.
inline constexpr struct ReceiveHasStarted : is_noted {
} receive_has_started;
// A complete request ends: (request). The second and third are of those that only receive, or send.
inline constexpr struct RequestEnds : may_fail {
} request_ends;
inline constexpr struct ReceiveEnds : may_fail {
} receive_ends;
inline constexpr struct SendEnds : may_fail {
} send_ends;
// It is about to be freed, complete or not.
inline constexpr struct RequestIsFreed : is_noted {
} request_is_freed;
// A collective with this request begins now; null: with none. (request*)
inline constexpr struct CollectiveBegins : is_noted {
} collective_begins;
// The request makes a communicator, which is the program's when it is complete: (request, comm).
inline constexpr struct CommunicatorBegins : is_noted {
} communicator_begins;

// ---- Arguments

// A communicator is given: (argument's name, comm).
inline constexpr struct CommunicatorGiven : may_refuse {
} communicator_given;
// Memory for elements is given: (argument's name, buffer, count, type).
inline constexpr struct MemoryGiven : may_refuse {
} memory_given;
// A blocking message reads these data, or writes them: (data, is_written).
inline constexpr struct DataUsed : may_refuse {
} data_used;
// A collective has this buffer, whose arguments need not be right: (name, buffer, count, type, comm,
// is_written).
inline constexpr struct CollectiveBufferGiven : may_refuse {
} collective_buffer_given;
// Its data, which are right: (buffer, count, type, comm, is_written).
inline constexpr struct CollectiveDataUsed : may_refuse {
} collective_data_used;
// The parts that it receives: incoming(r) from rank r (incoming, ranks); beside those that it sends
// (outgoing, incoming, ranks).
inline constexpr struct PartsReceived : may_refuse {
} parts_received;
inline constexpr struct PartsExchanged : may_refuse {
} parts_exchanged;
// Elements were packed into memory (memory, bytes, count, type); memory with so much room is unpacked
// (memory, room, count, type).
inline constexpr struct Packed : is_noted {
} packed;
inline constexpr struct Unpacked : may_refuse {
} unpacked;

// ---- What ranks do together

// A collective call, between the checks of its arguments and its messages: (comm, promise).
inline constexpr struct CollectiveCalled : may_refuse {
} collective_called;
// A communicator is made of another: (comm, function that makes a digest of arguments).
inline constexpr struct CommunicatorMade : may_refuse {
} communicator_made;
// By its members: (comm, group).
inline constexpr struct MembersGiven : may_refuse {
} members_given;
// By the leaders of two groups: (remote leader, tag, peer_comm).
inline constexpr struct LeadersMeet : may_refuse {
} leaders_meet;
// Two groups are merged: (local comm, high).
inline constexpr struct SidesMerge : may_refuse {
} sides_merge;

// ---- Objects

// A key that was freed before is freed: (key).
inline constexpr struct KeyIsFreedAgain : may_refuse {
} key_is_freed_again;
// MPI_Finalize is called: ().
inline constexpr struct Finalizes : may_refuse {
} finalizes;

// ---- Windows (MPI-5.0 chapter 12); all but the first two get a WindowObject

// The part of a rank is made, or dropped: (part).
inline constexpr struct PartIsMade : may_refuse {
} part_is_made;
inline constexpr struct PartIsDropped : is_noted {
} part_is_dropped;
// The rank is about to free the window, and accesses it no more: (window).
inline constexpr struct WindowIsLeft : is_noted {
} window_is_left;
// A part is locked: (window).
inline constexpr struct WindowIsLocked : may_refuse {
} window_is_locked;
// The own part is exposed to others, who don't know it yet: (window).
inline constexpr struct WindowIsExposed : is_noted {
} window_is_exposed;
// An operation accesses a target: (window, access, use, operation as only_operation() has it or 0).
inline constexpr struct TargetAccessed : may_refuse {
} target_accessed;
// An operation uses data at the origin: (window, data, target, is_written).
inline constexpr struct OriginUsed : may_refuse {
} origin_used;
// Data at the origin and at the target have one size: (elements there, elements here).
inline constexpr struct ElementsGiven : may_refuse {
} elements_given;
// The operation that is called has a request, from the first to the second: (window).
inline constexpr struct RequestedBegins : is_noted {
} requested_begins;
inline constexpr struct RequestedHasBegun : is_noted {
} requested_has_begun;
// In a fence, when all operations are complete at this rank's part: (window).
inline constexpr struct FenceIsReached : may_fail {
} fence_is_reached;
// When all ranks have gone on, first for accesses, then for what the program has promised.
inline constexpr struct FenceIsPassed : may_fail {
} fence_is_passed;
inline constexpr struct PromisesOfFence : may_fail {
} promises_of_fence;
// The accesses of a group to this rank's part are complete: (window).
inline constexpr struct ExposureEnds : may_fail {
} exposure_ends;
// A target has refused an access: (window).
inline constexpr struct TargetRefuses : may_fail {
} target_refuses;
// Operations at one rank, or at all, are complete: (window, rank). The buffers at the origin; the accesses at
// one that shares its memory; the accesses at any.
inline constexpr struct OriginsEnd : may_fail {
} origins_end;
inline constexpr struct NearAccessesEnd : may_fail {
} near_accesses_end;
inline constexpr struct AccessesEnd : may_fail { } accesses_end; } // namespace sartor::mpi::point
