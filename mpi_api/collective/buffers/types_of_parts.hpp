// The datatypes of a rank's data where they may differ from part to part (MPI_Alltoallv, MPI_Alltoallw), to
// be compared in programs built with --checked.
#pragma once

#include <cstddef>
#include <cstdlib>

#include "components/collective/interface/piece_at.hpp"
#include "components/datatype/checked_type.hpp"
#include "components/library_memory.hpp"
#include "mpi_api/call/types_text.hpp"
#include "mpi_api/point_to_point/messages/messages.hpp"

namespace sartor::mpi::internal {

// sent(r) of what goes to rank r, received(r) of what comes from it.
struct TypesOfParts {
    collective::PieceAt<datatype::CheckedType> sent;
    collective::PieceAt<datatype::CheckedType> received;
};

// Of `counts[rank]` elements of a datatype, of one for all ranks or of `types[rank]`; unknown in programs
// that are not checked.
template <class Program, class Counts>
[[nodiscard]] datatype::CheckedType
type_of_part([[maybe_unused]] Call<Program>& call, [[maybe_unused]] MPI_Datatype type,
             [[maybe_unused]] Counts counts, [[maybe_unused]] int rank) noexcept {
    if constexpr (check_type<Program>::compares)
        return check_of(call, type, static_cast<MPI_Count>(counts[rank]));
    return {};
}
template <class Program, class Counts>
[[nodiscard]] datatype::CheckedType
type_of_part([[maybe_unused]] Call<Program>& call, [[maybe_unused]] const MPI_Datatype* types,
             [[maybe_unused]] Counts counts, [[maybe_unused]] int rank) noexcept {
    if constexpr (check_type<Program>::compares)
        return check_of(call, types[rank], static_cast<MPI_Count>(counts[rank]));
    return {};
}

// What a rank tells each rank that it has sent it, and what it hears of each. Memory: 8 bytes for each rank.
template <class Program>
class ToldTypes {
  public:
    using Piece = typename Interface<Program>::Datatypes::Storage;

    ToldTypes(const TypesOfParts& types, int ranks, int own_rank) noexcept : ranks_(ranks) {
        told_ = static_cast<datatype::CheckedType*>(allocate_zeros_for_library(1, bytes()));
        if (told_ == nullptr) return;
        for (int rank = 0; rank < ranks; ++rank) told_[rank] = types.sent(rank);
        told_[ranks + own_rank] = told_[own_rank];
    }
    ToldTypes(const ToldTypes&) = delete;
    ToldTypes& operator=(const ToldTypes&) = delete;
    ~ToldTypes() { std::free(told_); }

    [[nodiscard]] bool valid() const noexcept { return told_ != nullptr; }
    [[nodiscard]] std::size_t bytes() const noexcept {
        return 2 * part_bytes() * static_cast<std::size_t>(ranks_);
    }
    [[nodiscard]] static constexpr std::size_t part_bytes() noexcept { return sizeof(datatype::CheckedType); }
    [[nodiscard]] Piece own(int rank) const noexcept { return {&told_[rank], part_bytes()}; }
    [[nodiscard]] Piece heard(int rank) const noexcept { return {&told_[ranks_ + rank], part_bytes()}; }

    // Reports the first rank whose data are of another datatype than is expected of it.
    void compare(Call<Program>& call, const TypesOfParts& types) const noexcept {
        for (int rank = 0; rank < ranks_; ++rank) {
            const datatype::CheckedType expected = types.received(rank);
            const datatype::CheckedType heard = told_[ranks_ + rank];
            if (heard.agrees_with(expected)) continue;
            call.template fail<MPI_ERR_TYPE>("rank %d sends data of %s, but this rank expects %s", rank,
                                             TypesText(heard).text, TypesText(expected).text);
            return;
        }
    }

  private:
    int ranks_;
    datatype::CheckedType* told_; // first what it tells, then what it hears
};

} // namespace sartor::mpi::internal
