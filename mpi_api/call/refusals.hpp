// What is said of wrong arguments, once for all functions: out of the way of calls that are right.
#pragma once

#include "components/datatype/predefined.hpp"
#include "mpi_api/call/context.hpp"
#include "mpi_api/call/operation_text.hpp"
#include "mpi_api/names/named_constants.hpp"
#include "runtime/known_memory/known_memory.hpp"

namespace sartor::mpi {

// The reports of failed checks, once for all functions and away from the code of calls that are right. Each
// reports, passes its error class to the error handler and returns what the MPI function returns.
template <class Program>
struct Refusals {
    using Context = CallContext<Program>;
    using Owner = typename Context::Owner;

    [[gnu::cold, gnu::noinline]] static int not_initialized(Owner owner) noexcept {
        return Context::template fail_for<MPI_ERR_OTHER>(owner, self<Program>().phase == Phase::finalized
                                                                    ? "called after MPI_Finalize"
                                                                    : "called before MPI_Init");
    }

    // MPI_COMM_WORLD and its like, used by a program that has only opened a session.
    [[gnu::cold, gnu::noinline]] static int no_world_model(Owner owner, const char* name) noexcept {
        return Context::template fail_for<MPI_ERR_COMM>(
            owner, "%s: a predefined communicator is used before MPI_Init or after MPI_Finalize", name);
    }

    // The null handle needs no value in the text: its format leaves the last argument out.
    [[gnu::cold, gnu::noinline]] static int wrong_communicator(Owner owner, const char* name,
                                                               MPI_Comm comm) noexcept {
        return Context::template fail_for<MPI_ERR_COMM>(
            owner,
            comm == MPI_COMM_NULL ? "%s = MPI_COMM_NULL: expected a communicator"
                                  : "%s = %p: not a communicator, or a communicator that was freed",
            name, static_cast<void*>(comm));
    }

    [[gnu::cold, gnu::noinline]] static int
    unfinished_communicator(Owner owner, const char* name, const UnfinishedCommunicator& making) noexcept {
        return Context::template fail_for<MPI_ERR_COMM>(
            owner, "%s: the communicator is used before %s is complete", name,
            static_cast<const char*>(internal::OperationText(making.function, making.site).text));
    }

    [[gnu::cold, gnu::noinline]] static int wrong_rank(Owner owner, const char* name, int rank, MPI_Comm comm,
                                                       const char* others) noexcept {
        return Context::template fail_for<MPI_ERR_RANK>(
            owner, "%s = %d: expected a rank of the communicator, 0 to %d%s", name, rank,
            Context(*process::current, comm).peers(comm) - 1, others);
    }

    [[gnu::cold, gnu::noinline]] static int wrong_receive_tag(Owner owner, const char* name,
                                                              int tag) noexcept {
        return Context::template fail_for<MPI_ERR_TAG>(
            owner, "%s = %d: expected a tag, 0 to 2147483647, or MPI_ANY_TAG", name, tag);
    }

    [[gnu::cold, gnu::noinline]] static int wrong_buffer(Owner owner, const char* name, const void* buffer,
                                                         MPI_Count count) noexcept {
        return Context::template fail_for<MPI_ERR_BUFFER>(
            owner,
            buffer == nullptr ? "%s is a null pointer, for %lld elements"
                              : "%s is MPI_IN_PLACE, for %lld elements: not allowed for this argument",
            name, static_cast<long long>(count));
    }

    [[gnu::cold, gnu::noinline]] static int short_memory(Owner owner, const char* name, MPI_Count count,
                                                         std::size_t needed,
                                                         const process::KnownMemory& memory) noexcept {
        return Context::template fail_for<MPI_ERR_BUFFER>(
            owner, "%s: %lld elements are %zu bytes, and %s has %zu bytes from there on", name,
            static_cast<long long>(count), needed, memory.what, memory.bytes);
    }

    [[gnu::cold, gnu::noinline]] static int no_addresses(Owner owner, const char* name) noexcept {
        return Context::template fail_for<MPI_ERR_BUFFER>(
            owner,
            "%s: the datatype's data would be outside of all memory: use MPI_BOTTOM with a datatype of "
            "absolute addresses",
            name);
    }

    [[gnu::cold, gnu::noinline]] static int no_result(Owner owner, const char* name) noexcept {
        return Context::template fail_for<MPI_ERR_ARG>(owner, "%s is a null pointer", name);
    }

    [[gnu::cold, gnu::noinline]] static int same_memory(Owner owner) noexcept {
        return Context::template fail_for<MPI_ERR_BUFFER>(
            owner, "sendbuf and recvbuf are the same: pass MPI_IN_PLACE for one of the two");
    }

    [[gnu::cold, gnu::noinline]] static int wrong_own_part(Owner owner, std::size_t sent,
                                                           std::size_t expected) noexcept {
        constexpr const char* format =
            "this rank sends itself %zu bytes, but expects %zu: the counts or datatypes differ";
        return sent > expected ? Context::template fail_for<MPI_ERR_TRUNCATE>(owner, format, sent, expected)
                               : Context::template fail_for<MPI_ERR_COUNT>(owner, format, sent, expected);
    }

    // Tells apart: not committed, freed, null, and, in programs without derived datatypes, not known to this
    // cut.
    [[gnu::cold, gnu::noinline]] static int wrong_datatype(Owner owner, const char* name,
                                                           MPI_Datatype type) noexcept {
        if (self<Program>().datatypes.valid(reinterpret_cast<std::intptr_t>(type)))
            return Context::template fail_for<MPI_ERR_TYPE>(
                owner, "%s = %p: not committed: call MPI_Type_commit first", name, static_cast<void*>(type));
        const char* const unknown = Interface<Program>::Datatypes::has_derived
                                        ? "%s = %p: not a datatype, or a datatype that was freed"
                                        : "%s = %p: not a datatype of this program's MPI";
        return Context::template fail_for<MPI_ERR_TYPE>(
            owner, type == MPI_DATATYPE_NULL ? "%s = MPI_DATATYPE_NULL: expected a datatype" : unknown, name,
            static_cast<void*>(type));
    }

    // None, or one that does not join values of this datatype.
    [[gnu::cold, gnu::noinline]] static int wrong_operation(Owner owner, const char* name, MPI_Op op,
                                                            MPI_Datatype type) noexcept {
        const auto fail = [&](const char* format, auto... what) {
            return Context::template fail_for<MPI_ERR_OP>(owner, format, name, what...);
        };
        if (op == MPI_OP_NULL) return fail("%s = MPI_OP_NULL: expected an operation");
        if (op == MPI_REPLACE || op == MPI_NO_OP)
            return fail("%s = %s: only for one-sided communication",
                        op == MPI_REPLACE ? "MPI_REPLACE" : "MPI_NO_OP");
        if (!Interface<Program>::Operations::is_operation(reinterpret_cast<std::intptr_t>(op)))
            return fail("%s = %p: not an operation, or an operation that was freed", static_cast<void*>(op));
        const char* const operation = named_operation<Program>(op);
        if (operation == nullptr)
            return fail("%s = %p: a predefined operation that the program's source does not name: write its "
                        "name in the source",
                        static_cast<void*>(op));
        if (!datatype::is_predefined(reinterpret_cast<std::intptr_t>(type)))
            return fail("%s = %s: not defined for derived datatypes: make an operation with MPI_Op_create",
                        operation);
        const char* const operands = named_datatype<Program>(type);
        if (operands == nullptr)
            return fail(
                "%s = %s: the program's source does not name the datatype, %p: write its name in the source",
                operation, static_cast<void*>(type));
        if (type == MPI_BYTE)
            return fail("%s = %s: not defined for MPI_BYTE (MPI-5.0 section 6.9.2), although some MPIs allow "
                        "it: use MPI_UINT8_T",
                        operation);
        return fail("%s = %s: not defined for %s", operation, operands);
    }
};

} // namespace sartor::mpi
