// Parts of windows that are locked while they are exposed, in programs built with --checked (MPI-5.0 section
// 12.5.3).
#pragma once

#include <boost/mp11/list.hpp>

#include "aspects/call/checked/access_text.hpp"
#include "mpi_api/call/points.hpp"
#include "mpi_api/one_sided/windows/completion.hpp"

namespace sartor::mpi::checked {

// At parts that share this rank's memory. Costs two records of each part.
struct NoLocksBesideExposures {
    static constexpr std::string_view name = "parts of windows are not locked and exposed";
    using points = boost::mp11::mp_list<point::WindowIsLocked, point::TargetAccessed, point::ExposureBegins,
                                        point::ExposureEnds>;

    // MPI_ERR_RMA_SYNC.
    template <class Program>
    static bool at(point::WindowIsLocked, Call<Program>& call, WindowObject& window, int rank) noexcept {
        using Engine = one_sided::Engine<one_sided_types<Program>>;
        const one_sided::AccessRecord lock = record_of(call, window);
        for (int one = 0; one < window.part.size; ++one) {
            if (rank != internal::all_ranks && one != rank) continue;
            one_sided::Window* const theirs = Engine::near(window.part, one);
            one_sided::AccessRecord other;
            if (theirs == nullptr || theirs->log->exposures.note_lock(lock, other)) continue;
            call.template fail<MPI_ERR_RMA_SYNC>(
                "rank %d's part is exposed, and can't be locked: since the last %s of rank %d%s", one,
                other.function, other.origin, CalledText(other.site).text);
            return false;
        }
        return true;
    }

    template <class Program, class Access>
    static bool at(point::TargetAccessed, Call<Program>& call, WindowObject& window, const Access& access,
                   const auto&...) noexcept {
        one_sided::AccessRecord lock;
        if (access.theirs == nullptr || !window.fence_is_open ||
            access.theirs->log->exposures.note_access(record_of(call, window), lock))
            return true;
        call.template fail<MPI_ERR_RMA_SYNC>(
            "target_rank = %d: its part is locked since the last MPI_Win_fence (%s of rank %d%s), and can't "
            "be accessed in an epoch of fences",
            access.rank.in_window, lock.function, lock.origin, CalledText(lock.site).text);
        return false;
    }

    template <class Program>
    static bool at(point::ExposureBegins, Call<Program>& call, WindowObject& window) noexcept {
        window.part.guard.lock();
        const int holder = window.part.lock.holder();
        window.part.guard.unlock();
        if (holder >= 0) {
            call.template fail<MPI_ERR_RMA_SYNC>(
                "win: rank %d of MPI_COMM_WORLD has locked this rank's part, which can't be exposed", holder);
            return false;
        }
        window.part.log->exposures.expose(record_of(call, window));
        return true;
    }
    template <class Program>
    static int at(point::ExposureEnds, Call<Program>&, WindowObject& window) noexcept {
        window.part.log->exposures.end_exposure();
        return MPI_SUCCESS;
    }

  private:
    template <class Program>
    [[nodiscard]] static one_sided::AccessRecord record_of(Call<Program>& call,
                                                           const WindowObject& window) noexcept {
        one_sided::AccessRecord record{.origin = window.part.rank,
                                       .elements = {},
                                       .epoch = window.fences,
                                       .site = process::call_site_of(*process::current, call.site())};
        record.name(process::current->call);
        return record;
    }
};

} // namespace sartor::mpi::checked
