// What a program may say about how its files are accessed (MPI-5.0 section 14.2.8), under ROMIO's names.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sartor::file {

enum class Choice : std::uint8_t { automatic, enable, disable };

// The same at all ranks of a file.
struct Hints {
    std::int32_t cb_nodes = 0; // ranks that access the file in collective operations for all; 0: chosen
    std::int64_t cb_buffer_size = std::int64_t{16} << 20; // of which each holds no more at a time
    std::int64_t ind_rd_buffer_size = std::int64_t{4} << 20;
    std::int64_t ind_wr_buffer_size = std::int64_t{512} << 10;
    Choice cb_read = Choice::automatic; // whether collective operations are joined to large ones
    Choice cb_write = Choice::automatic;
    Choice ds_read = Choice::automatic; // whether gaps are read and written with the data
    Choice ds_write = Choice::automatic;
};

} // namespace sartor::file
