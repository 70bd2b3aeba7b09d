// Messages and data as reads and writes; the networks go on cycle by cycle while they have something to do.
#include "emulation/chip/tiles.hpp"

#include <cstdio>
#include <new>

namespace sartor::machine::manycore {

namespace {

constexpr std::int64_t word_bytes = 8;

} // namespace

Interconnect& make_tiles(Chip& chip) noexcept {
    return *new (allocate<char>(sizeof(Tiles))) Tiles(chip); // NOLINT(clang-analyzer-cplusplus.PlacementNew)
}

Tiles::Tiles(Chip& chip, int first_node) noexcept
    : chip_(chip), tiles_(*chip.description().tiles), chip_of_tiles_(tiles_), first_node_(first_node),
      tile_of_(allocate<int>(static_cast<std::size_t>(tiles_.nodes()))),
      node_of_(allocate<int>(static_cast<std::size_t>(tiles_.nodes()))) {
    int node = 0;
    for (int tile = 0; tile < tiles_.nodes(); ++tile) {
        const bool is_rank = tiles_.ranks[static_cast<std::size_t>(tile)];
        node_of_[tile] = is_rank ? first_node + node : -1;
        if (is_rank) tile_of_[node++] = tile;
    }
}

void Tiles::release() noexcept {
    for (std::size_t index = 0; index < operations_.size(); ++index) std::free(operations_[index]);
    std::free(tile_of_);
    std::free(node_of_);
    this->~Tiles();
    std::free(this);
}

// Network 0 goes to higher numbers, network 1 to lower ones.
int Tiles::network_for(int from, int to) const noexcept {
    const auto upwards = [](int here, int there, int size) { return (there - here + size) % size; };
    const int x = upwards(from % tiles_.columns, to % tiles_.columns, tiles_.columns);
    const int y = upwards(from / tiles_.columns, to / tiles_.columns, tiles_.rows);
    const int back = (x > 0 ? tiles_.columns - x : 0) + (y > 0 ? tiles_.rows - y : 0);
    return x + y <= back ? 0 : 1;
}

// ---- what the chip asks for

Tiles::Operation& Tiles::operation(int from_tile, int to_tile, std::int64_t bytes, Cycles now) noexcept {
    Operation* one = spare_;
    if (one != nullptr) {
        spare_ = one->next;
    } else {
        one = allocate<Operation>(1);
        one->number = static_cast<int>(operations_.size());
        operations_.push(one);
    }
    const int packets = chip_of_tiles_.packets_of(bytes);
    *one = {.number = one->number,
            .from = from_tile,
            .to = to_tile,
            .network = network_for(from_tile, to_tile),
            .is_read = false,
            .bytes = bytes,
            .left = packets,
            .missing = packets,
            .begun = now,
            .reached = -1,
            .injected = now,
            .injecting = nullptr,
            .arrived = nullptr,
            .object = nullptr,
            .transfer = nullptr,
            .tiles = this,
            .next = nullptr};
    return *one;
}

void Tiles::put_back(Operation& operation) noexcept {
    operation.next = spare_;
    spare_ = &operation;
}

void Tiles::send(int from, int to, std::int64_t bytes, Cycles now, Action arrived, void* object) noexcept {
    write(tile_of(from), tile_of(to), bytes, now, nullptr, arrived, object);
}

void Tiles::write(int from_tile, int to_tile, std::int64_t bytes, Cycles now, Action left, Action arrived,
                  void* object) noexcept {
    Operation& one = operation(from_tile, to_tile, bytes, now);
    one.injecting = left;
    one.arrived = arrived;
    one.object = object;
    issue(one, now);
}

void Tiles::read(int reader_tile, int target_tile, std::int64_t bytes, Cycles now, Action arrived,
                 void* object) noexcept {
    Operation& one = operation(target_tile, reader_tile, bytes, now);
    one.is_read = true;
    one.arrived = arrived;
    one.object = object;
    issue(one, now);
}

void Tiles::signal(int from, int to, Cycles now, Action arrived, void* object) noexcept {
    send(from, to, word_bytes, now, arrived, object);
}

void Tiles::start(Transfer& transfer, Cycles now) noexcept {
    chip_.node(transfer.from).memory_bytes += transfer.left;
    chip_.node(transfer.to).memory_bytes += transfer.left;
    Operation& one = operation(tile_of(transfer.from), tile_of(transfer.to), transfer.left, now);
    one.is_read = transfer.driver == Transfer::Driver::reader;
    one.injecting = transfer.injected;
    one.arrived = transfer.arrived;
    one.object = transfer.object;
    one.transfer = &transfer;
    transfer.network = this;
    transfer.note.left = now;
    transfer.bytes = transfer.left;
    transfer.left = 0;
    issue(one, now);
}

// ---- on the networks

void Tiles::issue(Operation& operation, Cycles now) noexcept {
    chip_.events.plan(now + tiles_.issue_cycles, &ask, &operation);
}

void Tiles::ask(void* object, Cycles now) noexcept {
    const auto& asked = *static_cast<Operation*>(object);
    Tiles& self = *asked.tiles;
    if (asked.is_read)
        self.chip_of_tiles_.read(asked.network, asked.to, asked.from, asked.bytes, asked.number);
    else
        self.chip_of_tiles_.write(asked.network, asked.from, asked.to, asked.bytes, asked.number, now);
    self.step_at(now > self.stepped_ ? now : self.stepped_ + 1);
}

void Tiles::step_at(Cycles time) noexcept {
    if (planned_ >= 0 && planned_ <= time) return;
    planned_ = time;
    chip_.events.plan(time, &step, this);
}

void Tiles::step(void* object, Cycles now) noexcept {
    auto& self = *static_cast<Tiles*>(object);
    if (self.planned_ != now) return; // an earlier one was planned since
    self.planned_ = -1;
    self.stepped_ = now;
    const Cycles next = self.chip_of_tiles_.step(now);
    const auto& arrivals = self.chip_of_tiles_.arrivals();
    for (std::size_t index = 0; index < arrivals.size(); ++index) self.see(arrivals[index]);
    if (!self.chip_of_tiles_.is_idle()) self.step_at(next);
}

void Tiles::see(const noc::Chip::Arrival& arrival) noexcept {
    Operation& one = *operations_[static_cast<std::size_t>(arrival.owner)];
    if (arrival.what == noc::Seen::left) return see_left(one, arrival.time);
    if (one.reached < 0) one.reached = arrival.time;
    if (--one.missing > 0) return;
    if (one.is_read) see_left(one, arrival.time);
    // A reader waits for the end; a write is found by looking.
    const Cycles noticed = one.is_read ? tiles_.complete_cycles : 0;
    chip_.events.plan(arrival.time + noticed, &finish, &one);
}

// The memory that has the data may be used again.
void Tiles::see_left(Operation& operation, Cycles time) noexcept {
    if (!operation.is_read && --operation.left > 0) return;
    operation.injected = time;
    if (operation.injecting != nullptr) chip_.events.plan(time, operation.injecting, operation.object);
}

void Tiles::finish(void* object, Cycles now) noexcept {
    auto& done = *static_cast<Operation*>(object);
    const Operation one = done;
    done.tiles->put_back(done);
    if (one.transfer != nullptr) observe_moved(*one.transfer, one.injected, one.reached, now);
    one.arrived(one.object, now);
}

void observe_moved(const Transfer& transfer, Cycles injected, Cycles reached, Cycles now) noexcept {
    if (transfer.note.from < 0) return;
    observe([&](Observer& observer) {
        observer.moved({transfer.note, transfer.from, transfer.to, injected, reached, now, transfer.bytes});
    });
}

// ---- what links did

LinkUse Tiles::use_of(int link) const noexcept {
    const int router = router_of(link);
    const int node = node_of_[router];
    if (node < 0 || output_of(link) >= noc::port_interface) return {node, node, busy(link)};
    const noc::Routers& routers = chip_of_tiles_.routers(network_of(link));
    int next = routers.next_node(router, output_of(link));
    while (node_of_[next] < 0) next = routers.next_node(next, output_of(link));
    return {node, node_of_[next], busy(link)};
}

Cycles Tiles::busy(int link) const noexcept {
    const noc::Routers& routers = chip_of_tiles_.routers(network_of(link));
    return enters(link) ? routers.injected(router_of(link)) : routers.moved(router_of(link), output_of(link));
}

void Tiles::name_link(int link, char* text, std::size_t bytes) const noexcept {
    const int router = router_of(link);
    const int x = router % tiles_.columns;
    const int y = router / tiles_.columns;
    if (output_of(link) >= noc::port_interface) {
        std::snprintf(text, bytes, "network %d, %s the node at (%d,%d)", network_of(link),
                      enters(link) ? "out of" : "into", x, y);
        return;
    }
    const int next = chip_of_tiles_.routers(network_of(link)).next_node(router, output_of(link));
    std::snprintf(text, bytes, "network %d, from (%d,%d) to (%d,%d)", network_of(link), x, y,
                  next % tiles_.columns, next / tiles_.columns);
}

} // namespace sartor::machine::manycore
