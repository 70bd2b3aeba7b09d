// Who runs next where a schedule decides, and the choices that are made when no rank can run.
#include "runtime/schedules/choices.hpp"

#include <cstdlib>

#include "runtime/process_state.hpp"
#include "runtime/schedules/script.hpp"

namespace sartor::process::choices {

namespace {

Script script;
Requester* requesters = nullptr; // by rank
Wish* wishes = nullptr;          // the oldest first
std::uint64_t turns_waited = 0;  // for, so far
std::uint64_t rounds = 1;        // between wishes that were granted
int awaiting = 0;                // receives
Candidate* candidates = nullptr; // room for all ranks

[[noreturn]] void refuse_threads() noexcept {
    report("--schedule: this program starts threads, which the system schedules");
    end_run(usage_exit_code);
}

void start(const Layout& layout, const void*, std::size_t) {
    if (layout.has_threads) refuse_threads();
    candidates = static_cast<Candidate*>(std::calloc(static_cast<unsigned>(ranks.most), sizeof(Candidate)));
    if (candidates == nullptr || !script.open(ranks.most)) {
        report("no memory for a schedule");
        end_run(1);
    }
}

void add_rank(Rank& rank) {
    rank.worker->make_ready(rank);
}

// Sleeping takes no time: whatever the order that times suggest, others are possible.
void sleep(Rank& rank, std::int64_t) {
    rank.worker->make_ready(rank);
}

// One of the ranks among the candidates.
int choose_rank(int count) noexcept {
    if (count == 1 || !script.chooses_ranks()) return 0;
    const Candidate first = candidates[0];
    const int number = choose({Kind::next, &rank(first.value), nullptr, nullptr, candidates, count}).value;
    int index = 0;
    while (candidates[index].value != number) ++index;
    return index;
}

Rank& next_ready(Worker& worker) noexcept {
    int count = 0;
    if (script.chooses_ranks())
        worker.for_each_ready([&](const Rank& rank) { candidates[count++] = {.value = rank.number}; });
    return worker.take_ready(count > 1 ? choose_rank(count) : 0);
}

bool is_open(Requester& requester) noexcept {
    return !requester.rank->ended && requester.is_open(requester);
}

bool can_have(const Wish& wish) noexcept {
    return wish.is_free == nullptr || wish.is_free(wish);
}
bool has_open_wish(const Requester& requester) noexcept {
    return requester.wish != nullptr && can_have(*requester.wish);
}

void grant(Wish& wish) noexcept {
    Wish** link = &wishes;
    while (*link != &wish) link = &(*link)->next;
    *link = wish.next;
    wish.requester->wish = nullptr;
    if (wish.take != nullptr) wish.take(wish);
    wish.is_granted = true;
    wish.requester->rank->worker->notify(*wish.requester->rank);
}

Wish* oldest_open_wish() noexcept {
    Wish* wish = wishes;
    while (wish != nullptr && !can_have(*wish)) wish = wish->next;
    return wish;
}
// The element of a list whose rank has a number; one has it.
template <class Element, class Number>
Element* with_number(Element* first, int number, const Number& number_of) noexcept {
    Element* found = first;
    while (found->next != nullptr && number_of(*found) != number) found = found->next;
    return found;
}

// One of those for the same place. The oldest is the first candidate: of ranks that ask again and again none
// is always the first.
void grant_by_choice(Wish& first) noexcept {
    int count = 0;
    bool has_order = false;
    for (const Wish* wish = &first; wish != nullptr; wish = wish->next) {
        if (wish->place != first.place || !can_have(*wish)) continue;
        const Rank& rank = *wish->requester->rank;
        candidates[count++] = {rank.number, &rank, rank.call, rank.call_site};
        has_order |= wish->has_order;
    }
    ++rounds;
    Wish* chosen = &first;
    if (has_order && count > 1) {
        const int number = choose({first.kind, first.owner, nullptr, nullptr, candidates, count}).value;
        chosen = with_number(chosen, number, [](const Wish& wish) { return wish.requester->rank->number; });
    }
    grant(*chosen);
}

void let_go_on(Requester& requester) noexcept {
    requester.waits_since = 0;
    requester.last_round = rounds;
    requester.rank->worker->notify(*requester.rank);
}

// Receives of ranks in their order, then the rank that has waited longest. Wishes come last, so that all
// ranks have theirs that can; but ranks that poll go on once and not for ever.
bool decide_in_turn() noexcept {
    Wish* const wish = oldest_open_wish();
    Requester* longest = nullptr;
    for (Requester* requester = requesters; requester != nullptr; requester = requester->next) {
        if (is_open(*requester)) {
            requester->decide(*requester);
            return true;
        }
        if (requester->waits_since == 0 || (wish != nullptr && requester->last_round == rounds)) continue;
        if (longest == nullptr || requester->waits_since < longest->waits_since) longest = requester;
    }
    if (longest != nullptr)
        let_go_on(*longest);
    else if (wish != nullptr)
        grant_by_choice(*wish);
    return wish != nullptr || longest != nullptr;
}

void decide_for(Requester& requester) noexcept {
    if (is_open(requester)) return requester.decide(requester);
    has_open_wish(requester) ? grant(*requester.wish) : let_go_on(requester);
}

bool decide_by_choice() noexcept {
    int count = 0;
    for (Requester* requester = requesters; requester != nullptr; requester = requester->next)
        if (is_open(*requester) || has_open_wish(*requester) || requester->waits_since != 0)
            candidates[count++] = {.value = requester->rank->number};
    if (count == 0) return false;
    const int number = candidates[choose_rank(count)].value;
    decide_for(*with_number(requesters, number, [](const Requester& one) { return one.rank->number; }));
    return true;
}

Rank* next() {
    Worker& worker = state.workers[0];
    while (!worker.has_ready())
        if (!(script.chooses_ranks() ? decide_by_choice() : decide_in_turn())) {
            if (awaiting > 0) script.end_as_impossible();
            return nullptr;
        }
    return &next_ready(worker);
}

void compute(std::int64_t) {}
void operate(std::int64_t, std::int64_t, std::int64_t) {}

std::int64_t set_limit(int, std::int64_t) {
    return -1;
}

void end_program() {}

void describe_time(char* text, std::size_t bytes) {
    if (bytes > 0) text[0] = '\0';
}

void finish() {
    script.close();
}

void abandon() {}

} // namespace

const Schedule schedule = {&start,     &add_rank,    &next,          &sleep,  &compute, &operate,
                           &set_limit, &end_program, &describe_time, &finish, &abandon, nullptr};

Chosen choose(const Choice& choice) noexcept {
    return script.choose(choice);
}

void add(Requester& requester) noexcept {
    Requester** link = &requesters;
    while (*link != nullptr && (*link)->rank->number < requester.rank->number) link = &(*link)->next;
    requester.next = *link;
    *link = &requester;
}

void wait_for_turn(Requester& requester) noexcept {
    requester.waits_since = ++turns_waited;
}

void wait_for(Wish& wish, Requester& requester) noexcept {
    wish.requester = &requester;
    requester.wish = &wish;
    Wish** link = &wishes;
    while (*link != nullptr) link = &(*link)->next;
    *link = &wish;
}

bool notes_late() noexcept {
    return script.explores();
}
void note_late(int position, const Candidate& candidate) noexcept {
    script.note_late(position, candidate);
}
void begin_awaiting() noexcept {
    ++awaiting;
}
void end_awaiting(int position, const Candidate& candidate) noexcept {
    --awaiting;
    script.note_late(position, candidate);
}

} // namespace sartor::process::choices
