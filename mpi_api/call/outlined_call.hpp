// The call of a function that is not frequent: what its entry begins with are functions that all entries
// share.
#pragma once

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

// As Call, but in memory: not for messages, whose calls the compiler keeps in registers. With many functions
// most of a cut would be the beginnings of entries.
template <class Program>
class OutlinedCall : public Call<Program> {
  public:
    using Inlined = Call<Program>;

    // Made by the entry of an MPI function: its return address is the call site.
    [[gnu::noinline]] explicit OutlinedCall(const char* entry,
                                            const void* return_address = __builtin_return_address(0)) noexcept
        : Inlined(entry, return_address) {}

    [[nodiscard, gnu::noinline]] bool initialized() noexcept { return Inlined::initialized(); }
    [[nodiscard, gnu::noinline]] bool world_initialized() noexcept { return Inlined::world_initialized(); }
    [[nodiscard, gnu::noinline]] bool communicator(const char* argument, MPI_Comm comm) noexcept {
        return Inlined::communicator(argument, comm);
    }
    [[nodiscard, gnu::noinline]] bool initialized_with_communicator(const char* argument,
                                                                    MPI_Comm comm) noexcept {
        return Inlined::initialized_with_communicator(argument, comm);
    }
    [[nodiscard, gnu::noinline]] bool communicator_or_null(const char* argument, MPI_Comm comm) noexcept {
        return Inlined::communicator_or_null(argument, comm);
    }

    [[nodiscard, gnu::noinline]] bool root(const char* argument, int rank, MPI_Comm comm) noexcept {
        return Inlined::root(argument, rank, comm);
    }
    [[nodiscard, gnu::noinline]] bool destination(const char* argument, int rank, MPI_Comm comm) noexcept {
        return Inlined::destination(argument, rank, comm);
    }
    [[nodiscard, gnu::noinline]] bool source(const char* argument, int rank, MPI_Comm comm) noexcept {
        return Inlined::source(argument, rank, comm);
    }
    [[nodiscard, gnu::noinline]] bool send_tag(const char* argument, int tag) noexcept {
        return Inlined::send_tag(argument, tag);
    }
    [[nodiscard, gnu::noinline]] bool receive_tag(const char* argument, int tag) noexcept {
        return Inlined::receive_tag(argument, tag);
    }
    [[nodiscard, gnu::noinline]] bool count(const char* argument, MPI_Count count) noexcept {
        return Inlined::count(argument, count);
    }
    [[nodiscard, gnu::noinline]] bool length(const char* argument, MPI_Count count) noexcept {
        return Inlined::length(argument, count);
    }
    [[nodiscard, gnu::noinline]] bool datatype(const char* argument, MPI_Datatype type) noexcept {
        return Inlined::datatype(argument, type);
    }
    [[nodiscard, gnu::noinline]] bool datatype_or_null(const char* argument, MPI_Datatype type) noexcept {
        return Inlined::datatype_or_null(argument, type);
    }
    [[nodiscard, gnu::noinline]] bool operation(const char* argument, MPI_Op op, MPI_Datatype type) noexcept {
        return Inlined::operation(argument, op, type);
    }
    [[nodiscard, gnu::noinline]] bool committed(const char* argument, MPI_Datatype type) noexcept {
        return Inlined::committed(argument, type);
    }
    [[nodiscard, gnu::noinline]] bool committed(const char* argument, MPI_Datatype type, int peer) noexcept {
        return Inlined::committed(argument, type, peer);
    }
    [[nodiscard, gnu::noinline]] bool buffer(const char* argument, const void* buffer, MPI_Count count,
                                             MPI_Datatype type) noexcept {
        return Inlined::buffer(argument, buffer, count, type);
    }
    [[nodiscard, gnu::noinline]] bool buffer(const char* argument, const void* buffer, MPI_Count count,
                                             MPI_Datatype type, int peer) noexcept {
        return Inlined::buffer(argument, buffer, count, type, peer);
    }
    [[nodiscard, gnu::noinline]] bool request(const char* argument, const MPI_Request* request) noexcept {
        return Inlined::request(argument, request);
    }
    [[nodiscard, gnu::noinline]] bool requests(const char* argument, const MPI_Request* requests,
                                               int count) noexcept {
        return Inlined::requests(argument, requests, count);
    }
    [[nodiscard, gnu::noinline]] bool result(const char* argument, const void* pointer) noexcept {
        return Inlined::result(argument, pointer);
    }
    template <class Function>
    requires std::is_function_v<Function>
    [[nodiscard]] bool result(const char* argument, Function* function) noexcept {
        return result(argument, reinterpret_cast<const void*>(function));
    }
    [[nodiscard, gnu::noinline]] bool array(const char* argument, const void* elements,
                                            MPI_Count length) noexcept {
        return Inlined::array(argument, elements, length);
    }
};

} // namespace sartor::mpi
