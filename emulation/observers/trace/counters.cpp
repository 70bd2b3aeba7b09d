// What a link was busy in one sample's time can be more than that time, since bursts are booked ahead: the
// rest counts for the next.
#include "emulation/observers/trace/counters.hpp"

#include "emulation/observers/energy/energy.hpp"

namespace sartor::machine::manycore::trace {

namespace {

constexpr std::int64_t first_microseconds = 10;
constexpr int values_before_doubling = 8192;
constexpr int fewest_samples = 16;

} // namespace

Counters::Counters(Run& run, Writer& writer, Tracks& tracks) noexcept
    : run_(run), writer_(writer), tracks_(tracks),
      links_(allocate<LinkState>(static_cast<std::size_t>(run.chip.networks().link_count()))),
      memory_(allocate<std::int64_t>(static_cast<std::size_t>(run.chip.description().nodes()))),
      interval_(first_microseconds * run.chip.description().clock),
      // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): a chip has nodes
      most_samples_(values_before_doubling / run.chip.description().nodes()) {
    if (most_samples_ < fewest_samples) most_samples_ = fewest_samples;
}

Counters::~Counters() {
    std::free(links_);
    std::free(memory_);
}

void Counters::begin(Track track) noexcept {
    writer_ << ",\n"
            << R"({"ph":"C","pid":)" << track.process << R"(,"tid":0,"ts":)";
    writer_.time(since_);
}

void Counters::sample(Cycles now) noexcept {
    if (now <= since_ || writer_.full()) return;
    sample_power(now);
    sample_memory(now);
    sample_links(now);
    since_ = now;
    if (++samples_ < most_samples_) return;
    samples_ = 0;
    interval_ *= 2;
}

void Counters::sample_power(Cycles now) noexcept {
    const std::int64_t energy = energy_until(run_, now).total();
    const std::int64_t power = milliwatts(energy - energy_, now - since_, run_.chip.description().clock);
    energy_ = energy;
    if (power == power_) return;
    power_ = power;
    begin(tracks_.of_chip());
    writer_ << R"(,"name":"power","args":{"W":)";
    writer_.thousandths(power) << "}}";
    writer_.end_unit();
}

void Counters::sample_memory(Cycles) noexcept {
    const Description& description = run_.chip.description();
    for (int node = 0; node < description.nodes(); ++node) {
        const std::int64_t used = run_.memories[node].total;
        if (used == memory_[node]) continue;
        memory_[node] = used;
        begin(tracks_.of_node(node));
        writer_.raw(description.is_io(node) ? R"(,"name":"DDR")" : R"(,"name":"SMEM")");
        writer_ << R"(,"args":{"bytes":)" << used << "}}";
        writer_.end_unit();
    }
}

// An I/O subsystem has several.
void Counters::begin_interface(int node, int link) noexcept {
    const Interconnect& network = run_.chip.networks();
    writer_.raw(R"(,"name":"interface)");
    if (run_.chip.description().is_io(node) || network.serves_reads())
        writer_ << " " << network.interface_number(link);
    writer_.raw(network.enters(link) ? R"(, out)" : R"(, in)");
}

void Counters::sample_links(Cycles now) noexcept {
    constexpr std::int64_t percent_in_thousandths = 100'000;
    const Interconnect& network = run_.chip.networks();
    const Cycles time = now - since_;
    for (int link = 0, count = network.link_count(); link < count; ++link) {
        LinkState& state = links_[link];
        // What is booked may be given back.
        const Cycles more = network.busy(link) - state.counted;
        const Cycles uncounted = more > 0 ? more : 0;
        if (uncounted == 0 && state.shown == 0) continue;
        const Cycles busy = uncounted < time ? uncounted : time;
        state.counted += busy;
        const std::int64_t load = busy * percent_in_thousandths / time;
        if (load == state.shown) continue;
        state.shown = load;
        const LinkUse use = network.use_of(link);
        if (use.from < 0) continue;
        begin(tracks_.of_node(use.from));
        if (use.from != use.to)
            writer_ << R"(,"name":"link to )" << use.to;
        else
            begin_interface(use.from, link);
        writer_ << R"(","args":{"percent":)";
        writer_.thousandths(load) << "}}";
        writer_.end_unit();
    }
}

} // namespace sartor::machine::manycore::trace
