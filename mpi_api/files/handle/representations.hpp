// Data in the representation of a file: their size there, and conversions (MPI-5.0 section 14.5).
#pragma once

#include "components/file/pieces.hpp"
#include "mpi_api/call/array.hpp"
#include "mpi_api/datatypes/pack_external.hpp"
#include "mpi_api/files/handle/checks.hpp"
#include "mpi_api/files/handle/file_layout.hpp"

namespace sartor::mpi::internal {

// What a program reads or writes in one call.
struct FileData {
    void* buffer;
    MPI_Count count;
    MPI_Datatype type;
    bool writes;
};

// Sizes of predefined datatypes in a representation that the program has added, by its own function.
[[nodiscard]] inline std::int64_t size_by_program(void* context, std::intptr_t type) noexcept {
    const auto& representation = *static_cast<const Representation*>(context);
    const process::CallKept kept;
    MPI_Aint extent = 0;
    representation.extent(reinterpret_cast<MPI_Datatype>(type), &extent, representation.extra_state);
    return extent;
}
[[nodiscard]] inline std::int64_t size_in_external32(void*, std::intptr_t type) noexcept {
    return static_cast<std::int64_t>(external32::size_of(type));
}
[[nodiscard]] inline SizesInFile sizes_in(const Representation& representation) noexcept {
    if (representation.kind == Representation::Kind::external32) return {size_in_external32, nullptr};
    return {size_by_program, const_cast<Representation*>(&representation)};
}

// A valid datatype as it is in a file of this representation.
template <class Program>
[[nodiscard]] auto element_in(Call<Program>& call, const Representation& representation,
                              MPI_Datatype type) noexcept {
    const auto& datatypes = call.state().datatypes;
    const auto element = datatypes.element(value_of(type));
    if (representation.is_native()) return element;
    const SizesInFile sizes = sizes_in(representation);
    // Where all sizes are those of memory the layout is, too, whatever it was made by.
    bool same = true;
    auto compare = [&](std::intptr_t item, std::int64_t) {
        same = sizes.of(item) == datatypes.extent_of(item);
        return same;
    };
    visit_signature_of(datatypes, value_of(type), 1, compare);
    return same ? element : element_in_file(datatype::origin_of(datatypes, value_of(type)), sizes);
}

// The bytes of data in the file.
template <class Program>
[[nodiscard]] std::size_t bytes_in(Call<Program>& call, const Representation& representation, MPI_Count count,
                                   MPI_Datatype type) noexcept {
    const auto& datatypes = call.state().datatypes;
    if (representation.is_native())
        return static_cast<std::size_t>(count) * datatypes.size_of(value_of(type));
    const SizesInFile sizes = sizes_in(representation);
    std::int64_t bytes = 0;
    auto add = [&](std::intptr_t item, std::int64_t number) {
        bytes += number * sizes.of(item);
        return true;
    };
    visit_signature_of(datatypes, value_of(type), 1, add);
    return static_cast<std::size_t>(bytes * count);
}

// Data in the program's memory.
template <class Program>
[[nodiscard]] auto storage_of(Call<Program>& call, const FileData& data) noexcept {
    return call.state().datatypes.storage(data.buffer, data.count, value_of(data.type));
}
template <class Storage>
[[nodiscard]] file::Pieces pieces_of(const Storage& storage) noexcept {
    const auto address = reinterpret_cast<std::uintptr_t>(storage.data);
    if (storage.bytes == 0) return {};
    if (!storage.shape) return file::Pieces::one(address, storage.bytes);
    return {layout::repeated(*storage.shape, storage.count, storage.extent), address, 0, storage.bytes};
}

// Converts from or to `converted`, which has as much room as all data take in the file: by the program's
// functions. MPI_ERR_CONVERSION when one fails.
template <class Program>
[[nodiscard]] int convert_by_program(Call<Program>& call, const Representation& how, const FileData& data,
                                     MPI_Count count, char* converted) noexcept {
    int error = MPI_SUCCESS;
    {
        const process::CallKept kept;
        if (how.large) {
            const auto function = data.writes ? how.write_large : how.read_large;
            error = function(data.buffer, data.type, count, converted, 0, how.extra_state);
        } else {
            const auto function = data.writes ? how.write : how.read;
            error = function(data.buffer, data.type, static_cast<int>(count), converted, 0, how.extra_state);
        }
    }
    if (error == MPI_SUCCESS) return error;
    return call.template fail<MPI_ERR_CONVERSION>("the conversion function of \"%s\" returned %d", how.name,
                                                  error);
}

// The same by external32.
template <class Program>
[[nodiscard]] int convert_external(Call<Program>& call, const FileData& data, MPI_Count count,
                                   char* converted) noexcept {
    const auto storage = call.state().datatypes.storage(data.buffer, count, value_of(data.type));
    const Native native(storage.bytes);
    if (!native.check(call)) return call.error();
    if (data.writes) {
        storage.copy_to(storage.stretched_at(native.data()));
        return convert<external32::Direction::to_external>(call, count, data.type, native.data(), converted)
                   ? MPI_SUCCESS
                   : call.error();
    }
    if (!convert<external32::Direction::to_native>(call, count, data.type, converted, native.data()))
        return call.error();
    storage.stretched_at(native.data()).copy_to(storage);
    return MPI_SUCCESS;
}

// Whether data are in the file as they are in memory.
[[nodiscard]] inline bool keeps_data(const Representation& representation, bool writes) noexcept {
    if (representation.is_native()) return true;
    if (representation.kind == Representation::Kind::external32) return false;
    if (representation.large)
        return (writes ? representation.write_large : representation.read_large) == nullptr;
    return (writes ? representation.write : representation.read) == nullptr;
}

template <class Program>
[[nodiscard]] int convert_data(Call<Program>& call, const Representation& representation,
                               const FileData& data, MPI_Count count, char* converted) noexcept {
    if (representation.kind == Representation::Kind::external32)
        return convert_external(call, data, count, converted);
    return convert_by_program(call, representation, data, count, converted);
}

} // namespace sartor::mpi::internal
