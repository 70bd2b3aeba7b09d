// Making views (MPI-5.0 section 14.3).
#pragma once

#include <cstddef>
#include <cstring>
#include <utility>

#include "mpi_api/collective/interface/agreement.hpp"
#include "mpi_api/files/handle/representations.hpp"
#include "mpi_api/files/handle/shared_pointer.hpp"

namespace sartor::mpi::internal {

using FileType = datatype::Type<datatype::Layout>;

struct NewView {
    file::View view;
    const Representation* representation = nullptr;
    std::int64_t etype_bytes = 1;  // in memory
    std::int64_t etype_extent = 1; // in the file

    // What is the same at all ranks (MPI-5.0 section 14.3): the etype's extent and the representation.
    [[nodiscard]] CommonArguments shared() const noexcept {
        const char* const name = representation->name;
        DigestOfArguments digest(etype_extent);
        digest.add(name, static_cast<std::ptrdiff_t>(std::strlen(name)));
        return {.arguments = digest.value()};
    }
};

// The beginning of the view in bytes. In files that are read in sequence it is where the shared pointer is.
template <class Program>
[[nodiscard]] bool find_displacement(Call<Program>& call, FileObject& file, MPI_Offset wanted,
                                     std::int64_t& displacement) noexcept {
    if (file.has(MPI_MODE_SEQUENTIAL) != (wanted == MPI_DISPLACEMENT_CURRENT)) {
        call.template fail<MPI_ERR_ARG>("disp = %lld: expected MPI_DISPLACEMENT_CURRENT for a file opened "
                                        "with MPI_MODE_SEQUENTIAL, and another value for any other file",
                                        static_cast<long long>(wanted));
        return false;
    }
    displacement = wanted;
    if (wanted != MPI_DISPLACEMENT_CURRENT) return is_offset(call, "disp", wanted);
    displacement = 0;
    if constexpr (Interface<Program>::has_shared_pointers)
        displacement = file.view.position_of(move_shared_pointer(call, file, 0) * file.view.etype_bytes());
    return true;
}

// A filetype consists of whole etypes, perhaps none, at positions that are not negative and do not decrease;
// in files that are written no byte belongs to two of them. Otherwise MPI_ERR_ARG. From one filetype to the
// next positions may decrease: programs set views of which they use one filetype, whatever its extent.
template <class Program, class Element>
[[nodiscard]] bool is_filetype(Call<Program>& call, const FileObject& file, const Element& etype,
                               const Element& filetype) noexcept {
    const auto fail = [&](const char* why) {
        call.template fail<MPI_ERR_ARG>("%s", why);
        return false;
    };
    if (etype.bounds.size <= 0) return fail("etype: expected a datatype that has data");
    if (filetype.bounds.size % etype.bounds.size != 0) return fail("filetype: not a whole number of etypes");
    const file::Order order = file::order_of(filetype.where, filetype.bounds.extent());
    if (order.first < 0) return fail("filetype: has a negative displacement");
    if (!order.sorted) return fail("filetype: its displacements decrease");
    if (!order.separate && !file.has(MPI_MODE_RDONLY))
        return fail("filetype: its parts overlap, in a file that is opened for writing");
    return true;
}

// False after reporting an error.
template <class Program>
[[nodiscard]] bool make_view(Call<Program>& call, FileObject& file, MPI_Offset wanted, MPI_Datatype etype,
                             MPI_Datatype filetype, const char* name, NewView& made) noexcept {
    std::int64_t displacement = 0;
    if (!has_no_split_access(call, file) || !call.committed("etype", etype) ||
        !call.committed("filetype", filetype) || !call.result("datarep", name) ||
        !find_displacement(call, file, wanted, displacement))
        return false;
    made.representation = call.state().files.find_representation(name);
    if (made.representation == nullptr) {
        call.template fail<MPI_ERR_UNSUPPORTED_DATAREP>(
            "datarep = \"%s\": no data representation of this name", name);
        return false;
    }
    const auto unit = element_in(call, *made.representation, etype);
    auto element = element_in(call, *made.representation, filetype);
    if (unit.problem != datatype::Problem::none || element.problem != datatype::Problem::none) {
        call.template fail<MPI_ERR_NO_MEM>("no memory for a view");
        return false;
    }
    if (!is_filetype(call, file, unit, element)) return false;
    made.etype_bytes = static_cast<std::int64_t>(call.state().datatypes.size_of(value_of(etype)));
    made.etype_extent = unit.bounds.extent();
    made.view = file::View(displacement, unit.bounds.size, std::move(element.where), element.bounds.extent());
    return true;
}

// Keeps a datatype by its origin, in place of another.
inline void replace_type(datatype::Origin& kept, datatype::Origin next) noexcept {
    FileType::retain(next);
    FileType::release(std::exchange(kept, next));
}

// By all ranks, when all have made theirs.
template <class Program>
void set_view(Call<Program>& call, FileObject& file, NewView& made, MPI_Datatype etype,
              MPI_Datatype filetype) noexcept {
    const auto& datatypes = call.state().datatypes;
    file.view = std::move(made.view);
    file.representation = made.representation;
    file.etype_bytes = made.etype_bytes;
    file.position = 0;
    replace_type(file.etype, datatype::origin_of(datatypes, value_of(etype)));
    replace_type(file.filetype, datatype::origin_of(datatypes, value_of(filetype)));
    if constexpr (Interface<Program>::has_shared_pointers)
        if (rank_in(call, file) == 0) set_shared_pointer(call, file, 0);
}

// A handle of a view's datatype, committed. False: no memory.
template <class Program>
[[nodiscard]] bool give_type(Call<Program>& call, datatype::Origin origin, MPI_Datatype* type) noexcept {
    auto& datatypes = call.state().datatypes;
    const bool predefined = datatype::is_predefined(origin);
    const auto handle =
        predefined ? static_cast<std::intptr_t>(origin) : datatypes.refer(origin, call.site());
    if (handle == 0) return false;
    if (!predefined) datatypes.find(handle)->committed = true;
    *type = reinterpret_cast<MPI_Datatype>(handle);
    return true;
}

} // namespace sartor::mpi::internal
