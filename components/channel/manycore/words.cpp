// Places for words, and the ways that words take to them.
#include "components/channel/manycore/words.hpp"

#include <cstdlib>
#include <new>

#include "components/machine/manycore/array.hpp"

namespace sartor::channel::manycore {

using machine::manycore::chip;
using machine::manycore::Control;
using machine::manycore::Cycles;
using machine::manycore::node_of;

namespace {

enum class By : std::uint8_t { memory, mailbox, server };

// For one sender at one receiver.
struct Place {
    Word key; // the word in it, or on its way to it
    By by = By::memory;
    bool taken = false;
    bool arrived = false;
    Word* receiver = nullptr; // waits
    Word* first = nullptr;    // senders in line
    Word* last = nullptr;
    Control control; // for words that go by the server
    Place* next = nullptr;
};

struct Table {
    Place** places = nullptr;          // by receiving rank
    std::int64_t* mailboxes = nullptr; // left, by node
    Place* spare = nullptr;
};
Table table;
Word* unreceived = nullptr; // of the last run

void keep_unreceived(const Place* first) noexcept {
    for (const Place* place = first; place != nullptr; place = place->next) {
        void* memory = place->taken ? std::malloc(sizeof(Word)) : nullptr;
        if (memory == nullptr) continue;
        auto* word = new (memory) Word(place->key);
        word->next = unreceived;
        unreceived = word;
    }
}

void release_list(Place* first) noexcept {
    while (first != nullptr) {
        Place* rest = first->next;
        std::free(first);
        first = rest;
    }
}

void release_table() noexcept {
    for (int rank = 0; rank < process::size(); ++rank) {
        keep_unreceived(table.places[rank]);
        release_list(table.places[rank]);
    }
    release_list(table.spare);
    std::free(table.places);
    std::free(table.mailboxes);
    table = {};
}

void make_table() noexcept {
    const auto& description = chip().description();
    table.places = machine::manycore::allocate<Place*>(static_cast<std::size_t>(process::size()));
    table.mailboxes =
        machine::manycore::allocate<std::int64_t>(static_cast<std::size_t>(description.nodes()));
    for (int node = 0; node < description.nodes(); ++node) table.mailboxes[node] = description.word_mailboxes;
    machine::manycore::at_end(&release_table);
}

bool is_for(const Place& place, const Word& word) noexcept {
    return place.key.source == word.source && place.key.context == word.context &&
           place.key.number == word.number;
}

By way_for(const Word& word) noexcept {
    const int node = node_of(word.destination);
    if (machine::manycore::settings().shortcut && node_of(word.source) == node) return By::memory;
    if (table.mailboxes[node] == 0) return By::server;
    --table.mailboxes[node];
    return By::mailbox;
}

Place& place_for(const Word& word) noexcept {
    if (table.places == nullptr) make_table();
    Place*& first = table.places[word.destination];
    for (Place* place = first; place != nullptr; place = place->next)
        if (is_for(*place, word)) return *place;
    Place* memory = table.spare;
    if (memory != nullptr)
        table.spare = memory->next;
    else
        memory = machine::manycore::allocate<Place>(1);
    auto* place = new (memory) Place;
    place->key = word;
    place->by = way_for(word);
    place->next = first;
    first = place;
    return *place;
}

void give_up(Place& place) noexcept {
    Place** link = &table.places[place.key.destination];
    while (*link != &place) link = &(*link)->next;
    *link = place.next;
    if (place.by == By::mailbox) ++table.mailboxes[node_of(place.key.destination)];
    place.next = table.spare;
    table.spare = &place;
}

Cycles receiving(const Place& place) noexcept {
    const auto& description = chip().description();
    return chip().work(node_of(place.key.destination),
                       place.by == By::memory ? description.word_local : description.word_receive);
}

void hand_over(Place& place, Word& word, Cycles now) noexcept;

// Words in memory come when they are taken out; the network tells of the others.
void tell_taken(const Place& place, Cycles from, Cycles to) noexcept {
    if (place.by == By::memory) machine::manycore::take_in(place.key.note, from, to);
}

void arrive(void* object, Cycles now) noexcept {
    auto& place = *static_cast<Place*>(object);
    place.arrived = true;
    if (place.receiver == nullptr) return;
    Word& word = *place.receiver;
    place.receiver = nullptr;
    const Cycles known = now + receiving(place);
    tell_taken(place, now, known);
    hand_over(place, word, now);
    chip().events.plan(
        known,
        [](void* waiting, Cycles time) {
            auto& complete = *static_cast<Word*>(waiting);
            complete.complete(complete, time);
        },
        &word);
}

void dispatch(Place& place, const Word& word, Cycles now) noexcept {
    place.taken = true;
    place.key.value = word.value;
    place.key.bytes = word.bytes;
    place.key.note = word.note;
    const int from = node_of(word.source);
    const int to = node_of(word.destination);
    machine::manycore::count(machine::manycore::Way::word, word.source, word.destination,
                             static_cast<std::size_t>(word.bytes));
    if (place.by == By::memory) return chip().events.plan(now, &arrive, &place);
    if (place.by == By::mailbox) return chip().signal(from, to, now, &arrive, &place, word.note);
    place.control.from = from;
    place.control.to = to;
    place.control.bytes = chip().description().control_bytes;
    place.control.handled = &arrive;
    place.control.object = &place;
    place.control.note = word.note;
    chip().post(place.control, now);
}

// The word has left its place: who is next in line has it.
void hand_over(Place& place, Word& word, Cycles now) noexcept {
    word.value = place.key.value;
    word.bytes = place.key.bytes;
    place.taken = place.arrived = false;
    Word* next = place.first;
    if (next == nullptr) return give_up(place);
    place.first = next->next;
    dispatch(place, *next, now);
    next->complete(*next, now);
}

void stand_in_line(Place& place, Word& word) noexcept {
    word.next = nullptr;
    (place.first == nullptr ? place.first : place.last->next) = &word;
    place.last = &word;
}

} // namespace

bool send(Word& word) noexcept {
    const auto& description = chip().description();
    const int node = node_of(word.source);
    const bool local = machine::manycore::settings().shortcut && node == node_of(word.destination);
    word.note =
        machine::manycore::depart(machine::manycore::Kind::word, word.source, word.destination,
                                  local ? description.word_local : description.word_send, local ? 0 : 1)
            .note;
    machine::manycore::synchronize();
    Place& place = place_for(word);
    if (place.taken) {
        stand_in_line(place, word);
        return false;
    }
    dispatch(place, word, machine::manycore::now());
    return true;
}

bool receive(Word& word) noexcept {
    const int node = node_of(word.destination);
    const bool local = machine::manycore::settings().shortcut && node == node_of(word.source);
    if (!local) machine::manycore::call_kernel();
    machine::manycore::synchronize();
    Place& place = place_for(word);
    if (!place.arrived) {
        place.receiver = &word;
        return false;
    }
    const Cycles found = machine::manycore::now();
    machine::manycore::charge(place.by == By::memory ? chip().description().word_local
                                                     : chip().description().word_receive);
    tell_taken(place, found, machine::manycore::now());
    hand_over(place, word, machine::manycore::now());
    return true;
}

void take_unreceived(int rank, void (*visit)(void* object, const Word& word), void* object) noexcept {
    for (Word** place = &unreceived; *place != nullptr;) {
        Word* word = *place;
        if (word->destination != rank) {
            place = &word->next;
            continue;
        }
        *place = word->next;
        visit(object, *word);
        std::free(word);
    }
}

} // namespace sartor::channel::manycore
