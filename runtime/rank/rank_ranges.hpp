// Numbers of ranks as text: "rank 3", "ranks 0, 2-7".
#pragma once

#include <cstddef>
#include <cstdio>

namespace sartor::process {

class RankRanges {
  public:
    // In ascending order; the same one may come again.
    void add(int number) noexcept {
        if (count_ > 0 && ranges_[count_ - 1].last >= number - 1) {
            ranges_[count_ - 1].last = number;
        } else if (count_ < most) {
            ranges_[count_++] = {number, number};
        } else {
            has_more_ = true;
        }
    }

    // How much of the text is used.
    std::size_t write(char* text, std::size_t bytes) const noexcept {
        const bool one = count_ == 1 && ranges_[0].first == ranges_[0].last;
        std::size_t used = append(text, bytes, 0, one ? "rank" : "ranks", 0);
        for (int index = 0; index < count_; ++index) {
            const auto [first, last] = ranges_[index];
            used = append(text, bytes, used, index == 0 ? " %d" : ", %d", first);
            if (last > first) used = append(text, bytes, used, last == first + 1 ? ", %d" : "-%d", last);
        }
        return has_more_ ? append(text, bytes, used, " and others", 0) : used;
    }

  private:
    static std::size_t append(char* text, std::size_t bytes, std::size_t used, const char* format,
                              int number) noexcept {
        used += static_cast<std::size_t>(std::snprintf(text + used, bytes - used, format, number));
        return used < bytes ? used : bytes - 1;
    }

    static constexpr int most = 16;
    struct Range {
        int first;
        int last;
    };
    Range ranges_[most] = {};
    int count_ = 0;
    bool has_more_ = false;
};

} // namespace sartor::process
