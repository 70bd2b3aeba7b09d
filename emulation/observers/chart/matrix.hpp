// The communication matrix: messages and bytes by sender and receiver, of ranks, or of clusters when there
// are many ranks.
#pragma once

#include <cinttypes>
#include <cstdio>

#include "emulation/run.hpp"

namespace sartor::machine::manycore::chart {

class Matrix {
  public:
    explicit Matrix(const Run& run) noexcept;
    Matrix(const Matrix&) = delete;
    Matrix& operator=(const Matrix&) = delete;
    ~Matrix() { std::free(cells_); }

    void count(int from, int to, std::int64_t bytes) noexcept {
        Cell& cell = cells_[static_cast<std::size_t>(row_of(from)) * static_cast<std::size_t>(side_) +
                            static_cast<std::size_t>(row_of(to))];
        cell.bytes += bytes;
        ++cell.messages;
    }
    // As JSON, in pieces: put(text) for each.
    template <class Put>
    void write(Put put) const noexcept {
        char text[128];
        std::snprintf(text, sizeof text, R"({"each":"%s","size":%d,"cells":[)", each(), side_);
        put(text);
        const char* comma = "";
        for (int from = 0; from < side_; ++from)
            for (int to = 0; to < side_; ++to) {
                const Cell& cell = cells_[from * side_ + to];
                if (cell.messages == 0) continue;
                std::snprintf(text, sizeof text, "%s[%d,%d,%" PRId64 ",%" PRId64 "]", comma, from, to,
                              cell.bytes, cell.messages);
                put(text);
                comma = ",";
            }
        put("]}");
    }

  private:
    struct Cell {
        std::int64_t bytes;
        std::int64_t messages;
    };
    // A row and a column for each rank, cluster or group of neighbouring clusters.
    static constexpr int most_rows = 256;
    [[nodiscard]] int row_of(int rank) const noexcept {
        return by_ranks_ ? rank : run_.pes[rank].node / nodes_per_row_;
    }
    [[nodiscard]] const char* each() const noexcept;

    const Run& run_;
    bool by_ranks_;
    int nodes_per_row_ = 1;
    int side_;
    Cell* cells_;
};

} // namespace sartor::machine::manycore::chart
