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

// Of `counts[rank]` elements of `types[rank]`; unknown in programs that are not checked.
template <class Program, class Counts>
[[nodiscard]] datatype::CheckedType
type_of_part([[maybe_unused]] Call<Program>& call, [[maybe_unused]] const MPI_Datatype* types,
             [[maybe_unused]] Counts counts, [[maybe_unused]] int rank) noexcept {
    if constexpr (check_type<Program>::compares)
        return check_of(call, types[rank], static_cast<MPI_Count>(counts[rank]));
    return {};
}

// Of `counts[rank]` elements of one datatype; nothing in programs that are not checked.
template <class Program, class Counts, bool compares = check_type<Program>::compares>
class TypesOfSide {
  public:
    TypesOfSide(Call<Program>&, MPI_Datatype, Counts) noexcept {}
};
template <class Program, class Counts>
class TypesOfSide<Program, Counts, true> {
  public:
    TypesOfSide(Call<Program>& call, MPI_Datatype type, Counts counts) noexcept
        : call_(&call), type_(type), counts_(counts) {}

    [[nodiscard]] datatype::CheckedType operator()(int rank) const noexcept {
        return check_of(*call_, type_, static_cast<MPI_Count>(counts_[rank]));
    }

  private:
    Call<Program>* call_;
    MPI_Datatype type_;
    Counts counts_;
};

// Both sides, or null in programs that are not checked. Refers to what it is made of.
template <class Side>
class TypesOfSides {
  public:
    TypesOfSides(const Side&, const Side&) noexcept {}
    [[nodiscard]] static constexpr const TypesOfParts* get() noexcept { return nullptr; }
};
template <class Program, class Counts>
class TypesOfSides<TypesOfSide<Program, Counts, true>> {
  public:
    using Side = TypesOfSide<Program, Counts, true>;
    TypesOfSides(const Side& sent, const Side& received) noexcept : types_{sent, received} {}
    [[nodiscard]] const TypesOfParts* get() const noexcept { return &types_; }

  private:
    TypesOfParts types_;
};
template <class Program, class Counts, bool compares>
TypesOfSides(const TypesOfSide<Program, Counts, compares>&, const TypesOfSide<Program, Counts, compares>&)
    -> TypesOfSides<TypesOfSide<Program, Counts, compares>>;

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
