// The memory of windows, in programs built with --checked: it is the program's, from MPI_Win_create until the
// window is freed (MPI-5.0 section 12.2.1).
#pragma once

#include <cstdint>

#include <boost/mp11/list.hpp>
#include <sys/mman.h>

#include "aspects/call/checked/room.hpp"
#include "mpi_api/call/points.hpp"
#include "mpi_api/one_sided/windows/completion.hpp"

namespace sartor::mpi::checked {

// Behind what makes the logs of windows.
struct BlocksOfWindows {
    static constexpr std::string_view name = "blocks of windows are known";
    using points = boost::mp11::mp_list<point::PartIsMade>;

    template <class Program>
    static bool at(point::PartIsMade, Call<Program>&, one_sided::Window& part) noexcept {
        part.log->block.note(part.base, part.bytes);
        return true;
    }
};

// Before what looks into the memory. Costs a comparison for each operation.
struct MemoryOfWindows {
    static constexpr std::string_view name = "memory of windows is there";
    using points = boost::mp11::mp_list<point::WindowMemoryGiven, point::TargetAccessed,
                                        point::ExposureBegins, point::FenceIsReached>;

    // MPI_ERR_BASE, MPI_ERR_BUFFER.
    template <class Program>
    static bool at(point::WindowMemoryGiven, Call<Program>& call, const void* base, MPI_Aint size) noexcept {
        if (size == 0) return true;
        const auto first = reinterpret_cast<std::uintptr_t>(base);
        if (is_mapped(first) && is_mapped(first + static_cast<std::uintptr_t>(size) - 1))
            return RoomOfMemory::at(point::MemoryGiven(), call, "base", base, size, MPI_BYTE);
        call.template fail<MPI_ERR_BASE>("base = %p: the program has no memory of %lld bytes there", base,
                                         static_cast<long long>(size));
        return false;
    }

    // MPI_ERR_BASE.
    template <class Program, class Access>
    static bool at(point::TargetAccessed, Call<Program>& call, WindowObject&, const Access& access,
                   const auto&...) noexcept {
        return access.theirs == nullptr || is_there(call, *access.theirs) == MPI_SUCCESS;
    }
    template <class Program>
    static bool at(point::ExposureBegins, Call<Program>& call, WindowObject& window) noexcept {
        return is_there(call, window.part) == MPI_SUCCESS;
    }
    template <class Program>
    static int at(point::FenceIsReached, Call<Program>& call, WindowObject& window, int) noexcept {
        return is_there(call, window.part);
    }

  private:
    [[nodiscard]] static bool is_mapped(std::uintptr_t address) noexcept {
        constexpr std::uintptr_t page = 4096;
        unsigned char is_resident = 0;
        return mincore(reinterpret_cast<void*>(address & -page), 1, &is_resident) == 0;
    }
    template <class Program>
    [[nodiscard]] static int is_there(Call<Program>& call, const one_sided::Window& part) noexcept {
        if (!part.log->block.is_gone()) return MPI_SUCCESS;
        return call.template fail<MPI_ERR_BASE>(
            "the memory of rank %d's part was freed by the program, but the window was not", part.rank);
    }
};

} // namespace sartor::mpi::checked
