// How one rank's part of a window is accessed: it must not be locked while it is exposed to a group, or
// accessed between fences (MPI-5.0 section 12.5.3). For programs built with --checked.
#pragma once

#include <cstdint>

#include "components/one_sided/access_record.hpp"
#include "components/one_sided/spin_lock.hpp"

namespace sartor::one_sided {

// The last lock, and the last access of an epoch of fences. Both are known by how many fences were before
// them, which all ranks count alike. Used by any rank that shares the memory.
class ExposureLog {
  public:
    // A rank accesses the part between fences. False: `lock` was taken between the same ones.
    [[nodiscard]] bool note_access(const AccessRecord& access, AccessRecord& lock) noexcept {
        const SpinGuard guard(lock_);
        last_access_ = access;
        lock = last_lock_;
        return lock.epoch != access.epoch;
    }
    // A rank is about to lock the part. False: it is exposed by `other`, MPI_Win_post, or by an access
    // between the same fences.
    [[nodiscard]] bool note_lock(const AccessRecord& lock, AccessRecord& other) noexcept {
        const SpinGuard guard(lock_);
        last_lock_ = lock;
        other = is_posted_ ? post_ : last_access_;
        return !is_posted_ && other.epoch != lock.epoch;
    }
    // The owner exposes the part to a group, until end_exposure().
    void expose(const AccessRecord& post) noexcept {
        const SpinGuard guard(lock_);
        post_ = post;
        is_posted_ = true;
    }
    void end_exposure() noexcept {
        const SpinGuard guard(lock_);
        is_posted_ = false;
    }

  private:
    static constexpr AccessRecord none{.origin = 0, .elements = {}, .epoch = -1, .site = {}};

    SpinLock lock_;
    bool is_posted_ = false;
    AccessRecord post_;
    AccessRecord last_access_ = none;
    AccessRecord last_lock_ = none;
};

} // namespace sartor::one_sided
