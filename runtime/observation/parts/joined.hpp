// What all processes of an observed run have recorded, read from their parts: as if it had been recorded
// here.
#pragma once

#include "runtime/observation/parts/part.hpp"
#include "runtime/observation/parts/under_way.hpp"

namespace sartor::observation::parts {

class Joined {
  public:
    // Reads the parts of a run of so many ranks but for their events.
    void load(const SharedFile& file, int ranks) noexcept;

    // Ranks of which nothing is known: their processes have gone before they could write it.
    [[nodiscard]] int missing() const noexcept { return missing_; }
    [[nodiscard]] Tables* tables() const noexcept { return tables_; } // by rank
    [[nodiscard]] int workers() const noexcept { return workers_; }
    [[nodiscard]] Ticks first() const noexcept { return first_; }
    [[nodiscard]] Ticks last() const noexcept { return last_; }
    // How sites of these tables are told apart and named.
    static const SiteNaming naming;

    // As SpoolFile.
    void read(void (*visit)(void* object, const Event& event), void* object) noexcept;
    [[nodiscard]] std::int64_t lost() const noexcept { return lost_; }
    [[nodiscard]] int error() const noexcept { return error_; }

  private:
    struct Events {
        off_t offset;
        std::int64_t count;
        std::int32_t first_worker; // its number among those of all processes
        std::int32_t workers;
    };

    // Returns how many ranks are in it.
    int load_part(const Entry& entry) noexcept;
    [[nodiscard]] off_t load_sites(const PartHead& head, off_t at) noexcept;
    [[nodiscard]] off_t load_rank(int rank, off_t at) noexcept;
    [[nodiscard]] const SiteName& intern(const SiteName& name) noexcept;
    [[nodiscard]] bool adapt(Event& event, const Events& part) noexcept;
    void load_counters(const Events& events) noexcept;
    template <class Use>
    void visit(const Events& events, const Use& use) const noexcept;

    const SharedFile* file_ = nullptr;
    Tables* tables_ = nullptr;
    bool* is_known_ = nullptr; // by rank
    Events* parts_ = nullptr;
    int part_count_ = 0;
    int missing_ = 0;
    int workers_ = 0;
    Ticks first_ = 0;
    Ticks last_ = 0;
    std::int64_t lost_ = 0;
    int error_ = 0;
    SiteName* sites_ = nullptr;
    std::size_t site_count_ = 0;
    const SiteName** sites_of_part_ = nullptr; // by their numbers in the part that is read
    UnderWay under_way_;
};

} // namespace sartor::observation::parts
