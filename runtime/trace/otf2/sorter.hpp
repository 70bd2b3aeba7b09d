// Records by rank and time: sorted in memory by parts of fixed size, which a file without a name keeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "runtime/trace/otf2/record.hpp"

namespace sartor::trace::otf2 {

// Takes 20 MiB, and at the end 20 KiB for each 20 MiB of records. Functions throw std::system_error when the
// file can't be written or read.
class Sorter {
  public:
    // The file is in this folder.
    explicit Sorter(std::string folder) : folder_(std::move(folder)) {}
    Sorter(const Sorter&) = delete;
    Sorter& operator=(const Sorter&) = delete;
    ~Sorter();

    void add(const Record& record);

    // Calls visit(record) for all records in their order. Once, after the last one was added.
    template <class Visit>
    void visit_all(const Visit& visit) {
        begin_merge();
        while (const Record* const first = next()) visit(*first);
    }

  private:
    static constexpr std::size_t part_records = std::size_t{1} << 19;
    static constexpr std::size_t read_records = 512;

    // A sorted part: in the file, or (the last one) in memory.
    struct Part {
        std::int64_t at = 0; // in the file, records
        std::int64_t end = 0;
        std::vector<Record> read;
        std::size_t place = 0;
        std::size_t number = 0; // what was added earlier comes first among equals
    };
    static bool comes_later(const Part* left, const Part* right) noexcept;
    void end_part();
    void begin_merge();
    bool refill(Part& part);
    const Record* next();

    std::string folder_;
    int file_ = -1;
    std::int64_t written_ = 0; // records
    std::vector<Record> records_;
    std::vector<Part> parts_;
    std::vector<Part*> heap_; // by their first records
    Part* current_ = nullptr; // the one whose record was given out last; it is not in the heap
};

} // namespace sartor::trace::otf2
