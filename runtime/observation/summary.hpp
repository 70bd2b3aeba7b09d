// What all ranks have counted, put together when the run has ended: call sites, functions, ranks, traffic.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/observation/clock.hpp"
#include "runtime/observation/of_rank.hpp"

namespace sartor::observation {

struct Sums {
    std::int64_t count = 0;
    std::int64_t sent = 0;
    std::int64_t received = 0;
    Ticks time = 0;
    Ticks longest = 0;
    Ticks waited[reasons] = {};

    void add(const CallRecord& record) noexcept;
    void add(const Sums& other) noexcept;
    [[nodiscard]] Ticks waited_in_all() const noexcept;
};

// A call site of all ranks that run one program.
struct Site {
    const char* function = nullptr;
    const void* file = nullptr;    // the image or library; null: not known
    std::uintptr_t offset = 0;     // in it
    int rank = 0;                  // one that has called there
    const void* address = nullptr; // in its copy
    Sums sums;
    Ticks most = 0; // of all ranks
    int most_rank = 0;
    char text[200] = ""; // "main+0x12 (file.c:34)"
};

// Functions are named once, whatever their call sites.
struct Function {
    const char* name = nullptr;
    Sums sums;
    Ticks most = 0;
    int most_rank = 0;
};

// How call sites of ranks are told apart, and named.
struct SiteIdentity {
    const void* file;
    std::uintptr_t offset;
};
struct SiteNaming {
    SiteIdentity (*identify)(const CallRecord& record, int rank) noexcept;
    void (*describe)(const Site& site, char* text, std::size_t bytes) noexcept;
};
// Of ranks of this process. To find a name takes some milliseconds.
extern const SiteNaming naming_here;

class Summary {
  public:
    static constexpr std::size_t most_sites = CallSites::most;
    static constexpr std::size_t most_functions = 600;

    // Of the ranks from `first` to before `ranks`, whose calls under way end now.
    void make(int first, int ranks, const Scale& scale, const SiteNaming& naming) noexcept;

    [[nodiscard]] int first_rank() const noexcept { return first_rank_; }
    [[nodiscard]] int ranks() const noexcept { return ranks_; }
    [[nodiscard]] std::size_t sites() const noexcept { return site_count_; }
    [[nodiscard]] const Site& site(std::size_t number) const noexcept { return sites_[number]; }
    // In the order of their time, the longest first.
    [[nodiscard]] const Site& site_by_time(std::size_t place) const noexcept { return sites_[order_[place]]; }
    [[nodiscard]] std::size_t functions() const noexcept { return function_count_; }
    [[nodiscard]] const Function& function(std::size_t place) const noexcept { return functions_[place]; }
    [[nodiscard]] const Sums& rank(int number) const noexcept { return by_rank_[number]; }
    // The records of a rank as they were when the sums were made: it may still run.
    struct Records {
        const CallRecord* first = nullptr;
        std::size_t count = 0;

        [[nodiscard]] const CallRecord* begin() const noexcept { return first; }
        [[nodiscard]] const CallRecord* end() const noexcept { return first + count; }
    };
    [[nodiscard]] const Records& records(int rank) const noexcept { return records_[rank]; }
    [[nodiscard]] const Sums& all() const noexcept { return all_; }
    [[nodiscard]] double seconds(Ticks time) const noexcept {
        return static_cast<double>(scale_->length(time)) * 1e-9;
    }
    [[nodiscard]] double run_seconds() const noexcept { return seconds(scale_->last() - scale_->first()); }

  private:
    [[nodiscard]] std::uint16_t find_site(const CallRecord& record, int rank) noexcept;
    void copy_records(int rank) noexcept;
    void add_rank(int rank) noexcept;
    void add_to_functions(int rank) noexcept;
    [[nodiscard]] Function& find_function(const char* name) noexcept;
    void sort() noexcept;

    const Scale* scale_ = nullptr;
    const SiteNaming* naming_ = nullptr;
    int first_rank_ = 0;
    int ranks_ = 0;
    Site* sites_ = nullptr;
    std::uint16_t* order_ = nullptr;
    std::size_t site_count_ = 0;
    Function* functions_ = nullptr;
    std::size_t function_count_ = 0;
    Sums* by_rank_ = nullptr;
    Records* records_ = nullptr; // by rank
    Sums all_;
};

} // namespace sartor::observation
