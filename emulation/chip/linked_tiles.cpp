// From chip to chip, packet by packet.
#include "emulation/chip/linked_tiles.hpp"

#include <cstdio>
#include <new>

namespace sartor::machine::manycore {

namespace {

constexpr std::int64_t word_bytes = 8;
constexpr std::int64_t request_bytes = 32; // what the nodes at links' ends tell each other of a read

} // namespace

Interconnect& make_linked_tiles(Chip& chip) noexcept {
    // NOLINTNEXTLINE(clang-analyzer-cplusplus.PlacementNew)
    return *new (allocate<char>(sizeof(LinkedTiles))) LinkedTiles(chip);
}

LinkedTiles::LinkedTiles(Chip& chip) noexcept
    : chip_(chip), chips_(*chip.description().tiles), links_(*chip.description().links),
      nodes_of_chip_(chip.description().nodes() / links_.chips),
      tiles_(allocate<Tiles*>(static_cast<std::size_t>(links_.chips))),
      distance_(
          allocate<int>(static_cast<std::size_t>(links_.chips) * static_cast<std::size_t>(links_.chips))),
      directions_(allocate<Direction>(std::size_t{2} * static_cast<std::size_t>(links_.count))) {
    for (int number = 0; number < links_.chips; ++number)
        // NOLINTNEXTLINE(clang-analyzer-cplusplus.PlacementNew)
        tiles_[number] = new (allocate<char>(sizeof(Tiles))) Tiles(chip, number * nodes_of_chip_);
    find_routes();
}

void LinkedTiles::release() noexcept {
    for (int number = 0; number < links_.chips; ++number) tiles_[number]->release();
    for (std::size_t index = 0; index < owned_.size(); ++index) std::free(owned_[index]);
    std::free(tiles_);
    std::free(distance_);
    std::free(directions_);
    this->~LinkedTiles();
    std::free(this);
}

// ---- routes

LinkedTiles::Place LinkedTiles::end_of(int direction, bool far) const noexcept {
    const noc::Link& link = links_.list[direction / 2];
    const int end = direction % 2 == (far ? 1 : 0) ? 0 : 1;
    return {link.chips[end], link.nodes[end]};
}

void LinkedTiles::find_routes() noexcept {
    const int chips = links_.chips;
    for (int pair = 0; pair < chips * chips; ++pair)
        distance_[pair] = pair / chips == pair % chips ? 0 : chips;
    for (int round = 1; round < chips; ++round)
        for (int direction = 0; direction < 2 * links_.count; ++direction)
            for (int target = 0; target < chips; ++target) {
                int& here = distance_[end_of(direction, false).chip * chips + target];
                const int there = distance_[end_of(direction, true).chip * chips + target];
                if (there + 1 < here) here = there + 1;
            }
}

int LinkedTiles::direction_for(int chip, const Place& to) const noexcept {
    const int chips = links_.chips;
    int first = -1; // that leads nearer
    int parallel = 0;
    const auto joins_the_same = [&](int direction) {
        return end_of(direction, false).chip == chip &&
               end_of(direction, true).chip == end_of(first, true).chip;
    };
    for (int direction = 0; direction < 2 * links_.count; ++direction) {
        if (first < 0 && end_of(direction, false).chip == chip &&
            distance_[end_of(direction, true).chip * chips + to.chip] < distance_[chip * chips + to.chip])
            first = direction;
        if (first >= 0 && joins_the_same(direction)) ++parallel;
    }
    // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): all chips of a machine file are linked
    int skipped = to.tile % parallel;
    int direction = first;
    while (!joins_the_same(direction) || skipped-- > 0) ++direction;
    return direction;
}

// ---- what the chip asks for

LinkedTiles::Message& LinkedTiles::message(int from, int to, std::int64_t bytes, bool is_read) noexcept {
    Message* one = spare_messages_;
    if (one != nullptr) {
        spare_messages_ = one->next;
    } else {
        one = allocate<Message>(1);
        owned_.push(one);
    }
    const std::int64_t most = chips_.packet_bytes;
    const int packets = bytes > most ? static_cast<int>((bytes + most - 1) / most) : 1;
    *one = {.all = this,
            .from = place_of(from),
            .to = place_of(to),
            .bytes = bytes,
            .missing = packets,
            .left = packets,
            .is_read = is_read,
            .reached = -1,
            .injected = 0,
            .injecting = nullptr,
            .arrived = nullptr,
            .object = nullptr,
            .transfer = nullptr,
            .next = nullptr};
    return *one;
}

void LinkedTiles::send(int from, int to, std::int64_t bytes, Cycles now, Action arrived,
                       void* object) noexcept {
    if (chip_of(from) == chip_of(to))
        return tiles_[chip_of(from)]->send(from, to, bytes, now, arrived, object);
    Message& one = message(from, to, bytes, false);
    one.arrived = arrived;
    one.object = object;
    begin(one, now);
}

void LinkedTiles::signal(int from, int to, Cycles now, Action arrived, void* object) noexcept {
    send(from, to, word_bytes, now, arrived, object);
}

void LinkedTiles::start(Transfer& transfer, Cycles now) noexcept {
    if (chip_of(transfer.from) == chip_of(transfer.to))
        return tiles_[chip_of(transfer.from)]->start(transfer, now);
    chip_.node(transfer.from).memory_bytes += transfer.left;
    chip_.node(transfer.to).memory_bytes += transfer.left;
    Message& one =
        message(transfer.from, transfer.to, transfer.left, transfer.driver == Transfer::Driver::reader);
    one.transfer = &transfer;
    one.injecting = transfer.injected;
    one.arrived = transfer.arrived;
    one.object = transfer.object;
    transfer.network = this;
    transfer.note.left = now;
    transfer.bytes = transfer.left;
    transfer.left = 0;
    begin(one, now);
}

// A reader's request goes to the node that will send the data.
void LinkedTiles::begin(Message& message, Cycles now) noexcept {
    if (message.is_read) {
        const Place sender = end_of(direction_for(message.from.chip, message.to), false);
        return advance(packet(message, message.to, sender, request_bytes, true), now);
    }
    std::int64_t left = message.bytes;
    for (int number = message.missing; number > 0; --number, left -= chips_.packet_bytes)
        advance(packet(message, message.from, message.to, part_of(left), false), now);
}

// ---- on the way

LinkedTiles::Packet& LinkedTiles::packet(Message& message, const Place& at, const Place& to,
                                         std::int64_t bytes, bool is_request) noexcept {
    Packet* one = spare_packets_;
    if (one != nullptr) {
        spare_packets_ = one->next;
    } else {
        one = allocate<Packet>(1);
        owned_.push(one);
    }
    *one = {.message = &message,
            .at = at,
            .to = to,
            .bytes = bytes,
            .is_request = is_request,
            .direction = -1,
            .next = nullptr};
    return *one;
}

void LinkedTiles::advance(Packet& packet, Cycles now) noexcept {
    Place next = packet.to;
    packet.direction = -1;
    if (packet.at.chip != packet.to.chip) {
        packet.direction = direction_for(packet.at.chip, packet.to);
        next = end_of(packet.direction, false);
    }
    Tiles& tiles = *tiles_[packet.at.chip];
    const Action there = [](void* object, Cycles when) {
        auto& one = *static_cast<Packet*>(object);
        LinkedTiles& all = *one.message->all;
        if (one.direction >= 0) return all.transmit(one, when);
        all.end(one, when);
    };
    if (packet.at.tile == next.tile) return there(&packet, now);
    const bool is_first = !packet.is_request && !packet.message->is_read &&
                          packet.at.chip == packet.message->from.chip &&
                          packet.at.tile == packet.message->from.tile;
    const Action left = [](void* object, Cycles when) {
        Message& message = *static_cast<Packet*>(object)->message;
        message.all->see_left(message, when);
    };
    const int from = packet.at.tile;
    packet.at.tile = next.tile;
    tiles.write(from, next.tile, packet.bytes, now, is_first ? left : nullptr, there, &packet);
}

void LinkedTiles::transmit(Packet& packet, Cycles now) noexcept {
    Direction& direction = directions_[packet.direction];
    const std::int64_t parts =
        packet.bytes > 0 ? (packet.bytes + links_.link_packet - 1) / links_.link_packet : 1;
    const std::int64_t bytes = packet.bytes + parts * links_.link_overhead;
    const noc::Rate& rate = links_.link_rate;
    const Cycles sending = (bytes * rate.denominator + rate.numerator - 1) / rate.numerator;
    const Cycles begun = (direction.free_from > now ? direction.free_from : now) + links_.link_start;
    // The core begins with the next packet while this one leaves.
    direction.free_from = begun + sending - (sending < links_.link_start ? sending : links_.link_start);
    direction.busy += sending;
    chip_.events.plan(
        begun + sending + links_.link_latency,
        [](void* object, Cycles when) {
            auto& one = *static_cast<Packet*>(object);
            LinkedTiles& all = *one.message->all;
            one.at = all.end_of(one.direction, true);
            all.advance(one, when);
        },
        &packet);
}

void LinkedTiles::end(Packet& packet, Cycles now) noexcept {
    Message& message = *packet.message;
    packet.next = spare_packets_;
    spare_packets_ = &packet;
    if (packet.is_request) return read_here(packet, now);
    see_arrived(message, now);
}

// The node at the link's end reads the data, and sends each packet on as soon as it is there.
void LinkedTiles::read_here(Packet& request, Cycles now) noexcept {
    Message& message = *request.message;
    const Place at = request.at;
    std::int64_t left = message.bytes;
    const int packets = message.missing;
    for (int number = 0; number < packets; ++number, left -= chips_.packet_bytes) {
        Packet& one = packet(message, at, message.to, part_of(left), false);
        tiles_[at.chip]->read(
            at.tile, message.from.tile, one.bytes, now,
            [](void* object, Cycles when) {
                auto& read = *static_cast<Packet*>(object);
                LinkedTiles& all = *read.message->all;
                all.see_left(*read.message, when);
                all.advance(read, when);
            },
            &one);
    }
}

void LinkedTiles::see_left(Message& message, Cycles now) noexcept {
    if (--message.left > 0) return;
    message.injected = now;
    if (message.injecting != nullptr) message.injecting(message.object, now);
}

// A reader waits for the end; a write is found by looking.
void LinkedTiles::see_arrived(Message& message, Cycles now) noexcept {
    if (message.reached < 0) message.reached = now;
    if (--message.missing > 0) return;
    chip_.events.plan(
        now + (message.is_read ? chips_.complete_cycles : 0),
        [](void* object, Cycles when) {
            auto& done = *static_cast<Message*>(object);
            const Message one = done;
            done.next = one.all->spare_messages_;
            one.all->spare_messages_ = &done;
            if (one.transfer != nullptr) observe_moved(*one.transfer, one.injected, one.reached, when);
            one.arrived(one.object, when);
        },
        &message);
}

// ---- what links did

LinkUse LinkedTiles::use_of(int link) const noexcept {
    if (link >= on_chips()) return {-1, -1, busy(link)};
    const int each = tiles_[0]->link_count();
    return tiles_[link / each]->use_of(link % each);
}

Cycles LinkedTiles::busy(int link) const noexcept {
    if (link >= on_chips()) return directions_[link - on_chips()].busy;
    const int each = tiles_[0]->link_count();
    return tiles_[link / each]->busy(link % each);
}

bool LinkedTiles::enters(int link) const noexcept {
    return link < on_chips() && tiles_[0]->enters(link % tiles_[0]->link_count());
}

int LinkedTiles::interface_number(int link) const noexcept {
    return link < on_chips() ? tiles_[0]->interface_number(link % tiles_[0]->link_count()) : 0;
}

void LinkedTiles::name_link(int link, char* text, std::size_t bytes) const noexcept {
    if (link >= on_chips()) {
        const Place from = end_of(link - on_chips(), false);
        const Place to = end_of(link - on_chips(), true);
        std::snprintf(text, bytes, "between chips, from (%d,%d) of chip %d to (%d,%d) of chip %d",
                      from.tile % chips_.columns, from.tile / chips_.columns, from.chip,
                      to.tile % chips_.columns, to.tile / chips_.columns, to.chip);
        return;
    }
    const int each = tiles_[0]->link_count();
    const int length = std::snprintf(text, bytes, "chip %d, ", link / each);
    tiles_[0]->name_link(link % each, text + length, bytes - static_cast<std::size_t>(length));
}

std::int64_t LinkedTiles::flit_hops() const noexcept {
    std::int64_t hops = 0;
    for (int number = 0; number < links_.chips; ++number) hops += tiles_[number]->flit_hops();
    return hops;
}

} // namespace sartor::machine::manycore
