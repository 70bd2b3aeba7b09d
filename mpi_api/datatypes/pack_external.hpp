// MPI_Pack_external, MPI_Unpack_external, MPI_Pack_external_size (MPI-5.0 section 5.3).
#pragma once

#include <cstdlib>
#include <cstring>

#include "components/datatype/external32.hpp"
#include "components/datatype/signature.hpp"
#include "components/library_memory.hpp"
#include "mpi_api/datatypes/pack.hpp"

namespace sartor::mpi {

namespace internal {

namespace external32 = datatype::external32;

// "external32" is the only representation; otherwise MPI_ERR_ARG.
template <class Program>
[[nodiscard]] bool representation(Call<Program>& call, const char* name) noexcept {
    if (!call.result("datarep", name)) return false;
    if (std::strcmp(name, "external32") == 0) return true;
    call.template fail<MPI_ERR_ARG>("datarep = \"%s\": expected \"external32\"", name);
    return false;
}

// The size of `count` elements in external32. O(signature).
template <class Program>
[[nodiscard]] std::size_t external_bytes(Call<Program>& call, std::int64_t count,
                                         MPI_Datatype type) noexcept {
    std::size_t bytes = 0;
    auto add = [&](std::intptr_t item, std::int64_t number) {
        bytes += static_cast<std::size_t>(number) * external32::size_of(item);
        return true;
    };
    visit_signature_of(call.state().datatypes, value_of(type), 1, add);
    return bytes * static_cast<std::size_t>(count);
}

// Packed data in this computer's representation, for the time of a call. check() reports MPI_ERR_NO_MEM.
class Native {
  public:
    explicit Native(std::size_t bytes) noexcept
        : memory_(static_cast<char*>(allocate_for_library(bytes + 1))), bytes_(bytes) {}
    Native(const Native&) = delete;
    Native& operator=(const Native&) = delete;
    ~Native() { std::free(memory_); }

    [[nodiscard]] char* data() const noexcept { return memory_; }
    template <class Program>
    [[nodiscard]] bool check(Call<Program>& call) const noexcept {
        if (memory_ != nullptr) return true;
        call.template fail<MPI_ERR_NO_MEM>("no memory for a copy of %zu bytes", bytes_);
        return false;
    }

  private:
    char* memory_;
    std::size_t bytes_;
};

// Converts `count` packed elements. False after reporting MPI_ERR_CONVERSION for a value that does not fit.
template <external32::Direction Way, class Program>
[[nodiscard]] bool convert(Call<Program>& call, std::int64_t count, MPI_Datatype type, const char* from,
                           char* to) noexcept {
    using Level = typename Interface<Program>::Datatypes;
    std::intptr_t failed = 0;
    auto convert_stretch = [&](std::intptr_t item, std::int64_t number) {
        const auto native = static_cast<std::size_t>(datatype::bytes_in_message<Level>(item));
        const auto elements = static_cast<std::size_t>(number);
        if (!external32::convert<Way>(item, elements, native, from, to)) failed = item;
        from += elements * (Way == external32::Direction::to_external ? native : external32::size_of(item));
        to += elements * (Way == external32::Direction::to_external ? external32::size_of(item) : native);
        return failed == 0;
    };
    if (visit_signature_of(call.state().datatypes, value_of(type), count, convert_stretch)) return true;
    call.template fail<MPI_ERR_CONVERSION>(
        "a value of predefined datatype %lld (see mpi.h) does not fit into the %zu "
        "bytes that it has in external32",
        static_cast<long long>(failed), external32::size_of(failed));
    return false;
}

} // namespace internal

// MPI_Pack_external: packs into memory of its own, then converts. MPI_ERR_TRUNCATE when it does not fit.
template <class Program, class Count, class Size>
int pack_external(Call<Program>& call, const char* representation, const void* data, Count count,
                  MPI_Datatype type, void* packed, Size size, Size* position) noexcept {
    if (!internal::representation(call, representation) || !call.count("incount", count) ||
        !call.buffer("inbuf", data, count, type) || !call.result("position", position))
        return call.error();
    const std::size_t bytes = internal::external_bytes(call, count, type);
    if (!internal::room(call, "outbuf", size, *position, bytes)) return call.error();
    if (bytes == 0) return MPI_SUCCESS;
    const auto storage = call.state().datatypes.storage(data, count, value_of(type));
    const internal::Native native(storage.bytes);
    if (!call.result("outbuf", packed) || !native.check(call)) return call.error();
    storage.copy_to(storage.stretched_at(native.data()));
    auto* address = static_cast<char*>(internal::address_at(packed, *position));
    if (!internal::convert<internal::external32::Direction::to_external>(call, count, type, native.data(),
                                                                         address))
        return call.error();
    call.at(point::Packed(), address, bytes, count, type);
    *position += static_cast<Size>(bytes);
    return MPI_SUCCESS;
}

// MPI_Unpack_external: the data in the buffer are not changed when a value can't be converted.
template <class Program, class Count, class Size>
int unpack_external(Call<Program>& call, const char* representation, const void* packed, Size size,
                    Size* position, void* data, Count count, MPI_Datatype type) noexcept {
    if (!internal::representation(call, representation) || !call.count("outcount", count) ||
        !call.buffer("outbuf", data, count, type) || !call.result("position", position))
        return call.error();
    const std::size_t bytes = internal::external_bytes(call, count, type);
    if (!internal::room(call, "inbuf", size, *position, bytes)) return call.error();
    if (bytes == 0) return MPI_SUCCESS;
    const auto storage = call.state().datatypes.storage(data, count, value_of(type));
    const internal::Native native(storage.bytes);
    if (!call.result("inbuf", packed) || !native.check(call)) return call.error();
    const auto* address = static_cast<const char*>(internal::address_at(packed, *position));
    if (!call.at(point::Unpacked(), address, size - *position, count, type)) return call.error();
    if (!internal::convert<internal::external32::Direction::to_native>(call, count, type, address,
                                                                       native.data()))
        return call.error();
    storage.stretched_at(native.data()).copy_to(storage);
    *position += static_cast<Size>(bytes);
    return MPI_SUCCESS;
}

template <class Program, class Count, class Size>
int pack_external_size(Call<Program>& call, const char* representation, Count count, MPI_Datatype type,
                       Size* size) noexcept {
    if (!internal::representation(call, representation) || !call.count("incount", count)) return call.error();
    return internal::give_size(call, internal::external_bytes(call, count, type), size);
}

} // namespace sartor::mpi
