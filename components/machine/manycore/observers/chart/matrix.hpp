// The communication matrix: bytes by sender and receiver, of ranks, or of clusters when there are many ranks.
#pragma once

#include <cstdio>

#include "components/machine/manycore/run.hpp"

namespace sartor::machine::manycore::chart {

class Matrix {
  public:
    explicit Matrix(const Run& run) noexcept;
    Matrix(const Matrix&) = delete;
    Matrix& operator=(const Matrix&) = delete;
    ~Matrix() { std::free(bytes_); }

    void count(int from, int to, std::int64_t bytes) noexcept {
        bytes_[static_cast<std::size_t>(row_of(from)) * static_cast<std::size_t>(side_) +
               static_cast<std::size_t>(row_of(to))] += bytes;
    }
    void draw(FILE* file) const noexcept;

    // A row and a column for each rank, cluster or group of neighbouring clusters.
    static constexpr int most_rows = 256;
    [[nodiscard]] int side() const noexcept { return side_; }
    [[nodiscard]] int row_of(int rank) const noexcept {
        return by_ranks_ ? rank : run_.pes[rank].node / nodes_per_row_;
    }
    [[nodiscard]] std::int64_t at(int from, int to) const noexcept { return bytes_[from * side_ + to]; }

  private:
    const Run& run_;
    bool by_ranks_;
    int nodes_per_row_ = 1;
    int side_;
    std::int64_t* bytes_;
};

} // namespace sartor::machine::manycore::chart
