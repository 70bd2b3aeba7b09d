// The window of a call, on which its errors are raised (MPI-5.0 section 9.3).
#pragma once

#include "mpi_api/call/error_owner.hpp"

namespace sartor::mpi {

// A base of Call in programs with windows.
template <class Call>
class WindowCall {
  public:
    // A window that was not freed; otherwise MPI_ERR_WIN. Errors of the call are raised on it from here on.
    [[nodiscard]] bool window(const char* name, MPI_Win win) noexcept {
        auto& call = static_cast<Call&>(*this);
        object_ = call.state().windows.find(win);
        if (object_ != nullptr) [[likely]] {
            win_ = win;
            return true;
        }
        if (win == MPI_WIN_NULL)
            call.template fail<MPI_ERR_WIN>("%s = MPI_WIN_NULL: expected a window", name);
        else
            call.template fail<MPI_ERR_WIN>("%s = %p: not a window, or a window that was freed", name,
                                            static_cast<void*>(win));
        return false;
    }

    [[nodiscard]] bool window_or_null(const char* name, MPI_Win win) noexcept {
        return win == MPI_WIN_NULL || window(name, win);
    }

    // The window that was checked last.
    [[nodiscard]] WindowObject& checked_window() const noexcept { return *object_; }

  protected:
    // The owner of errors: the window when there is one.
    [[nodiscard]] ErrorObject window_or(ErrorObject other) const noexcept {
        return win_ != MPI_WIN_NULL ? ErrorObject(win_) : other;
    }

  private:
    MPI_Win win_ = MPI_WIN_NULL;
    WindowObject* object_ = nullptr;
};

template <class Owner>
class NoWindowCall {
  protected:
    [[nodiscard]] static Owner window_or(Owner other) noexcept { return other; }
};

} // namespace sartor::mpi
