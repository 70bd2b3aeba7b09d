// The points of operations at which aspects of a program may act (selection/calls.hpp): call.at(point,
// arguments). The arguments are stated with each; an aspect gets the call before them.
#pragma once

#include "framework/points.hpp"

namespace sartor::mpi::point {

// ---- Requests (MPI-5.0 section 2.4.1)

// The send, or the receive, of a request that is prepared starts: (request).
struct SendStarts : may_refuse {};
struct ReceiveStarts : may_refuse {};
// Whether the send that comes next needs a request by which aspects look at its buffer: ().
struct SendIsWatched : may_refuse {};
// Both, of one that does either or both.
struct MessageStarts : may_refuse {};
// Another operation with this request has begun, with the data that a function gives:
// (request, function, is_written).
struct RequestUses : may_refuse {};
// Its receive has started, and its message may have come already.
struct ReceiveHasStarted : is_noted {};
// A complete request ends: (request). The second and third are of those that only receive, or send.
struct RequestEnds : may_fail {};
struct ReceiveEnds : may_fail {};
struct SendEnds : may_fail {};
// What goes with a message besides its data is put together: (check).
struct MessageIsDescribed : is_noted {};
// A message of the program's is received: (check, header, bytes), behind the state of the rank instead of a
// call.
struct MessageIsReceived : is_noted {};
// MPI_Recv begins and ends: (source), (buffer, count, type, source, tag, comm, status).
struct BlockingReceiveBegins : is_noted {};
struct BlockingReceiveEnds : is_noted {};
// It is about to be freed, complete or not.
struct RequestIsFreed : is_noted {};
// MPI_Request_free is called for it: (request).
struct RequestIsReleased : is_noted {};
// The request that begins now awaits a message in partitions: (partitions, data of one); the program knows
// that one is there: (request, partition).
struct PartitionsAwaited : is_noted {};
// A partition of one that it sends is ready: (handle, partition, data).
struct PartitionIsSent : is_noted {};
struct PartitionHasCome : is_noted {};
// A collective with this request begins now; null: with none. (request*)
struct CollectiveBegins : is_noted {};
// The request makes a communicator, which is the program's when it is complete: (request, comm).
struct CommunicatorBegins : is_noted {};

// ---- Arguments

// A communicator is given: (argument's name, comm).
struct CommunicatorGiven : may_refuse {};
// Memory for elements is given: (argument's name, buffer, count, type).
struct MemoryGiven : may_refuse {};
// A blocking message reads these data, or writes them: (data, is_written).
struct DataUsed : may_refuse {};
// The same of elements: (buffer, count, type, is_written).
struct BufferUsed : may_refuse {};
// A collective has this buffer, whose arguments need not be right: (name, buffer, count, type, comm,
// is_written).
struct CollectiveBufferGiven : may_refuse {};
// Its data, which are right: (buffer, count, type, comm, is_written).
struct CollectiveDataUsed : may_refuse {};
// The parts that it sends: outgoing(r) to rank r (outgoing, ranks); that it receives: incoming(r) from rank r
// (incoming, ranks); both (outgoing, incoming, ranks).
struct PartsSent : may_refuse {};
struct PartsReceived : may_refuse {};
struct PartsExchanged : may_refuse {};
// What goes over the edges of a neighbourhood: (outgoing, outgoing edges, incoming, incoming edges).
struct EdgesUsed : may_refuse {};
// A buffer for buffered sends: (region, bytes); (region).
struct BufferIsAttached : is_noted {};
struct BufferIsDetached : is_noted {};
// The parts of a split collective access to a file: (file, buffer, count, type, is_written); (file).
struct SplitBegins : is_noted {};
struct SplitEnds : is_noted {};
// Elements were packed into memory (memory, bytes, count, type); memory with so much room is unpacked
// (memory, room, count, type).
struct Packed : is_noted {};
struct Unpacked : may_refuse {};

// ---- Memory

// The program loads from memory that is watched, or stores there: (access), behind the state of the rank
// instead of a call. Of accesses by which programs wait for others (MemoryIsPolled) the first alone.
struct MemoryIsTouched : is_noted {};
struct MemoryIsAccessed : is_noted {};

// ---- What ranks do together

// In a collective call: (whether it goes on beside the program, its name, root, rank, size, function that
// gives what a rank has published).
struct RanksMeet : is_noted {};
// A collective call, between the checks of its arguments and its messages: (comm, arguments that all ranks
// have in common).
struct CollectiveCalled : may_refuse {};
// A communicator is made of another: (comm, function that makes a digest of arguments).
struct CommunicatorMade : may_refuse {};
// By its members: (comm, group).
struct MembersGiven : may_refuse {};
// By the leaders of two groups: (remote leader, tag, peer_comm).
struct LeadersMeet : may_refuse {};
// Two groups are merged: (local comm, high).
struct SidesMerge : may_refuse {};

// ---- What failures of ranks end (aspects/call/failures/)

// A receive is over whose message does not fit: (bytes sent, as the receive has them).
struct MessageIsUnfit : may_fail {};
// A probe has found a message: (parcel, expected header); null if it finds none so far.
struct MessageIsFound : may_refuse {};
// A blocking send is over: (sending), behind the state of the rank instead of a call.
struct SendIsOver : may_fail {};
// All of an array of requests are waited for: (handles, count, statuses, are_ended). If it sets
// are_ended, as many were ended as can be, and the error is the call's.
struct AllAreAwaited : may_fail {};
// A complete request is about to be ended. An error: it stays as it is.
struct RequestIsFound : may_fail {};
// A message was cancelled, or could not be: (request).
struct MessageIsCancelled : is_noted {};
// The program has acknowledged failures in the communicator: (comm).
struct FailuresAreAcknowledged : is_noted {};
// Its error is known, which the aspect may change: (request, error).
struct RequestIsConcluded : is_noted {};
// An error of a collective that has begun and ended in the call that begins it: (error).
struct BegunHasFailed : may_refuse {};
// An agreement is over: (whether all of its ranks know the failures in their communicator).
struct AgreementEnds : may_fail {};
// Of a collective's messages: one may be sent as a copy; its data and its destination are set (sending); the
// send is over (sending); one was received that is not as it should be (receiving).
struct PartIsSent : may_refuse {};
// Operands of others are about to be joined: ().
struct OperandsHaveCome : may_refuse {};
// An error ends an operation in which others wait for what would follow: it may, or goes on: ().
struct ErrorEnds : may_refuse {};
struct PartIsAddressed : is_noted {};
struct PartIsOver : is_noted {};
struct PartIsWrong : may_refuse {};

// ---- Objects

// A key that was freed before is freed: (key).
struct KeyIsFreedAgain : may_refuse {};
// Memory is given to the program, or back: (base).
struct MemoryIsAllocated : is_noted {};
struct MemoryIsFreed : is_noted {};
// MPI_Finalize is called: ().
struct Finalizes : may_refuse {};

// ---- Windows (MPI-5.0 chapter 12); all but the first three get a WindowObject

// The program's own memory for a window: (base, size).
struct WindowMemoryGiven : may_refuse {};
// The rank may load and store in all parts of a window: (window).
struct MemoryIsShared : is_noted {};
// Memory is attached to a dynamic window, or detached: (part, attached).
struct MemoryIsAttached : is_noted {};
struct MemoryIsDetached : is_noted {};
// The program loads or stores where it may poll for what others write: an atomic or volatile access, before
// it for a store, or an update: (access), behind the state of the rank instead of a call.
struct MemoryIsPolled : is_noted {};
// The part of a rank is made, or dropped: (part).
struct PartIsMade : may_refuse {};
struct PartIsDropped : is_noted {};
// The rank is about to free the window, and accesses it no more: (window).
struct WindowIsLeft : is_noted {};
// A rank's part is about to be locked, or those of all ranks: (window, rank).
struct WindowIsLocked : may_refuse {};
// It is locked, or about to be unlocked: (window, rank, whether by this rank alone).
struct LockIsTaken : is_noted {};
struct LockIsReturned : is_noted {};
// What the rank has stored without MPI is others', and theirs its: (window).
struct MemoryIsSynchronized : is_noted {};
// The own part is about to be exposed to a group: (window).
struct ExposureBegins : may_refuse {};
// The call waits until a rank has exposed its part; until all have ended their accesses to the own part, or
// asks whether they have: (window, rank in the process), (window). An error: the epoch is over.
struct ExposureIsAwaited : may_fail {};
struct AccessesAreAwaited : may_fail {};
struct AccessesAreTested : may_fail {};
// MPI_Abort: (comm, code). Does not return if others go on.
struct GroupAborts : is_noted {};
// The run can't go on, and its report is written: (std::type_identity<Program>) alone.
struct DeadlockIsExplained : is_noted {};
// Ranks that were started have met their parents, who have no communicator with them: (its context).
struct NewRanksAreLeft : is_noted {};
// The rank that runs here has failed, and others go on: behind its state, in place of a call.
struct RankFails : is_noted {};
// The own part is exposed to others, who don't know it yet: (window).
struct WindowIsExposed : is_noted {};
// An operation accesses a target: (window, access, use), of updates also (operation, predefined datatype of
// all data or 0).
struct TargetAccessed : may_refuse {};
// An operation uses data at the origin: (window, data, target, is_written).
struct OriginUsed : may_refuse {};
// Data at the origin and at the target have one size: (elements at the origin, elements at the target).
struct ElementsGiven : may_refuse {};
// The operation that is called has a request, from the first to the second: (window, request), (window).
struct RequestedBegins : is_noted {};
struct RequestedHasBegun : is_noted {};
// In a fence, when all operations are complete at this rank's part: (window, error until then).
struct FenceIsReached : may_fail {};
// When all ranks have gone on, first for accesses, then for what the program has promised: (window).
struct FenceIsPassed : may_fail {};
struct PromisesOfFence : may_fail {};
// The accesses of a group to this rank's part are complete: (window).
struct ExposureEnds : may_fail {};
// A target has refused an access: (window).
struct TargetRefuses : may_fail {};
// Operations at one rank, or at all, are complete: (window, rank). The buffers at the origin; the accesses at
// one that shares its memory; the accesses at any.
struct OriginsEnd : may_fail {};
struct NearAccessesEnd : may_fail {};
struct AccessesEnd : may_fail {};
// From the first to the second they need be complete at their origins alone: (window).
struct LocalFlushBegins : is_noted {};
struct LocalFlushHasEnded : is_noted {};

} // namespace sartor::mpi::point
