// Data in segments: a direction of a collective operation runs once for each of them, so that a node sends
// one segment on while the next one is on its way to it.
#pragma once

#include <cstddef>
#include <string_view>

namespace sartor::aspects {

// Woven over a direction, with run() for each segment in turn. Requires that `functions` move the segment at
// which `segments` is. When there are no data it runs nothing: no message is sent.
template <class Direction>
struct Segmented {
    static constexpr std::string_view name = "segmented";

    template <class Topology, class Functions, class Segments>
    static void run(const Topology& topology, Functions& functions, Segments& segments) {
        for (segments.first(); !segments.done(); segments.next()) Direction::run(topology, functions);
    }
};

// The segments of `total` bytes or elements, `segment` each (0 counts as 1); the last one has what is left.
// first(), then next() until done(). start() and length() are of the present segment, and require that there
// is one.
class Segments {
  public:
    Segments(std::size_t total, std::size_t segment) : total_(total), segment_(segment == 0 ? 1 : segment) {}

    void first() { start_ = 0; }
    void next() { start_ += segment_; }
    [[nodiscard]] bool done() const { return start_ >= total_; }

    [[nodiscard]] std::size_t start() const { return start_; }
    [[nodiscard]] std::size_t length() const {
        return total_ - start_ < segment_ ? total_ - start_ : segment_;
    }

  private:
    std::size_t total_;
    std::size_t segment_;
    std::size_t start_ = 0;
};

} // namespace sartor::aspects
