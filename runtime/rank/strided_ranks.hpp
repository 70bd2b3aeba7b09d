// Ranks of the process at equal distances, and which of them share a worker.
#pragma once

#include "runtime/process.hpp"
#include "runtime/scheduler/worker.hpp"

namespace sartor::process {

// The ranks first, first + stride, ...: positions in the row are numbered from 0. Its results are those of
// the worker that runs here.
class StridedRanks {
  public:
    StridedRanks(int first, int stride, int size) noexcept : first_(first), stride_(stride), size_(size) {}

    // Whether neighbouring numbers share workers, and each worker from the first's to the last's has one of
    // the row, or more. Only then:
    [[nodiscard]] bool is_dense() const noexcept {
        return 2 * ranks.workers <= ranks.size && stride_ > 0 && stride_ * ranks.workers <= ranks.size &&
               ranks.workers > 0;
    }

    // The positions on this worker: from begin() up to end().
    [[nodiscard]] int begin() const noexcept { return position_from(current->worker->first_rank); }
    [[nodiscard]] int end() const noexcept { return position_from(current->worker->end_rank); }

    // The workers of the row, this one among them, and the first position of each.
    [[nodiscard]] int workers() const noexcept {
        return worker_of(first_ + stride_ * (size_ - 1)) - worker_of(first_) + 1;
    }
    [[nodiscard]] int own_worker() const noexcept { return worker_of(current->number) - worker_of(first_); }
    [[nodiscard]] int begin_of(int worker) const noexcept {
        const long index = worker + worker_of(first_);
        return position_from(static_cast<int>((index * ranks.size + ranks.workers - 1) / ranks.workers));
    }

    [[nodiscard]] int stride() const noexcept { return stride_; }
    [[nodiscard]] int in_process(int position) const noexcept { return first_ + position * stride_; }

  private:
    // The first position that is not before a rank of the process.
    [[nodiscard]] int position_from(int rank) const noexcept {
        const int distance = rank - first_;
        if (distance <= 0) return 0;
        const int position = stride_ == 1 ? distance : (distance + stride_ - 1) / stride_;
        return position < size_ ? position : size_;
    }
    [[nodiscard]] static int worker_of(int rank) noexcept {
        return static_cast<int>(static_cast<long>(rank) * ranks.workers / ranks.size);
    }

    int first_;
    int stride_;
    int size_;
};

} // namespace sartor::process
