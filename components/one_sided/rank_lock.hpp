// The lock of one rank's part of a window: shared or exclusive, granted in the order of the requests (MPI-5.0
// section 12.5.3).
#pragma once

#include <atomic>

namespace sartor::one_sided {

// Must exist until it is granted. `rank` is that of the process.
struct LockRequest {
    LockRequest* next = nullptr;
    int rank = 0;
    bool exclusive = false;
    bool is_message = false; // it came in one: its memory is the lock's, and a message grants it
    std::atomic<bool> granted{false};
};

// The caller excludes others meanwhile (Window::guard). First in, first out: a request for shared access
// waits behind one for exclusive access.
class RankLock {
  public:
    // True: granted. False: queued, until release() grants it.
    [[nodiscard]] bool request(LockRequest& request) noexcept {
        if (first_ == nullptr && is_free_for(request.exclusive)) {
            take(request);
            return true;
        }
        request.next = nullptr;
        *end_ = &request;
        end_ = &request.next;
        return false;
    }

    // Releases a granted lock. Calls grant(request) for each request that is granted now, which may be gone
    // afterwards.
    template <class Grant>
    void release(bool exclusive, Grant grant) noexcept {
        if (exclusive)
            exclusive_ = false;
        else
            --shared_;
        while (first_ != nullptr && is_free_for(first_->exclusive)) {
            LockRequest& next = *first_;
            first_ = next.next;
            if (first_ == nullptr) end_ = &first_;
            take(next);
            grant(next);
        }
    }

    // Takes the rank's request out of those that wait. False: there is none.
    [[nodiscard]] bool withdraw(int rank) noexcept {
        LockRequest** link = &first_;
        while (*link != nullptr && (*link)->rank != rank) link = &(*link)->next;
        if (*link == nullptr) return false;
        *link = (*link)->next;
        if (*link == nullptr) end_ = link;
        return true;
    }

    [[nodiscard]] bool is_free_for(bool exclusive) const noexcept {
        return !exclusive_ && (!exclusive || shared_ == 0);
    }
    [[nodiscard]] bool is_held_as(bool exclusive) const noexcept {
        return exclusive ? exclusive_ : shared_ > 0;
    }
    [[nodiscard]] bool is_held() const noexcept { return exclusive_ || shared_ > 0; }
    // For reports: a rank that holds it, the last to which it was granted; -1: it is free.
    [[nodiscard]] int holder() const noexcept { return is_held() ? holder_ : -1; }

  private:
    void take(const LockRequest& request) noexcept {
        holder_ = request.rank;
        if (request.exclusive)
            exclusive_ = true;
        else
            ++shared_;
    }

    LockRequest* first_ = nullptr; // that wait
    LockRequest** end_ = &first_;
    int shared_ = 0;
    int holder_ = -1;
    bool exclusive_ = false;
};

} // namespace sartor::one_sided
