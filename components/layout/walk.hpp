// Traversal of the runs of a shape, in the order of its data.
#pragma once

#include <cstddef>
#include <cstdint>

#include "components/layout/shape.hpp"

namespace sartor::layout {

// A position at a byte of data. The shape must outlive the walk and have data. Positions are addresses as
// numbers: with MPI_BOTTOM there is no object that they point into. No memory from the system: the stack
// holds depth_limit levels.
class Walk {
  public:
    Walk(const Shape& shape, std::uintptr_t base) noexcept { descend(shape, base); }
    // Begins `start` bytes into the data, which are more.
    Walk(const Shape& shape, std::uintptr_t base, std::size_t start) noexcept { seek(shape, base, start); }

    [[nodiscard]] const Shape& runs() const noexcept { return *runs_; }
    [[nodiscard]] std::uintptr_t base() const noexcept { return base_; } // of this repeat
    [[nodiscard]] std::size_t repeats_left() const noexcept { return runs_->repeats - repeat_; }
    [[nodiscard]] bool at_round() const noexcept { return repeat_ == 0 && run_ == 0 && within_ == 0; }
    [[nodiscard]] std::size_t run() const noexcept { return run_; }
    [[nodiscard]] std::uintptr_t address() const noexcept {
        return base_ + static_cast<std::uintptr_t>(runs_->offset_of(run_)) + within_;
    }
    [[nodiscard]] std::size_t left_in_run() const noexcept { return runs_->length_of(run_) - within_; }
    [[nodiscard]] bool at_run() const noexcept { return within_ == 0; }

    // Advances within a run, by no more bytes than are left in it.
    void pass_bytes(std::size_t bytes) noexcept {
        within_ += bytes;
        if (within_ == runs_->length_of(run_)) {
            within_ = 0;
            pass_runs(1);
        }
    }
    // Advances by whole runs, no more than are left in this repeat. Requires the beginning of a run.
    void pass_runs(std::size_t number) noexcept {
        run_ += number;
        if (run_ == runs_->count) {
            run_ = 0;
            pass_repeats(1);
        }
    }
    // The loop around these runs, from here on: how often they are still repeated, and its stride. Once, if
    // there is none.
    [[nodiscard]] std::size_t rounds_left() const noexcept {
        if (depth_ == 0 || frames_[depth_ - 1].shape->kind != Shape::Kind::loop) return 1;
        return frames_[depth_ - 1].shape->repeats - frames_[depth_ - 1].index;
    }
    [[nodiscard]] std::ptrdiff_t round_stride() const noexcept {
        return depth_ == 0 ? 0 : frames_[depth_ - 1].shape->stride;
    }
    // Advances by whole rounds, no more than are left. Requires the beginning of a round.
    void pass_rounds(std::size_t number) noexcept {
        if (number > 1) {
            frames_[depth_ - 1].index += number - 1;
            frames_[depth_ - 1].base += (number - 1) * static_cast<std::uintptr_t>(round_stride());
        }
        next_runs();
    }
    // The same walk, over the same layout at other addresses.
    [[nodiscard]] Walk moved_by(std::uintptr_t distance) const noexcept {
        Walk moved(*this);
        moved.base_ += distance;
        for (std::size_t level = 0; level < depth_; ++level) moved.frames_[level].base += distance;
        return moved;
    }
    // Advances by whole repeats, no more than are left. Requires the beginning of a repeat.
    void pass_repeats(std::size_t number) noexcept {
        repeat_ += number;
        base_ += number * static_cast<std::uintptr_t>(runs_->stride);
        if (repeat_ == runs_->repeats) next_runs();
    }

  private:
    struct Frame {
        const Shape* shape;
        std::size_t index;
        std::uintptr_t base;
    };

    void descend(const Shape& from, std::uintptr_t base) noexcept {
        const Shape* shape = &from;
        while (shape->kind != Shape::Kind::runs) {
            frames_[depth_++] = {shape, 0, base};
            shape = shape->kind == Shape::Kind::loop ? shape->below : shape->parts[0];
        }
        runs_ = shape;
        base_ = base;
        repeat_ = run_ = within_ = 0;
    }

    void seek(const Shape& from, std::uintptr_t base, std::size_t start) noexcept {
        const Shape* shape = &from;
        while (shape->kind != Shape::Kind::runs) {
            const bool loop = shape->kind == Shape::Kind::loop;
            const std::size_t index = loop ? start / shape->below->bytes : part_at(*shape, start);
            const Shape* const below = loop ? shape->below : shape->parts[index];
            if (loop) {
                start -= index * below->bytes;
                base += index * static_cast<std::uintptr_t>(shape->stride);
            }
            frames_[depth_++] = {shape, index, base};
            if (!loop) base += static_cast<std::uintptr_t>(shape->offsets[index]);
            shape = below;
        }
        const std::size_t list_bytes = shape->bytes / shape->repeats;
        repeat_ = start / list_bytes;
        runs_ = shape;
        base_ = base + repeat_ * static_cast<std::uintptr_t>(shape->stride);
        within_ = start - repeat_ * list_bytes;
        run_ = run_at(*shape, within_);
    }
    // The part of a sequence, or the run of a list, that holds byte `start`, which becomes one of its own.
    [[nodiscard]] static std::size_t part_at(const Shape& sequence, std::size_t& start) noexcept {
        std::size_t part = 0;
        for (; start >= sequence.parts[part]->bytes; ++part) start -= sequence.parts[part]->bytes;
        return part;
    }
    [[nodiscard]] static std::size_t run_at(const Shape& runs, std::size_t& start) noexcept {
        std::size_t run = 0;
        if (runs.length == 0) {
            for (; start >= runs.lengths[run]; ++run) start -= runs.lengths[run];
            return run;
        }
        run = start / runs.length;
        start -= run * runs.length;
        return run;
    }

    // Behind the last byte the position is unchanged: the caller counts the bytes.
    [[gnu::noinline]] void next_runs() noexcept {
        while (depth_ > 0) {
            Frame& frame = frames_[depth_ - 1];
            const Shape& shape = *frame.shape;
            const bool loop = shape.kind == Shape::Kind::loop;
            if (++frame.index == (loop ? shape.repeats : shape.count)) {
                --depth_;
                continue;
            }
            const auto distance =
                static_cast<std::uintptr_t>(loop ? shape.stride : shape.offsets[frame.index]);
            if (loop) frame.base += distance;
            return descend(loop ? *shape.below : *shape.parts[frame.index],
                           loop ? frame.base : frame.base + distance);
        }
    }

    const Shape* runs_ = nullptr;
    std::uintptr_t base_ = 0;
    std::size_t repeat_ = 0;
    std::size_t run_ = 0;
    std::size_t within_ = 0; // bytes into the run
    std::size_t depth_ = 0;
    Frame frames_[depth_limit + 1];
};

} // namespace sartor::layout
