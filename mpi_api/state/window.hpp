// The windows of a rank (MPI-5.0 section 12.2): what it exposes, and where its epochs are.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <boost/mp11/algorithm.hpp>

#include "components/collective/operands/operations.hpp"
#include "components/datatype/basic.hpp"
#include "components/datatype/pairs.hpp"
#include "components/envelope/timed.hpp"
#include "components/envelope/typed.hpp"
#include "components/handle_pool.hpp"
#include "components/one_sided/engine.hpp"
#include "framework/slot.hpp"
#include "mpi.h"
#include "mpi_api/state/attributes.hpp"
#include "mpi_api/state/group.hpp"

namespace sartor::mpi {

// What a rank keeps of a part of a window in another address space.
struct FarPart {
    std::uint64_t bytes;
    std::int64_t unit;

    [[nodiscard]] bool operator==(const FarPart&) const = default;
};
// Of all ranks: one when they are equal.
struct FarParts {
    FarPart all{};
    FarPart* each = nullptr; // null: equal

    [[nodiscard]] const FarPart& operator[](int rank) const noexcept {
        return each != nullptr ? each[rank] : all;
    }
};

// How a rank holds the lock of another's part. That of MPI_Win_lock_all is taken with the first access where
// it costs messages, and nothing but operations can access the part.
enum class Held : std::uint8_t { no, shared, exclusive, unlocked_by_assertion, with_first_access, requested };

struct WindowObject {
    one_sided::Window part;
    MPI_Comm comm = MPI_COMM_NULL; // its own: the window's group, and its barriers
    int flavor = MPI_WIN_FLAVOR_CREATE;
    void* allocated = nullptr; // by MPI_Win_allocate; to be freed with the window
    FarParts far_parts;        // where some ranks share no memory
    MPI_Errhandler errhandler = nullptr;
    Attributes attributes;
    MPI_Info info = nullptr;
    bool promises_no_locks = false; // a hint of the program's
    char name[MPI_MAX_OBJECT_NAME] = "";

    // Epochs.
    bool fence_is_open = false;
    bool fence_is_used = false;   // by an operation: only another fence ends the epoch
    std::int64_t fences = 0;      // so far
    bool promises_no_put = false; // MPI_MODE_NOPUT of the exposure that is open
    bool holds_all = false;       // MPI_Win_lock_all
    Held* held = nullptr;         // for each rank; made with the first lock
    int locks = 0;                // of those that are held one by one
    Group* accessed = nullptr;    // MPI_Win_start
    Group* exposed_to = nullptr;  // MPI_Win_post

    // Where the attributes of these names point, as those of flavor and model do.
    int model = MPI_WIN_UNIFIED;
    int unit_attribute = 1;
    MPI_Aint size_attribute = 0;

    [[nodiscard]] bool in_access_epoch() const noexcept {
        return holds_all || locks > 0 || accessed != nullptr;
    }
};

// The handles of a rank's windows.
class Windows {
  public:
    static constexpr std::string_view name = "handles of windows";

    Windows() = default;
    Windows(const Windows&) = delete;
    Windows& operator=(const Windows&) = delete;
    ~Windows() {
        pool_.for_each([](WindowObject& window) { free_memory(window); });
    }

    template <class Visit>
    void for_each(Visit visit) noexcept {
        pool_.for_each(visit);
    }
    [[nodiscard]] WindowObject* make(const void* made_at) noexcept { return pool_.make(made_at); }
    [[nodiscard]] static MPI_Win handle_of(WindowObject& window) noexcept {
        return reinterpret_cast<MPI_Win>(HandlePool<WindowObject>::handle_of(window));
    }
    // Null for any other value.
    [[nodiscard]] WindowObject* find(MPI_Win win) const noexcept {
        return pool_.find(reinterpret_cast<std::uintptr_t>(win));
    }
    void free(WindowObject& window) noexcept {
        free_memory(window);
        pool_.free(window);
    }

    [[nodiscard]] const auto& pool() const noexcept { return pool_; }

  private:
    static void free_memory(WindowObject& window) noexcept {
        if (window.accessed != nullptr) window.accessed->release();
        if (window.exposed_to != nullptr) window.exposed_to->release();
        std::free(window.allocated);
        std::free(window.far_parts.each);
        std::free(window.held);
    }

    HandlePool<WindowObject> pool_;
};
struct NoWindows {
    static constexpr std::string_view name = absent;
};
struct NoOneSided {
    static constexpr std::string_view name = absent;
};

namespace internal {

// What MPI_Compare_and_swap compares: integers, truth values and bytes (section 12.3.4), and MPI_CHAR as the
// operations of reductions have it; by the value of the predefined datatype.
inline constexpr auto comparable_types = [] {
    std::array<bool, datatype::predefined_sizes.size()> comparable{};
    boost::mp11::mp_for_each<datatype::predefined_list>([&](auto entry) {
        using C = typename decltype(entry)::type;
        comparable[static_cast<std::size_t>(entry.value - datatype::first_predefined)] =
            entry.value != collective::internal::packed &&
            (collective::BitsType<C> || collective::LogicalType<C>);
    });
    return comparable;
}();

// A storage of data in this computer's order.
template <class Storage>
struct untyped {
    using type = Storage;
};
template <class Plain, class DataType, class Machine>
struct untyped<envelope::Typed<Plain, DataType, Machine>> {
    using type = Plain;
};
template <class Plain, class Machine>
struct untyped<envelope::Timed<Plain, Machine>> {
    using type = envelope::Timed<typename untyped<Plain>::type, Machine>;
};

} // namespace internal

// What an accumulate with an operation on a predefined datatype does, by the values of their handles.
template <class Operations, class Datatypes>
struct Updates {
    // With a null `join` of Change::join it is not defined.
    [[nodiscard]] static one_sided::Update of(std::intptr_t operation, std::intptr_t item) noexcept {
        one_sided::Update update;
        const datatype::PairParts* pair = datatype::find_pair(item);
        update.extent = static_cast<std::size_t>(datatype::Basic::extent_of(item));
        const bool packs = pair != nullptr && !sends_gaps;
        update.bytes = packs ? pair->data_bytes() : update.extent;
        update.first_bytes = packs ? pair->first_bytes : update.bytes;
        update.second_offset = packs ? pair->second_offset : update.bytes;
        update.change = operation == replace ? one_sided::Change::replace
                        : operation == no_op ? one_sided::Change::nothing
                                             : one_sided::Change::join;
        if (update.change == one_sided::Change::join) {
            update.join = Operations::find(operation, item);
            update.adds_integers =
                operation == sum &&
                internal::comparable_types[static_cast<std::size_t>(item - datatype::first_predefined)];
        }
        return update;
    }

    // Whether of() may be called with values from elsewhere, and the operation is defined.
    [[nodiscard]] static bool is_defined(std::intptr_t operation, std::intptr_t item) noexcept {
        if (!datatype::Basic::valid(item)) return false;
        const one_sided::Update update = of(operation, item);
        return update.change != one_sided::Change::join || update.join != nullptr;
    }

    static constexpr std::intptr_t sum = 33; // MPI_SUM, MPI_REPLACE and MPI_NO_OP in the standard's ABI
    static constexpr std::intptr_t replace = 60;
    static constexpr std::intptr_t no_op = 61;

  private:
    static constexpr bool sends_gaps = [] {
        if constexpr (requires { Datatypes::sends_gaps; }) return Datatypes::sends_gaps;
        return true;
    }();
};

using window_conflicts = family<when_all<one_sided::DetectedConflicts, feature::checked, feature::windows>,
                                otherwise<one_sided::UndetectedConflicts>>;

// The one-sided operations of a rank; `C` is a Configuration.
template <class C>
struct OneSidedTypes {
    using State = typename C::types::State;
    using Transport = typename C::types::Transport;
    using Storage = typename internal::untyped<typename C::Datatypes::Storage>::type;
    using Updates = mpi::Updates<typename C::Operations, typename C::Datatypes>;
    static constexpr bool may_update_elements =
        has<typename C::features, feature::info>; // a hint asks for it
    static constexpr bool chooses = C::types::Unexpected::chooses;
    using Conflicts = select<window_conflicts, typename C::features>;
};

} // namespace sartor::mpi
