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
    [[gnu::noinline]] explicit OutlinedCall(const char* function,
                                            const void* return_address = __builtin_return_address(0)) noexcept
        : Inlined(function, return_address) {}

    [[nodiscard, gnu::noinline]] bool initialized() noexcept { return Inlined::initialized(); }
    [[nodiscard, gnu::noinline]] bool world_initialized() noexcept { return Inlined::world_initialized(); }
    [[nodiscard, gnu::noinline]] bool communicator(const char* name, MPI_Comm comm) noexcept {
        return Inlined::communicator(name, comm);
    }
    [[nodiscard, gnu::noinline]] bool initialized_with_communicator(const char* name,
                                                                    MPI_Comm comm) noexcept {
        return Inlined::initialized_with_communicator(name, comm);
    }
    [[nodiscard, gnu::noinline]] bool communicator_or_null(const char* name, MPI_Comm comm) noexcept {
        return Inlined::communicator_or_null(name, comm);
    }

    [[nodiscard, gnu::noinline]] bool root(const char* name, int rank, MPI_Comm comm) noexcept {
        return Inlined::root(name, rank, comm);
    }
    [[nodiscard, gnu::noinline]] bool destination(const char* name, int rank, MPI_Comm comm) noexcept {
        return Inlined::destination(name, rank, comm);
    }
    [[nodiscard, gnu::noinline]] bool source(const char* name, int rank, MPI_Comm comm) noexcept {
        return Inlined::source(name, rank, comm);
    }
    [[nodiscard, gnu::noinline]] bool send_tag(const char* name, int tag) noexcept {
        return Inlined::send_tag(name, tag);
    }
    [[nodiscard, gnu::noinline]] bool receive_tag(const char* name, int tag) noexcept {
        return Inlined::receive_tag(name, tag);
    }
    [[nodiscard, gnu::noinline]] bool count(const char* name, MPI_Count count) noexcept {
        return Inlined::count(name, count);
    }
    [[nodiscard, gnu::noinline]] bool length(const char* name, MPI_Count count) noexcept {
        return Inlined::length(name, count);
    }
    [[nodiscard, gnu::noinline]] bool datatype(const char* name, MPI_Datatype type) noexcept {
        return Inlined::datatype(name, type);
    }
    [[nodiscard, gnu::noinline]] bool datatype_or_null(const char* name, MPI_Datatype type) noexcept {
        return Inlined::datatype_or_null(name, type);
    }
    [[nodiscard, gnu::noinline]] bool operation(const char* name, MPI_Op op, MPI_Datatype type) noexcept {
        return Inlined::operation(name, op, type);
    }
    [[nodiscard, gnu::noinline]] bool committed(const char* name, MPI_Datatype type) noexcept {
        return Inlined::committed(name, type);
    }
    [[nodiscard, gnu::noinline]] bool committed(const char* name, MPI_Datatype type, int peer) noexcept {
        return Inlined::committed(name, type, peer);
    }
    [[nodiscard, gnu::noinline]] bool buffer(const char* name, const void* buffer, MPI_Count count,
                                             MPI_Datatype type) noexcept {
        return Inlined::buffer(name, buffer, count, type);
    }
    [[nodiscard, gnu::noinline]] bool buffer(const char* name, const void* buffer, MPI_Count count,
                                             MPI_Datatype type, int peer) noexcept {
        return Inlined::buffer(name, buffer, count, type, peer);
    }
    [[nodiscard, gnu::noinline]] bool request(const char* name, const MPI_Request* request) noexcept {
        return Inlined::request(name, request);
    }
    [[nodiscard, gnu::noinline]] bool requests(const char* name, const MPI_Request* requests,
                                               int count) noexcept {
        return Inlined::requests(name, requests, count);
    }
    [[nodiscard, gnu::noinline]] bool result(const char* name, const void* pointer) noexcept {
        return Inlined::result(name, pointer);
    }
    template <class Function>
    requires std::is_function_v<Function>
    [[nodiscard]] bool result(const char* name, Function* function) noexcept {
        return result(name, reinterpret_cast<const void*>(function));
    }
    [[nodiscard, gnu::noinline]] bool array(const char* name, const void* elements,
                                            MPI_Count length) noexcept {
        return Inlined::array(name, elements, length);
    }
};

} // namespace sartor::mpi
