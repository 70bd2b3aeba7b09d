#include "runtime/observation/summary.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "runtime/image/image.hpp"
#include "runtime/observation/memory.hpp"
#include "runtime/observation/run.hpp"
#include "runtime/reports/location.hpp"

namespace sartor::observation {

void Sums::add(const CallRecord& record) noexcept {
    count += record.count;
    sent += record.sent;
    received += record.received;
    time += record.time;
    longest = std::max(longest, record.longest);
    for (int reason = 0; reason < reasons; ++reason) waited[reason] += record.waited[reason];
}

void Sums::add(const Sums& other) noexcept {
    count += other.count;
    sent += other.sent;
    received += other.received;
    time += other.time;
    longest = std::max(longest, other.longest);
    for (int reason = 0; reason < reasons; ++reason) waited[reason] += other.waited[reason];
}

Ticks Sums::waited_in_all() const noexcept {
    Ticks sum = 0;
    for (const Ticks one : waited) sum += one;
    return sum;
}

namespace {

SiteIdentity identify_here(const CallRecord& record, int rank) noexcept {
    process::LoadedCopy copy;
    const auto address = reinterpret_cast<std::uintptr_t>(record.site);
    if (!process::find_copy(process::rank(rank), address, copy)) return {nullptr, address};
    return {copy.file.bytes, address - copy.base};
}

void describe_here(const Site& site, char* text, std::size_t bytes) noexcept {
    const auto address = reinterpret_cast<std::uintptr_t>(site.address);
    if (address == 0 || !process::describe_location(process::rank(site.rank), address - 1, text, bytes))
        std::snprintf(text, bytes, "%s", address == 0 ? "many places" : "an unknown place");
}

} // namespace

const SiteNaming naming_here = {&identify_here, &describe_here};

std::uint16_t Summary::find_site(const CallRecord& record, int rank) noexcept {
    const auto [file, offset] = naming_->identify(record, rank);
    for (std::size_t number = 0; number < site_count_; ++number) {
        const Site& site = sites_[number];
        if (site.offset == offset && site.file == file && site.function == record.function)
            return static_cast<std::uint16_t>(number);
    }
    const std::size_t number = std::min(site_count_, most_sites - 1);
    Site& site = sites_[number];
    site.function = record.function;
    site.file = file;
    site.offset = offset;
    site.rank = rank;
    site.address = record.site;
    site_count_ = number + 1;
    return static_cast<std::uint16_t>(number);
}

// A call that has not returned counts with the time that it has taken so far.
static void count_open(CallRecord& counts, const Tables& tables, Ticks now) noexcept {
    const Ticks time = std::max<Ticks>(now - tables.interrupted_since, 0);
    const Ticks since = tables.interrupted_waits_since;
    ++counts.count;
    counts.time += time;
    counts.longest = std::max(counts.longest, time);
    if (since != 0) counts.waited[static_cast<int>(Reason::other)] += std::clamp<Ticks>(now - since, 0, time);
}

// What the rank is in, and has not counted yet. It may go on meanwhile.
static void note_last_calls(Tables& tables) noexcept {
    for (const CallWithMessages& one : tables.calls) {
        if (one.has_returned()) tables.uncounted = one;
        if (!one.is_open()) continue;
        tables.interrupted = tables.sites.number_of(*one.call.record);
        tables.interrupted_since = one.call.entered;
        tables.interrupted_waits_since = one.call.waits_since;
    }
}

void Summary::copy_records(int rank) noexcept {
    Tables& tables = tables_of(rank);
    CallSites& sites = tables.sites;
    note_last_calls(tables);
    auto* const copies = allocate<CallRecord>(sites.size());
    std::size_t count = 0;
    const auto copy = [&](std::size_t number) {
        CallRecord& record = sites[number];
        record.global = find_site(record, rank);
        CallRecord& made = copies[count++] = record;
        if (tables.uncounted.call.record == &record) {
            CallWithMessages last = tables.uncounted;
            last.call.record = &made;
            last.count_last_wait(rank, [](const Event&) {});
            last.call.count();
        }
        if (tables.interrupted == number) count_open(made, tables, scale_->last());
    };
    for (std::size_t number = 1; number < sites.size(); ++number) copy(number);
    if (sites[CallSites::most - 1].function != nullptr) copy(CallSites::most - 1);
    records_[rank] = {copies, count};
}

void Summary::add_rank(int rank) noexcept {
    copy_records(rank);
    for (const CallRecord& record : records_[rank]) {
        Site& site = sites_[record.global];
        site.sums.add(record);
        by_rank_[rank].add(record);
        if (record.time < site.most) continue;
        site.most = record.time;
        site.most_rank = rank;
    }
    all_.add(by_rank_[rank]);
}

Function& Summary::find_function(const char* name) noexcept {
    for (std::size_t place = 0; place < function_count_; ++place)
        if (std::strcmp(functions_[place].name, name) == 0) return functions_[place];
    Function& added = functions_[std::min(function_count_, most_functions - 1)];
    added.name = name;
    function_count_ = std::min(function_count_ + 1, most_functions);
    return added;
}

void Summary::add_to_functions(int rank) noexcept {
    static Sums own[most_functions];
    for (Sums& one : own) one = {};
    for (const CallRecord& record : records_[rank])
        own[&find_function(record.function) - functions_].add(record);
    for (std::size_t place = 0; place < function_count_; ++place) {
        Function& function = functions_[place];
        function.sums.add(own[place]);
        if (own[place].time < function.most) continue;
        function.most = own[place].time;
        function.most_rank = rank;
    }
}

void Summary::sort() noexcept {
    for (std::size_t number = 0; number < site_count_; ++number)
        order_[number] = static_cast<std::uint16_t>(number);
    std::sort(order_, order_ + site_count_, [this](std::uint16_t left, std::uint16_t right) {
        return sites_[left].sums.time > sites_[right].sums.time;
    });
    std::sort(functions_, functions_ + function_count_,
              [](const Function& left, const Function& right) { return left.sums.time > right.sums.time; });
}

void Summary::make(int first, int ranks, const Scale& scale, const SiteNaming& naming) noexcept {
    scale_ = &scale;
    naming_ = &naming;
    first_rank_ = first;
    ranks_ = ranks;
    sites_ = allocate<Site>(most_sites);
    order_ = allocate<std::uint16_t>(most_sites);
    functions_ = allocate<Function>(most_functions);
    by_rank_ = allocate<Sums>(static_cast<std::size_t>(ranks));
    records_ = allocate<Records>(static_cast<std::size_t>(ranks));
    for (int rank = first; rank < ranks; ++rank) {
        add_rank(rank);
        add_to_functions(rank);
    }
    sort();
    for (std::size_t number = 0; number < site_count_; ++number)
        naming.describe(sites_[number], sites_[number].text, sizeof sites_[number].text);
}

} // namespace sartor::observation
