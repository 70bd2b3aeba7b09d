// Slots for words, and the ways that words take to them.
#include "transports/manycore/words.hpp"

#include <cstdlib>
#include <new>

#include "emulation/array.hpp"

namespace sartor::channel::manycore {

using machine::manycore::chip;
using machine::manycore::Control;
using machine::manycore::Cycles;
using machine::manycore::node_of;

namespace {

enum class By : std::uint8_t { memory, mailbox, server };

// For one sender at one receiver.
struct Slot {
    Word key; // the word in it, or on its way to it
    By by = By::memory;
    bool taken = false;
    bool arrived = false;
    Word* receiver = nullptr; // waits
    Word* first = nullptr;    // senders in line
    Word* last = nullptr;
    Control control; // for words that go by the server
    Slot* next = nullptr;
};

struct Table {
    Slot** slots = nullptr;            // by receiving rank
    std::int64_t* mailboxes = nullptr; // left, by node
    Slot* spare = nullptr;
};
Table table;
Word* unreceived = nullptr; // of the last run

void keep_unreceived(const Slot* first) noexcept {
    for (const Slot* slot = first; slot != nullptr; slot = slot->next) {
        void* memory = slot->taken ? std::malloc(sizeof(Word)) : nullptr;
        if (memory == nullptr) continue;
        auto* word = new (memory) Word(slot->key);
        word->next = unreceived;
        unreceived = word;
    }
}

void release_list(Slot* first) noexcept {
    while (first != nullptr) {
        Slot* rest = first->next;
        std::free(first);
        first = rest;
    }
}

void release_table() noexcept {
    for (int rank = 0; rank < process::size(); ++rank) {
        keep_unreceived(table.slots[rank]);
        release_list(table.slots[rank]);
    }
    release_list(table.spare);
    std::free(table.slots);
    std::free(table.mailboxes);
    table = {};
}

void make_table() noexcept {
    const auto& description = chip().description();
    table.slots = machine::manycore::allocate<Slot*>(static_cast<std::size_t>(process::size()));
    table.mailboxes =
        machine::manycore::allocate<std::int64_t>(static_cast<std::size_t>(description.nodes()));
    for (int node = 0; node < description.nodes(); ++node) table.mailboxes[node] = description.word_mailboxes;
    machine::manycore::at_end(&release_table);
}

bool is_for(const Slot& slot, const Word& word) noexcept {
    return slot.key.source == word.source && slot.key.context == word.context &&
           slot.key.number == word.number;
}

By way_for(const Word& word) noexcept {
    const int node = node_of(word.destination);
    if (machine::manycore::settings().shortcut && node_of(word.source) == node) return By::memory;
    if (table.mailboxes[node] == 0) return By::server;
    --table.mailboxes[node];
    return By::mailbox;
}

Slot& slot_for(const Word& word) noexcept {
    if (table.slots == nullptr) make_table();
    Slot*& first = table.slots[word.destination];
    for (Slot* slot = first; slot != nullptr; slot = slot->next)
        if (is_for(*slot, word)) return *slot;
    Slot* memory = table.spare;
    if (memory != nullptr)
        table.spare = memory->next;
    else
        memory = machine::manycore::allocate<Slot>(1);
    auto* slot = new (memory) Slot;
    slot->key = word;
    slot->by = way_for(word);
    slot->next = first;
    first = slot;
    return *slot;
}

void give_up(Slot& slot) noexcept {
    Slot** link = &table.slots[slot.key.destination];
    while (*link != &slot) link = &(*link)->next;
    *link = slot.next;
    if (slot.by == By::mailbox) ++table.mailboxes[node_of(slot.key.destination)];
    slot.next = table.spare;
    table.spare = &slot;
}

Cycles receiving(const Slot& slot) noexcept {
    const auto& description = chip().description();
    return chip().work(node_of(slot.key.destination),
                       slot.by == By::memory ? description.word_local : description.word_receive);
}

void hand_over(Slot& slot, Word& word, Cycles now) noexcept;

// Words in memory count as arrived when they are taken out; for the others there are events of the network.
void record_taken(const Slot& slot, Cycles from, Cycles to) noexcept {
    if (slot.by == By::memory) machine::manycore::take_in(slot.key.note, from, to);
}

void arrive(void* object, Cycles now) noexcept {
    auto& slot = *static_cast<Slot*>(object);
    slot.arrived = true;
    if (slot.receiver == nullptr) return;
    Word& word = *slot.receiver;
    slot.receiver = nullptr;
    const Cycles known = now + receiving(slot);
    record_taken(slot, now, known);
    hand_over(slot, word, now);
    chip().events.plan(
        known,
        [](void* waiting, Cycles time) {
            auto& complete = *static_cast<Word*>(waiting);
            complete.complete(complete, time);
        },
        &word);
}

void dispatch(Slot& slot, const Word& word, Cycles now) noexcept {
    slot.taken = true;
    slot.key.value = word.value;
    slot.key.bytes = word.bytes;
    slot.key.note = word.note;
    const int from = node_of(word.source);
    const int to = node_of(word.destination);
    machine::manycore::count(machine::manycore::Way::word, word.source, word.destination,
                             static_cast<std::size_t>(word.bytes));
    if (slot.by == By::memory) return chip().events.plan(now, &arrive, &slot);
    if (slot.by == By::mailbox) return chip().signal(from, to, now, &arrive, &slot, word.note);
    slot.control.from = from;
    slot.control.to = to;
    slot.control.bytes = chip().description().control_bytes;
    slot.control.handled = &arrive;
    slot.control.object = &slot;
    slot.control.note = word.note;
    chip().post(slot.control, now);
}

// The word has left its slot: who is next in line has it.
void hand_over(Slot& slot, Word& word, Cycles now) noexcept {
    word.value = slot.key.value;
    word.bytes = slot.key.bytes;
    slot.taken = slot.arrived = false;
    Word* next = slot.first;
    if (next == nullptr) return give_up(slot);
    slot.first = next->next;
    dispatch(slot, *next, now);
    next->complete(*next, now);
}

void stand_in_line(Slot& slot, Word& word) noexcept {
    word.next = nullptr;
    (slot.first == nullptr ? slot.first : slot.last->next) = &word;
    slot.last = &word;
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
    Slot& slot = slot_for(word);
    if (slot.taken) {
        stand_in_line(slot, word);
        return false;
    }
    dispatch(slot, word, machine::manycore::now());
    return true;
}

bool receive(Word& word) noexcept {
    const int node = node_of(word.destination);
    const bool local = machine::manycore::settings().shortcut && node == node_of(word.source);
    if (!local) machine::manycore::call_kernel();
    machine::manycore::synchronize();
    Slot& slot = slot_for(word);
    if (!slot.arrived) {
        slot.receiver = &word;
        return false;
    }
    const Cycles found = machine::manycore::now();
    machine::manycore::charge(slot.by == By::memory ? chip().description().word_local
                                                    : chip().description().word_receive);
    record_taken(slot, found, machine::manycore::now());
    hand_over(slot, word, machine::manycore::now());
    return true;
}

void take_unreceived(int rank, void (*visit)(void* object, const Word& word), void* object) noexcept {
    for (Word** link = &unreceived; *link != nullptr;) {
        Word* word = *link;
        if (word->destination != rank) {
            link = &word->next;
            continue;
        }
        *link = word->next;
        visit(object, *word);
        std::free(word);
    }
}

} // namespace sartor::channel::manycore
