// Colour, thickness and a number show how busy a link was. Lengths of bars are memory.
#include "components/machine/manycore/observers/chart/chip.hpp"

#include "components/machine/manycore/observers/chart/layout.hpp"
#include "components/machine/manycore/observers/chart/svg.hpp"
#include "components/machine/manycore/observers/energy/energy.hpp"

namespace sartor::machine::manycore::chart {

namespace {

constexpr std::int64_t whole = 100'000; // thousandths of a percent

class ChipPicture {
  public:
    ChipPicture(FILE* file, const Run& run, Cycles now) noexcept
        : svg_(file), run_(run), description_(run.chip.description()), layout_(description_), now_(now),
          ranks_(allocate<int>(static_cast<std::size_t>(description_.nodes()))) {
        for (int rank = 0; rank < run.ranks; ++rank) ++ranks_[run.pes[rank].node];
        const Network& network = run.chip.data_network;
        for (int link = 0; link < network.link_count(); ++link)
            if (load(link) > most_) most_ = load(link);
        most_ = rounded_up(most_);
    }
    ChipPicture(const ChipPicture&) = delete;
    ChipPicture& operator=(const ChipPicture&) = delete;
    ~ChipPicture() { std::free(ranks_); }

    void draw() noexcept {
        svg_.begin(layout_.width(), layout_.height() + legend_height);
        title();
        for (int node = 0; node < description_.nodes(); ++node) {
            cell(node);
            if (!description_.is_io(node)) links_of(node);
        }
        legend(layout_.height() + 16);
        svg_.end();
    }

  private:
    static constexpr int legend_height = 120;
    struct Interface {
        std::int64_t out = 0;
        std::int64_t in = 0;
    };

    [[nodiscard]] std::int64_t load(int link) const noexcept {
        return now_ == 0 ? 0 : run_.chip.data_network.use_of(link).busy * whole / now_;
    }
    // Of what was not used, nothing.
    [[nodiscard]] Number percent(std::int64_t load) const noexcept {
        return load == 0 ? Number{} : in_percent(load, layout_.is_small());
    }
    [[nodiscard]] Color color(std::int64_t load) const noexcept {
        return load == 0 ? white : ramp(load * 1000 / most_);
    }
    [[nodiscard]] int thickest() const noexcept { return layout_.is_small() ? 8 : 13; }
    [[nodiscard]] int thickness(std::int64_t load) const noexcept {
        return 1 + static_cast<int>(load * (thickest() - 1) / most_);
    }
    // Of an I/O subsystem's interfaces the busiest.
    [[nodiscard]] Interface interface_of(int node) const noexcept;

    void title() noexcept;
    void cell(int node) noexcept;
    void memory(int node, Point point) noexcept;
    void interface(int node, Point point) noexcept;
    void links_of(int router) noexcept;
    void link(int router, int number, int dimension, Direction direction) noexcept;
    void arrow(Point point, Direction direction, std::int64_t load) noexcept;
    void further(Point point, int row, int to, std::int64_t load) noexcept;
    void legend(int y) noexcept;

    Svg svg_;
    const Run& run_;
    const Description& description_;
    Layout layout_;
    Cycles now_;
    int* ranks_; // of each node
    std::int64_t most_ = 0;
    int further_ = 0; // links of the cluster that is drawn, inside its cell
};

void ChipPicture::title() noexcept {
    const int room = layout_.width() - 2 * Layout::left;
    svg_.text({Layout::left, 30, room, large_text}, "%s: %d ranks, %s of virtual time, %s W on average",
              description_.name, run_.ranks, in_seconds(now_ / description_.clock).text,
              in_thousandths(milliwatts(energy_until(run_, now_).total(), now_, description_.clock)).text);
    svg_.text({Layout::left, 50, room},
              description_.network == NetworkKind::torus
                  ? "clusters on a torus: links at an edge of the picture lead to the opposite edge"
                  : "clusters on a mesh");
}

ChipPicture::Interface ChipPicture::interface_of(int node) const noexcept {
    const Network& network = run_.chip.data_network;
    Interface found;
    for (int link = network.first_interface(); link < network.link_count(); ++link) {
        if (network.use_of(link).from != node) continue;
        std::int64_t& side = network.enters(link) ? found.out : found.in;
        if (load(link) > side) side = load(link);
    }
    return found;
}

void ChipPicture::cell(int node) noexcept {
    const Point point = layout_.of(node);
    const bool io = description_.is_io(node);
    const int number = io ? node - static_cast<int>(description_.clusters) : node;
    svg_.group("class=\"%s\" data-number=\"%d\"", io ? "io" : "cluster", number);
    svg_.box(point.x, point.y, layout_.cell_width(), layout_.cell_height(), white, black);
    if (layout_.is_small()) {
        svg_.text({point.x + layout_.cell_width() / 2, point.y + 14, layout_.cell_width() - 16, small_text,
                   Anchor::middle},
                  io ? "I/O%d" : "%d", number);
    } else {
        svg_.text({point.x + 8, point.y + 18, layout_.cell_width() - 16, 13}, io ? "I/O %d" : "cluster %d",
                  number);
        if (ranks_[node] > 0)
            svg_.text({point.x + 8, point.y + 34, layout_.cell_width() - 16}, "%d rank%s", ranks_[node],
                      ranks_[node] == 1 ? "" : "s");
        else
            svg_.text({point.x + 8, point.y + 34, layout_.cell_width() - 16}, "no ranks");
        if (io)
            svg_.text({point.x + 8, point.y + 52, layout_.cell_width() - 16}, "at cluster %d",
                      description_.io_at[number]);
        if (io && run_.memories[node].peak > 0)
            svg_.text({point.x + 8, point.y + 68, layout_.cell_width() - 16}, "%s of DDR",
                      in_bytes(run_.memories[node].peak).text);
    }
    if (!io) memory(node, point);
    interface(node, point);
    svg_.end_group();
}

void ChipPicture::memory(int node, Point point) noexcept {
    const std::int64_t used = run_.memories[node].peak;
    const std::int64_t parts = used * 100 / description_.smem_bytes;
    const Number text =
        used == 0 ? Number{} : in_percent(used * whole / description_.smem_bytes, layout_.is_small());
    const int inset = layout_.is_small() ? 10 : 8;
    const int length = layout_.cell_width() - 2 * inset;
    const int y = point.y + (layout_.is_small() ? 31 : 42);
    const int filled = static_cast<int>(parts < 100 ? parts * length / 100 : length);
    const int thick = layout_.is_small() ? 6 : 12;
    svg_.box(point.x + inset, y, length, thick, white, grey);
    svg_.bar(point.x + inset, y, filled, thick, grey);
    if (layout_.is_small())
        svg_.text({point.x + layout_.cell_width() / 2, point.y + 27, length, small_text, Anchor::middle},
                  "%s", text.text);
    else if (used > 0)
        svg_.text({point.x + inset, y + 26, length}, "%s, %s", in_bytes(used).text, text.text);
}

void ChipPicture::interface(int node, Point point) noexcept {
    const Interface use = interface_of(node);
    if (layout_.is_small()) {
        svg_.box(point.x + 1, point.y + 1, 6, 38, color(use.in), grey);
        svg_.box(point.x + layout_.cell_width() - 7, point.y + 1, 6, 38, color(use.out), grey);
        return;
    }
    const int y = point.y + 78;
    const int half = layout_.cell_width() / 2;
    const struct {
        const char* name;
        int x;
        int room;
        std::int64_t load;
    } sides[] = {{"in", point.x + 6, half - 19, use.in}, {"out", point.x + half, half - 13, use.out}};
    for (const auto& side : sides) {
        svg_.box(side.x, y, 10, 12, color(side.load), grey);
        svg_.text({side.x + 13, y + 10, side.room}, "%s %s", side.name, percent(side.load).text);
    }
}

void ChipPicture::links_of(int router) noexcept {
    further_ = 0;
    for (int dimension = 0; dimension < description_.dimension_count; ++dimension) {
        const int size = description_.dimensions[dimension];
        if (size < 2) continue;
        const int number = (router * description_.dimension_count + dimension) * 2;
        link(router, number, dimension, dimension % 2 == 0 ? Direction::right : Direction::down);
        // Of two clusters in a circle the way up is always taken.
        if (size > 2 || description_.network == NetworkKind::mesh)
            link(router, number + 1, dimension, dimension % 2 == 0 ? Direction::left : Direction::up);
    }
}

void ChipPicture::link(int router, int number, int dimension, Direction direction) noexcept {
    const int to = run_.chip.data_network.use_of(number).to;
    const bool up = number % 2 == 0;
    if (description_.network == NetworkKind::mesh && (up ? to <= router : to >= router)) return; // the edge
    const std::int64_t busy = load(number);
    svg_.group("class=\"link\" data-from=\"%d\" data-to=\"%d\" data-load=\"%lld\"", router, to,
               static_cast<long long>(busy));
    if (dimension < 2)
        arrow(layout_.of(router), direction, busy);
    else
        further(layout_.of(router), further_++, to, busy);
    svg_.end_group();
}

// In the gap behind the cell's side; ways there and back are beside each other, with their numbers outside.
void ChipPicture::arrow(Point point, Direction direction, std::int64_t load) noexcept {
    const int width = layout_.cell_width();
    const int height = layout_.cell_height();
    const int gap = layout_.gap();
    const int aside = layout_.is_small() ? 7 : 15;
    const int outside = aside + thickest() / 2 + 4;
    const int length = gap - 4;
    const int middle = point.y + height / 2;
    const int center = point.x + width / 2;
    const Number number = percent(load);
    const auto across = [&](int start, int y, int text_y, int text_center) {
        svg_.arrow(start, y, length, thickness(load), direction, color(load));
        svg_.text({text_center, text_y, gap, small_text, Anchor::middle}, "%s", number.text);
    };
    const auto along = [&](int start, int x, int text_x, int text_y, Anchor anchor) {
        svg_.arrow(x, start, length, thickness(load), direction, color(load));
        svg_.text({text_x, text_y, (width + gap) / 2 - outside, small_text, anchor}, "%s", number.text);
    };
    switch (direction) {
    case Direction::right:
        return across(point.x + width + 2, middle - aside, middle - outside, point.x + width + gap / 2);
    case Direction::left:
        return across(point.x - 2, middle + aside, middle + outside + 8, point.x - gap / 2);
    case Direction::down:
        return along(point.y + height + 2, center - aside, center - outside, point.y + height + gap / 2 + 4,
                     Anchor::end);
    case Direction::up:
        return along(point.y - 2, center + aside, center + outside, point.y - gap / 2 + 4, Anchor::start);
    }
}

void ChipPicture::further(Point point, int row, int to, std::int64_t load) noexcept {
    if (layout_.is_small()) {
        svg_.box(point.x + 2 + row * 8, point.y + 42, 7, 10, color(load), grey);
        return;
    }
    const int y = point.y + 96 + row * Layout::further_height;
    svg_.box(point.x + 6, y, 10, 12, color(load), grey);
    svg_.text({point.x + 19, y + 10, layout_.cell_width() - 22}, load == 0 ? "to %d" : "to %d: %s", to,
              percent(load).text);
}

void ChipPicture::legend(int y) noexcept {
    constexpr int steps = 20;
    constexpr int step_width = 12;
    constexpr int length = steps * step_width;
    constexpr int ticks = 4;
    const int x = Layout::left;
    svg_.group("class=\"legend\"");
    svg_.text({x, y + 12, 420}, "how much of the run a link was busy");
    svg_.box(x, y + 20, length, 14, white, grey);
    for (int step = 0; step < steps; ++step)
        svg_.bar(x + step * step_width, y + 20, step_width, 14, ramp(step * 1000 / (steps - 1)));
    for (int tick = 0; tick <= ticks; ++tick)
        svg_.text({x + tick * length / ticks, y + 50, length / ticks, small_text, Anchor::middle}, "%s",
                  tick == 0 ? "0" : in_percent(most_ * tick / ticks, false).text);
    svg_.arrow(x + length + 40, y + 27, 48, 1, Direction::right, white);
    svg_.text({x + length + 96, y + 31, 60}, "not used");
    svg_.text({x + length + 40, y + 50, 380},
              layout_.is_small() ? "left and right in a cell: from the network, to the network"
                                 : "in, out: from the network to the cluster and back");
    svg_.box(x, y + 66, 60, 12, white, grey);
    svg_.bar(x, y + 66, 30, 12, grey);
    svg_.text({x + 68, y + 76, 500}, "memory of a cluster (SMEM): the most in use at a time, of %s",
              in_bytes(description_.smem_bytes).text);
    svg_.end_group();
}

} // namespace

void draw_chip(FILE* file, const Run& run, Cycles now) noexcept {
    ChipPicture(file, run, now).draw();
}

} // namespace sartor::machine::manycore::chart
