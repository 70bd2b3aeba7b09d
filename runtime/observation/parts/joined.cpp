#include "runtime/observation/parts/joined.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "runtime/observation/memory.hpp"

namespace sartor::observation::parts {

namespace {

// A record's site is a SiteName then.
SiteIdentity identify(const CallRecord& record, int) noexcept {
    return {record.site, 0};
}
void describe(const Site& site, char* text, std::size_t bytes) noexcept {
    std::snprintf(text, bytes, "%s", static_cast<const SiteName*>(site.file)->text);
}

bool is_equal(const SiteName& one, const SiteName& other) noexcept {
    return one.offset == other.offset && std::strcmp(one.function, other.function) == 0 &&
           std::strcmp(one.text, other.text) == 0;
}

} // namespace

const SiteNaming Joined::naming = {&identify, &describe};

const SiteName& Joined::intern(const SiteName& name) noexcept {
    for (std::size_t number = 0; number < site_count_; ++number)
        if (is_equal(sites_[number], name)) return sites_[number];
    if (site_count_ + 1 < Summary::most_sites) ++site_count_; // the last one is for all the others
    sites_[site_count_ - 1] = name;
    return sites_[site_count_ - 1];
}

off_t Joined::load_sites(const PartHead& head, off_t at) noexcept {
    for (int number = 0; number < head.sites; ++number) {
        SiteName name{};
        if (file_->read(at, &name, sizeof name)) sites_of_part_[number] = &intern(name);
        at += sizeof name;
    }
    return at;
}

// Functions are compared by their addresses.
static const char* function_of(const SiteName& site, const SiteName* all) noexcept {
    const SiteName* first = all;
    while (std::strcmp(first->function, site.function) != 0) ++first;
    return first->function;
}

off_t Joined::load_rank(int rank, off_t at) noexcept {
    Tables& tables = tables_[rank];
    tables.rank = rank;
    RankHead head{};
    if (!file_->read(at, &head, sizeof head)) return at;
    at += sizeof head;
    for (int index = 0; index < head.records; ++index, at += sizeof(NumberedRecord)) {
        NumberedRecord one{};
        if (!file_->read(at, &one, sizeof one)) continue;
        const SiteName& site = *sites_of_part_[one.record.global];
        one.record.site = &site;
        one.record.function = function_of(site, sites_);
        tables.sites.restore(one.number, one.record);
    }
    for (int index = 0; index < head.traffics; ++index, at += sizeof(Traffic)) {
        Traffic one{};
        if (!file_->read(at, &one, sizeof one)) continue;
        (one.to < 0 ? tables.traffic[Tables::most_peers] : tables.traffic_to(one.to)) = one;
    }
    return at;
}

int Joined::load_part(const Entry& entry) noexcept {
    PartHead head;
    if (!file_->read(entry.offset, &head, sizeof head) || head.version != PartHead::layout) return 0;
    off_t at = load_sites(head, entry.offset + off_t{sizeof head});
    for (int rank = head.first_rank; rank < head.first_rank + head.ranks; ++rank) {
        at = load_rank(rank, at);
        is_known_[rank] = true;
    }
    first_ = part_count_ == 0 ? head.first : std::min(first_, head.first);
    last_ = part_count_ == 0 ? head.last : std::max(last_, head.last);
    lost_ += head.lost;
    if (error_ == 0) error_ = head.error;
    const Events events{at, head.events, workers_, head.workers};
    parts_[part_count_++] = events;
    workers_ += head.workers;
    load_counters(events);
    return head.ranks;
}

// Calls use(event) for each, which may change it.
template <class Use>
void Joined::visit(const Events& events, const Use& use) const noexcept {
    constexpr std::int64_t most = 512;
    static Event some[most];
    for (std::int64_t done = 0; done < events.count; done += most) {
        const auto count = static_cast<std::size_t>(std::min(most, events.count - done));
        if (!file_->read(events.offset + done * off_t{sizeof(Event)}, some, count * sizeof(Event))) return;
        for (std::size_t index = 0; index < count; ++index) use(some[index]);
    }
}

// The first worker of a process counts for all of its ranks.
void Joined::load_counters(const Events& events) noexcept {
    under_way_.begin_process(events.count);
    visit(events, [this](const Event& event) {
        if (event.kind == Kind::counters && event.rank == 0) under_way_.add(event);
    });
}

void Joined::load(const SharedFile& file, int ranks) noexcept {
    file_ = &file;
    tables_ = allocate<Tables>(static_cast<std::size_t>(ranks));
    is_known_ = allocate<bool>(static_cast<std::size_t>(ranks));
    parts_ = allocate<Events>(static_cast<std::size_t>(ranks));
    sites_ = allocate<SiteName>(Summary::most_sites);
    sites_of_part_ = allocate<const SiteName*>(Summary::most_sites);
    for (int rank = 0; rank < ranks;) {
        const Entry entry = file.entry(rank);
        const int known = entry.bytes > 0 ? load_part(entry) : 0;
        missing_ += known == 0 ? 1 : 0;
        rank += known == 0 ? 1 : known;
    }
}

// Workers are numbered on from process to process. What is under way is said by the first of all. A message
// whose sender is missing has no begin. False: the event is left out.
bool Joined::adapt(Event& event, const Events& part) noexcept {
    if (event.kind == Kind::counters) {
        event.rank += part.first_worker;
        if (event.rank == 0) event.bytes = under_way_.at(event.begin);
        return true;
    }
    const bool is_message = event.kind == Kind::receive || event.kind == Kind::message;
    if (!is_message || is_known_[event.peer]) return true;
    const bool is_left_out = event.kind == Kind::message;
    event.kind = Kind::call;
    return !is_left_out;
}

void Joined::read(void (*visit_event)(void*, const Event&), void* object) noexcept {
    under_way_.rewind();
    for (int part = 0; part < part_count_; ++part)
        visit(parts_[part], [&](Event& event) {
            if (adapt(event, parts_[part])) visit_event(object, event);
        });
}

} // namespace sartor::observation::parts
