// What programs built with --checked check of windows, as a component in two forms, as state/checks.hpp has
// it for other calls: conflicting accesses (MPI-5.0 section 12.7) and buffers of operations that are not
// complete (section 12.3). The functions of CheckedWindows are defined in one_sided/windows/conflicts.hpp,
// origins.hpp and completion.hpp; those that return int return what the MPI function does.
#pragma once

#include <string_view>

#include "components/one_sided/access_log.hpp"
#include "components/one_sided/conflicts.hpp"
#include "components/one_sided/window.hpp"
#include "framework/slot.hpp"
#include "mpi.h"
#include "mpi_api/state/rank_progress.hpp"

namespace sartor::mpi {

template <class Program>
class Call;
struct WindowObject;

struct UncheckedWindows {
    static constexpr std::string_view name = absent;
    // Part of each rank's state.
    using OfRank = NoProgress;
    // What a rank finds in its part at a fence.
    struct AtFence {};
    // For as long as an operation with a request is started.
    struct Requested {
        template <class Program>
        Requested(Call<Program>&, MPI_Win) noexcept {}
    };

    template <class Program>
    [[nodiscard]] static bool may_be_locked(Call<Program>&, const WindowObject&) noexcept {
        return true;
    }
    [[nodiscard]] static bool make_log(one_sided::Window&) noexcept { return true; }
    static void drop_log(one_sided::Window&) noexcept {}
    static void leave(WindowObject&) noexcept {}
    template <class Program>
    static void expose(Call<Program>&, WindowObject&) noexcept {}
    template <class Program, class Access>
    [[nodiscard]] static bool may_access(Call<Program>&, WindowObject&, const Access&, one_sided::Use,
                                         int = 0) noexcept {
        return true;
    }
    template <class Program, class Elements>
    [[nodiscard]] static bool same_types(Call<Program>&, const Elements&, const Elements&) noexcept {
        return true;
    }
    template <class Program, class Data>
    [[nodiscard]] static bool may_use_origin(Call<Program>&, WindowObject&, const Data&, int, bool) noexcept {
        return true;
    }
    template <class Program>
    static void look_at_fence(Call<Program>&, WindowObject&, AtFence&, int&) noexcept {}
    template <class Program>
    [[nodiscard]] static int report_conflict(Call<Program>&, WindowObject&, const AtFence&) noexcept {
        return MPI_SUCCESS;
    }
    template <class Program>
    [[nodiscard]] static int report_broken_promise(Call<Program>&, const AtFence&) noexcept {
        return MPI_SUCCESS;
    }
    template <class Program>
    [[nodiscard]] static int report_found_conflict(Call<Program>&, const WindowObject&) noexcept {
        return MPI_SUCCESS;
    }
    template <class Program>
    [[nodiscard]] static int end_exposure(Call<Program>&, WindowObject&) noexcept {
        return MPI_SUCCESS;
    }
    template <class Program>
    [[nodiscard]] static int end_origins(Call<Program>&, WindowObject&, int) noexcept {
        return MPI_SUCCESS;
    }
    template <class Program>
    [[nodiscard]] static int end_near_accesses(Call<Program>&, WindowObject&, int) noexcept {
        return MPI_SUCCESS;
    }
    template <class Program>
    [[nodiscard]] static int end_accesses(Call<Program>&, WindowObject&, int) noexcept {
        return MPI_SUCCESS;
    }
};

struct CheckedWindows {
    static constexpr std::string_view name = "of accesses and of buffers under way";
    using OfRank = RankProgress;
    struct AtFence {
        one_sided::Conflict conflict;
        one_sided::AccessRecord change;
        bool conflicts = false; // there is a conflict
        bool broken = false;    // the promise of MPI_MODE_NOPUT, by the change
    };
    class Requested {
      public:
        template <class Program>
        Requested(Call<Program>& call, MPI_Win win) noexcept;
        ~Requested() { has_request_ = false; }
        Requested(const Requested&) = delete;
        Requested& operator=(const Requested&) = delete;

      private:
        bool& has_request_;
    };

    // The program keeps what the hint no_locks promises.
    template <class Program>
    [[nodiscard]] static bool may_be_locked(Call<Program>& call, const WindowObject& window) noexcept;

    // False: no memory.
    [[nodiscard]] static bool make_log(one_sided::Window& part) noexcept {
        part.log = one_sided::AccessLog::make(part.base, part.bytes, part.rank, part.size);
        return part.log != nullptr;
    }
    static void drop_log(one_sided::Window& part) noexcept { one_sided::DetectedConflicts::drop(part); }
    // The rank is about to free the window, and accesses it no more.
    static void leave(WindowObject& window) noexcept;
    // The own part is exposed to others, who don't know it yet.
    template <class Program>
    static void expose(Call<Program>& call, WindowObject& window) noexcept;
    // Notes an access where memory is shared, and leaves it to the target elsewhere; false after reporting
    // that it conflicts with another. `joins_by`: see AccessRecord.
    template <class Program, class Access>
    [[nodiscard]] static bool may_access(Call<Program>& call, WindowObject& window, const Access& access,
                                         one_sided::Use use, int joins_by = 0) noexcept;
    // The data at origin and target are of the same predefined datatypes, one by one; false after reporting
    // MPI_ERR_TYPE (MPI-5.0 sections 12.3.1 and 3.3.1).
    template <class Program, class Elements>
    [[nodiscard]] static bool same_types(Call<Program>& call, const Elements& origin,
                                         const Elements& target) noexcept;
    // Whether an operation may use a buffer of this rank; false after reporting MPI_ERR_BUFFER. Those of
    // several pieces are not looked at, nor those of operations with requests, which end with these.
    template <class Program, class Data>
    [[nodiscard]] static bool may_use_origin(Call<Program>& call, WindowObject& window, const Data& data,
                                             int target, bool is_written) noexcept;
    // Between two barriers of a fence, of which it makes the second: the operations of the epoch are complete
    // at this rank's part.
    template <class Program>
    static void look_at_fence(Call<Program>& call, WindowObject& window, AtFence& found, int& error) noexcept;
    template <class Program>
    [[nodiscard]] static int report_conflict(Call<Program>& call, WindowObject& window,
                                             const AtFence& found) noexcept;
    template <class Program>
    [[nodiscard]] static int report_broken_promise(Call<Program>& call, const AtFence& found) noexcept;
    // The conflict that a target has found.
    template <class Program>
    [[nodiscard]] static int report_found_conflict(Call<Program>& call, const WindowObject& window) noexcept;
    // The accesses of a group to this rank's part are complete. MPI_ERR_RMA_CONFLICT: the program has stored
    // to what they have accessed; MPI_ERR_ASSERT: a broken promise.
    template <class Program>
    [[nodiscard]] static int end_exposure(Call<Program>& call, WindowObject& window) noexcept;
    // The operations at one rank of the window, or at all of them, are complete. MPI_ERR_BUFFER.
    template <class Program>
    [[nodiscard]] static int end_origins(Call<Program>& call, WindowObject& window, int target) noexcept;
    // The accesses of this rank at one that shares its memory are complete. MPI_ERR_RMA_CONFLICT.
    template <class Program>
    [[nodiscard]] static int end_near_accesses(Call<Program>& call, WindowObject& window, int rank) noexcept;
    // The same at any rank, or at all: a message for each that shares no memory and had some.
    template <class Program>
    [[nodiscard]] static int end_accesses(Call<Program>& call, WindowObject& window, int rank) noexcept;
};

} // namespace sartor::mpi
