// A track is named in the file before it is used first.
#include "emulation/observers/trace/tracks.hpp"

#include <cstdio>

namespace sartor::machine::manycore::trace {

Tracks::Tracks(const Run& run, Writer& writer) noexcept
    : run_(run), writer_(writer),
      known_(allocate<Known>(static_cast<std::size_t>(run.chip.description().nodes()))) {
    for (int node = 0; node < run.chip.description().nodes(); ++node) known_[node] = Known();
    writer_ << R"({"ph":"M","name":"process_name","pid":)" << of_chip().process << R"(,"args":{"name":")";
    writer_.raw(run.chip.description().name) << "\"}}";
    writer_.end_last();
    for (int rank = 0; rank < run.ranks; ++rank) {
        static_cast<void>(of_node(run.pes[rank].node));
        name_thread(of_rank(rank), "rank ", rank);
    }
}

const Writer::Phrase& Tracks::new_event_start(Track track) noexcept {
    while (event_starts_.size() <= static_cast<std::size_t>(track.thread)) event_starts_.push({});
    Writer::Phrase& event_start = event_starts_[static_cast<std::size_t>(track.thread)];
    event_start.size =
        static_cast<std::uint8_t>(std::snprintf(event_start.text, sizeof event_start.text,
                                                R"(","pid":%d,"tid":%d,"ts":)", track.process, track.thread));
    return event_start;
}

Tracks::~Tracks() {
    std::free(known_);
}

void Tracks::name_process(int node) noexcept {
    const Description& description = run_.chip.description();
    const bool io = description.is_io(node);
    writer_ << ",\n"
            << R"({"ph":"M","name":"process_name","pid":)" << process_of(node);
    writer_ << R"(,"args":{"name":")";
    writer_.raw(io ? "I/O subsystem " : "cluster ") << (io ? node - description.clusters : node) << "\"}}";
    writer_ << ",\n"
            << R"({"ph":"M","name":"process_sort_index","pid":)" << process_of(node);
    writer_ << R"(,"args":{"sort_index":)" << node << "}}";
    writer_.end_last();
}

void Tracks::name_thread(Track track, const char* name, int number) noexcept {
    writer_ << ",\n"
            << R"({"ph":"M","name":"thread_name","pid":)" << track.process << R"(,"tid":)";
    writer_ << track.thread << R"(,"args":{"name":")";
    writer_.raw(name);
    if (number >= 0) writer_ << number;
    writer_ << "\"}}";
    writer_.end_last();
}

Track Tracks::of_node(int node) noexcept {
    if (!known_[node].named) {
        known_[node].named = true;
        name_process(node);
    }
    return {process_of(node), 0};
}

Track Tracks::of_server(int node) noexcept {
    const Track track = {of_node(node).process, first_server() + node};
    if (!known_[node].has_server) {
        known_[node].has_server = true;
        name_thread(track, run_.chip.description().kernel_cycles > 0 ? "kernel" : "resource manager", -1);
    }
    return track;
}

Track Tracks::lane(int node, Side side, Cycles from, Cycles to) noexcept {
    const int process = of_node(node).process;
    const int first = known_[node].lanes[static_cast<int>(side)];
    int number = 0;
    int last = -1;
    for (int lane = first; lane >= 0; lane = lanes_[static_cast<std::size_t>(lane)].next, ++number) {
        last = lane;
        if (lanes_[static_cast<std::size_t>(lane)].end > from) continue;
        lanes_[static_cast<std::size_t>(lane)].end = to;
        return {process, first_lane() + lane};
    }
    const int added = static_cast<int>(lanes_.size());
    lanes_.push({-1, to});
    (last < 0 ? known_[node].lanes[static_cast<int>(side)] : lanes_[static_cast<std::size_t>(last)].next) =
        added;
    const Track track = {process, first_lane() + added};
    name_thread(track, side == Side::out ? "data out " : "data in ", number);
    return track;
}

} // namespace sartor::machine::manycore::trace
