#include "runtime/observation/parts/part.hpp"

#include <cstdio>

#include "runtime/observation/all_events.hpp"
#include "runtime/observation/run.hpp"
#include "runtime/process_state.hpp"

namespace sartor::observation::parts {

namespace {

void write_sites(SharedFile& file, const Summary& own) noexcept {
    for (std::size_t number = 0; number < own.sites(); ++number) {
        const Site& site = own.site(number);
        SiteName name{};
        std::snprintf(name.function, sizeof name.function, "%s", site.function);
        std::snprintf(name.text, sizeof name.text, "%s", site.text);
        name.offset = site.file != nullptr ? site.offset : 0;
        file.put(&name, sizeof name);
    }
}

// The copies are in the order of their numbers, the one for what found no room last.
std::uint16_t number_of_copy(std::size_t index, const CallSites& sites) noexcept {
    return static_cast<std::uint16_t>(index + 1 < sites.size() ? index + 1 : CallSites::most - 1);
}

void write_rank(SharedFile& file, const Summary& own, int rank) noexcept {
    const Tables& tables = tables_of(rank);
    const Summary::Records& records = own.records(rank);
    RankHead head{static_cast<std::int32_t>(records.count), 0};
    for (const Traffic& one : tables.traffic) head.traffics += one.messages != 0 ? 1 : 0;
    file.put(&head, sizeof head);
    for (std::size_t index = 0; index < records.count; ++index) {
        NumberedRecord one{};
        one.number = number_of_copy(index, tables.sites);
        one.record = records.first[index];
        file.put(&one, sizeof one);
    }
    std::int32_t left = head.traffics; // the rank may go on meanwhile
    for (Traffic one : tables.traffic) {
        if (one.messages == 0 || left-- <= 0) continue;
        file.put(&one, sizeof one);
    }
}

} // namespace

bool write_part(SharedFile& file, const Summary& own, const Scale& scale, bool traces) noexcept {
    PartHead head;
    head.first_rank = own.first_rank();
    head.ranks = own.ranks() - own.first_rank();
    head.workers = process::state.worker_count;
    head.sites = static_cast<std::int32_t>(own.sites());
    head.first = scale.first();
    head.last = scale.last();
    file.begin_part();
    file.put(&head, sizeof head);
    write_sites(file, own);
    for (int rank = own.first_rank(); rank < own.ranks(); ++rank) write_rank(file, own, rank);
    if (traces) {
        visit_events(own, scale, [&](const Event& event) {
            file.put(&event, sizeof event);
            ++head.events;
        });
        head.lost = spool_file.lost();
        head.error = spool_file.error();
    }
    file.rewrite_begin(&head, sizeof head);
    return file.end_part();
}

} // namespace sartor::observation::parts
