// MPI_Send, MPI_Ssend, MPI_Rsend (MPI-5.0 sections 3.2.1 and 3.4).
#pragma once

#include "mpi_api/point_to_point/messages/messages.hpp"

namespace sartor::mpi {

namespace internal {

// In programs built with --checked, which do not rely on buffering, standard sends wait for their receives.
template <class Program>
using StandardMode = typename Interface<Program>::Rules::StandardSend;

// Sends a message that needs an operation in memory (a rendezvous, or no room in the channel) and waits. A
// function of its own: with the operation on its stack, send_indirectly() would take longer.
template <class Program, class Message = Outgoing<Program>>
[[gnu::noinline]] int send_and_wait(typename Message::Header::Passed header, typename Message::Storage data,
                                    typename Message::Check check, typename Message::Mode mode,
                                    process::Rank* destination) noexcept {
    sending<Program> sending;
    Message{{header, data, check}, destination, mode}.fill(sending);
    auto& state = self<Program>();
    state.communicator.send_and_wait(sending);
    return concluded<Program>(state, sending);
}
// Tries what send_directly() leaves out: a copy to a rank of another worker.
template <class Program, class Message = Outgoing<Program>>
[[gnu::noinline]] int send_indirectly(typename Message::Header::Passed header, typename Message::Storage data,
                                      typename Message::Check check, typename Message::Mode mode,
                                      process::Rank* destination) noexcept {
    return self<Program>().communicator.send_otherwise({header, data, check}, mode, *destination)
               ? MPI_SUCCESS
               : send_and_wait<Program>(header, data, check, mode, destination);
}

// The blocking send of all functions that have one. `context_offset` selects the communicator's context for
// collectives. Returns when the buffer may be changed, in synchronous mode when a receive has matched.
template <class Mode, class Program>
int send_blocking(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type,
                  int destination, int tag, MPI_Comm comm, int context_offset = 0) noexcept {
    if (destination == MPI_PROC_NULL) return MPI_SUCCESS;
    auto message = outgoing(call, buffer, count, type, destination, tag, comm, context_offset);
    Mode::mark(message);
    return send_directly(call, message) ? MPI_SUCCESS : message.pass_to(send_indirectly<Program>);
}

} // namespace internal

// MPI_Send, in standard mode: short messages are copied and the call returns; longer ones wait for their
// receive, so a program must not rely on buffering (MPI-5.0 section 3.4).
template <class Program>
int send(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
         int tag, MPI_Comm comm) noexcept {
    return internal::send_blocking<internal::StandardMode<Program>>(call, buffer, count, type, destination,
                                                                    tag, comm);
}

// MPI_Ssend: returns when a receive has matched.
template <class Program>
int ssend(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
          int tag, MPI_Comm comm) noexcept {
    return internal::send_blocking<WithReceive>(call, buffer, count, type, destination, tag, comm);
}

// MPI_Rsend: as MPI_Send. The receive is posted already, so a standard send costs no additional handshake;
// that it is posted is not checked.
template <class Program>
int rsend(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
          int tag, MPI_Comm comm) noexcept {
    return send(call, buffer, count, type, destination, tag, comm);
}

} // namespace sartor::mpi
