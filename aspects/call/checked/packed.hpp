// The datatypes of packed data, in programs built with --checked: memory that this rank has packed itself is
// unpacked as what was packed there (MPI-5.0 section 5.2).
#pragma once

#include <boost/mp11/list.hpp>

#include "components/datatype/signature.hpp"
#include "mpi_api/call/call.hpp"
#include "mpi_api/call/operation_text.hpp"
#include "mpi_api/call/points.hpp"
#include "mpi_api/call/types_text.hpp"

namespace sartor::mpi::checked {

// Costs an entry of state().packed_data for each MPI_Pack, and a search of them for each MPI_Unpack.
struct PackedTypes {
    static constexpr std::string_view name = "packed data have their datatypes";
    using points = boost::mp11::mp_list<point::Packed, point::Unpacked>;

    template <class Program>
    static void at(point::Packed, Call<Program>& call, const void* memory, std::size_t bytes, MPI_Count count,
                   MPI_Datatype type) noexcept {
        call.state().packed_data.add(
            {static_cast<const char*>(memory),
             bytes,
             datatype::checked_type_of(call.state().datatypes, value_of(type), count),
             {},
             call.function(),
             call.site()});
    }

    // MPI_ERR_TYPE. Where nothing is known of the memory, as of a message, anything agrees.
    template <class Program>
    static bool at(point::Unpacked, Call<Program>& call, const void* memory, MPI_Count room, MPI_Count count,
                   MPI_Datatype type) noexcept {
        const PackedPart* const part = call.state().packed_data.find(memory, static_cast<std::size_t>(room));
        if (part == nullptr) return true;
        const auto wanted = datatype::checked_type_of(call.state().datatypes, value_of(type), count);
        if (part->types.agrees_with(wanted)) return true;
        using internal::OperationText, internal::TypesText;
        call.template fail<MPI_ERR_TYPE>(
            "the data at this position are of %s, packed by %s, but are unpacked as %s",
            TypesText(part->types).text, OperationText(part->function, part->site).text,
            TypesText(wanted).text);
        return false;
    }
};

} // namespace sartor::mpi::checked
