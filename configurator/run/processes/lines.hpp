// Output of processes on its way to a descriptor.
#pragma once

#include <string>
#include <string_view>

namespace sartor::configurator {

/// Waits until all is written, or nobody reads it any more.
void write_all(int descriptor, std::string_view text);

/// Text of one stream that comes in pieces: whole lines are passed on at once, each with the tag in front.
class Lines {
  public:
    Lines(int to, std::string tag) : to_(to), tag_(std::move(tag)) {}
    void add(std::string_view text);
    /// What is left of a line comes out as it is.
    void finish();

  private:
    int to_;
    std::string tag_;
    std::string rest_;
};

} // namespace sartor::configurator
