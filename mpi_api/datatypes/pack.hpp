// MPI_Pack, MPI_Unpack, MPI_Pack_size (MPI-5.0 section 5.2): packed data are the bytes of a message.
#pragma once

#include <cstdint>
#include <limits>

#include "mpi_api/call/call.hpp"
#include "mpi_api/call/points.hpp"

namespace sartor::mpi {

namespace internal {

// `bytes` from `position` on are within a buffer of `size` bytes. MPI_ERR_ARG for negative numbers,
// MPI_ERR_TRUNCATE if not.
template <class Program>
[[nodiscard]] bool room(Call<Program>& call, const char* name, MPI_Count size, MPI_Count position,
                        std::size_t bytes) noexcept {
    if (size < 0) {
        call.template fail<MPI_ERR_ARG>("the size of %s is %lld: expected no negative size", name,
                                        static_cast<long long>(size));
        return false;
    }
    if (position < 0) {
        call.template fail<MPI_ERR_ARG>("position = %lld: expected no negative position",
                                        static_cast<long long>(position));
        return false;
    }
    if (position <= size && bytes <= static_cast<std::size_t>(size - position)) return true;
    call.template fail<MPI_ERR_TRUNCATE>("%zu bytes from position %lld on, but %s has %lld bytes", bytes,
                                         static_cast<long long>(position), name,
                                         static_cast<long long>(size));
    return false;
}

[[nodiscard]] inline void* address_at(const void* buffer, MPI_Count position) noexcept {
    return const_cast<char*>(static_cast<const char*>(buffer)) + position;
}

// Returns a size in bytes; MPI_ERR_COUNT when it does not fit into the type of the result.
template <class Program, class Size>
int give_size(Call<Program>& call, std::size_t bytes, Size* size) noexcept {
    if (bytes > static_cast<std::uint64_t>(std::numeric_limits<Size>::max()))
        return call.template fail<MPI_ERR_COUNT>(
            "%zu bytes do not fit into an int: call the function with _c", bytes);
    *size = static_cast<Size>(bytes);
    return MPI_SUCCESS;
}

} // namespace internal

// Copies `count` elements behind `position`, which moves by their size. Nothing is written if they do not fit
// (MPI_ERR_TRUNCATE). No header: data can be packed in parts.
template <class Program, class Count>
int pack(Call<Program>& call, const void* data, Count count, MPI_Datatype type, void* packed, Count size,
         Count* position, MPI_Comm) noexcept {
    const auto storage = call.state().datatypes.storage(data, count, value_of(type));
    if (!call.result("position", position) || !internal::room(call, "outbuf", size, *position, storage.bytes))
        return call.error();
    if (storage.bytes == 0) return MPI_SUCCESS;
    if (!call.result("outbuf", packed) || !call.at(point::DataUsed(), storage, false)) return call.error();
    storage.gather_to(internal::address_at(packed, *position));
    call.at(point::Packed(), internal::address_at(packed, *position), storage.bytes, count, type);
    *position += static_cast<Count>(storage.bytes);
    return MPI_SUCCESS;
}

// The reverse. MPI_ERR_TRUNCATE when the packed buffer has less data.
template <class Program, class Count>
int unpack(Call<Program>& call, const void* packed, Count size, Count* position, void* data, Count count,
           MPI_Datatype type, MPI_Comm) noexcept {
    if (!call.count("outcount", count) || !call.buffer("outbuf", data, count, type)) return call.error();
    using Storage = typename Interface<Program>::Datatypes::Storage;
    const Storage storage = call.state().datatypes.storage(data, count, value_of(type));
    if (!call.result("position", position) || !internal::room(call, "inbuf", size, *position, storage.bytes))
        return call.error();
    if (storage.bytes == 0) return MPI_SUCCESS;
    if (!call.result("inbuf", packed) || !call.at(point::DataUsed(), storage, true)) return call.error();
    const Storage source{internal::address_at(packed, *position), storage.bytes};
    if (!call.at(point::Unpacked(), source.data, size - *position, count, type)) return call.error();
    source.copy_to(storage);
    *position += static_cast<Count>(storage.bytes);
    return MPI_SUCCESS;
}

// Exactly the size in bytes; MPI_Pack needs no more.
template <class Program, class Count>
int pack_size(Call<Program>& call, Count count, MPI_Datatype type, MPI_Comm, Count* size) noexcept {
    const std::size_t bytes =
        static_cast<std::size_t>(count) * call.state().datatypes.size_of(value_of(type));
    return internal::give_size(call, bytes, size);
}

} // namespace sartor::mpi
