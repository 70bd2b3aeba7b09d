// The page needs no other file and no script. Differences are lightness, not colour, and every number that is
// drawn is also written or named by the mark under the pointer.
#include <algorithm>
#include <cstdio>

#include "components/observation/memory.hpp"
#include "components/observation/profile.hpp"
#include "components/observation/run.hpp"

namespace sartor::observation {

namespace {

constexpr const char* head = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Profile</title><style>
body{font:15px/1.4 system-ui,sans-serif;margin:2em auto;max-width:75em;padding:0 1em;color:#111}
table{border-collapse:collapse;margin:.5em 0 2em}td,th{padding:.15em .7em;text-align:right;border-bottom:1px solid #ccc}
th{background:#eee;position:sticky;top:0}td.t,th.t{text-align:left}code{font-size:.92em}
.k{display:inline-block;width:1em;height:1em;border:1px solid #333;vertical-align:-.15em;margin-right:.3em}
</style></head><body>
)";

void write_reasons(const Summary& summary, const Sums& sums, TextFile& file) noexcept {
    bool any = false;
    for (int reason = 0; reason < reasons; ++reason) {
        if (sums.waited[reason] <= 0) continue;
        file.print("%s%s %.4f", any ? ", " : "", name_of(static_cast<Reason>(reason)),
                   summary.seconds(sums.waited[reason]));
        any = true;
    }
}

double to_mean(Ticks most, const Sums& sums, int ranks) noexcept {
    return sums.time > 0 ? static_cast<double>(most) * ranks / static_cast<double>(sums.time) : 1;
}

void write_functions(const Summary& summary, TextFile& file) noexcept {
    file.print(
        "<h2>Functions</h2><p>Seconds, of all ranks together; the largest of one rank, and how much that is "
        "above the mean.</p><table><tr><th class=\"t\">function<th>calls<th>seconds<th>waited<th>most of a "
        "rank<th>rank<th>max/mean</tr>\n");
    for (std::size_t place = 0; place < summary.functions(); ++place) {
        const Function& function = summary.function(place);
        file.print("<tr><td class=\"t\"><code>").as_html(function.name);
        file.print("</code><td>%lld<td>%.4f<td>%.4f<td>%.4f<td>%d<td>%.2f</tr>\n",
                   static_cast<long long>(function.sums.count), summary.seconds(function.sums.time),
                   summary.seconds(function.sums.waited_in_all()), summary.seconds(function.most),
                   function.most_rank, to_mean(function.most, function.sums, summary.ranks()));
    }
    file.print("</table>\n");
}

void write_sites(const Summary& summary, TextFile& file) noexcept {
    file.print("<h2>Call sites</h2><table><tr><th class=\"t\">call<th class=\"t\">where<th>calls<th>bytes "
               "sent<th>bytes received<th>seconds<th>max/mean<th>waited<th class=\"t\">why (seconds)</tr>\n");
    for (std::size_t place = 0; place < summary.sites(); ++place) {
        const Site& site = summary.site_by_time(place);
        file.print("<tr><td class=\"t\"><code>").as_html(site.function);
        file.print("</code><td class=\"t\"><code>").as_html(site.text);
        file.print("</code><td>%lld<td>%lld<td>%lld<td>%.4f<td>%.2f<td>%.4f<td class=\"t\">",
                   static_cast<long long>(site.sums.count), static_cast<long long>(site.sums.sent),
                   static_cast<long long>(site.sums.received), summary.seconds(site.sums.time),
                   to_mean(site.most, site.sums, summary.ranks()),
                   summary.seconds(site.sums.waited_in_all()));
        write_reasons(summary, site.sums, file);
        file.print("</tr>\n");
    }
    file.print("</table>\n");
}

// A bar for each rank, or for some of very many.
void write_ranks(const Summary& summary, TextFile& file) noexcept {
    constexpr int most_bars = 512;
    constexpr int height = 160;
    const int bars = std::min(summary.ranks(), most_bars);
    const int width = std::max(2, 960 / bars);
    file.print("<h2>Ranks</h2><p><span class=\"k\" style=\"background:#f4f4f4\"></span>outside of MPI "
               "<span class=\"k\" style=\"background:#8fb3d9\"></span>in MPI, not waiting "
               "<span class=\"k\" style=\"background:#12355b\"></span>waiting in MPI. Each bar is one of %d "
               "ranks.</p>\n<svg width=\"%d\" height=\"%d\" role=\"img\">\n",
               bars, bars * width, height);
    for (int rank = 0; rank < bars; ++rank) {
        const Sums& sums = summary.rank(rank);
        const double whole = summary.run_seconds();
        const double in_mpi = summary.seconds(sums.time);
        const double waited = std::min(in_mpi, summary.seconds(sums.waited_in_all()));
        const double mpi_height = height * std::min(1.0, in_mpi / whole);
        const double wait_height = height * std::min(1.0, waited / whole);
        file.print("<g><title>rank %d: %.4f s in MPI, %.4f s of it waiting</title>", rank, in_mpi, waited);
        file.print("<rect x=\"%d\" width=\"%d\" height=\"%d\" fill=\"#f4f4f4\"/>", rank * width, width,
                   height);
        file.print("<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"#8fb3d9\"/>", rank * width,
                   height - mpi_height, width, mpi_height);
        file.print("<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"#12355b\"/></g>\n",
                   rank * width, height - wait_height, width, wait_height);
    }
    file.print("</svg>\n");
}

// Bytes from groups of ranks (rows) to groups (columns), at most 64 of them.
class Matrix {
  public:
    static constexpr int most = 64;

    explicit Matrix(int ranks) noexcept : ranks_a_group_((ranks + most - 1) / most) {
        groups_ = (ranks + ranks_a_group_ - 1) / ranks_a_group_;
        bytes_ =
            allocate<std::int64_t>(static_cast<std::size_t>(groups_) * static_cast<std::size_t>(groups_));
        for (int rank = 0; rank < ranks; ++rank)
            for (const Traffic& one : tables_of(rank).traffic)
                if (one.messages != 0 && &one != &tables_of(rank).traffic[Tables::most_peers])
                    add(rank, one.to, one.bytes);
    }
    void write(TextFile& file) const noexcept {
        constexpr int margin = 50;
        const int cell = groups_ <= 16 ? 48 : groups_ <= 32 ? 24 : 14;
        file.print(
            "<h2>Messages</h2><p>Bytes that each rank (row) sent to each other (column) in messages of the "
            "program; collectives are not among them. Darker is more; %lld bytes at most.",
            static_cast<long long>(largest_));
        if (ranks_a_group_ > 1) file.print(" Each row and column is a group of %d ranks.", ranks_a_group_);
        file.print("</p>\n<svg width=\"%d\" height=\"%d\" role=\"img\" font-size=\"10\" "
                   "font-family=\"sans-serif\">\n",
                   margin + groups_ * cell, margin + groups_ * cell);
        const int step = groups_ <= 16 ? 1 : 8;
        for (int group = 0; group < groups_; group += step)
            file.print("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%d</text><text x=\"%d\" y=\"%d\" "
                       "text-anchor=\"end\">%d</text>\n",
                       margin + group * cell + cell / 2, margin - 5, group * ranks_a_group_, margin - 5,
                       margin + group * cell + cell / 2 + 4, group * ranks_a_group_);
        file.print("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#999\"/>\n",
                   margin, margin, groups_ * cell, groups_ * cell);
        for (int row = 0; row < groups_; ++row)
            for (int column = 0; column < groups_; ++column) write_cell(row, column, cell, margin, file);
        file.print("</svg>\n");
    }

  private:
    void add(int from, int to, std::int64_t bytes) noexcept {
        std::int64_t& sum = bytes_[from / ranks_a_group_ * groups_ + to / ranks_a_group_];
        sum += bytes;
        largest_ = std::max(largest_, sum);
    }
    void write_cell(int row, int column, int size, int margin, TextFile& file) const noexcept {
        const std::int64_t bytes = bytes_[row * groups_ + column];
        if (bytes == 0) return;
        const double part = largest_ > 0 ? static_cast<double>(bytes) / static_cast<double>(largest_) : 0;
        const int lightness = static_cast<int>(92 - 70 * part);
        const int x = margin + column * size;
        const int y = margin + row * size;
        file.print("<g><title>%d to %d: %lld bytes</title><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
                   "fill=\"hsl(215,55%%,%d%%)\" stroke=\"#ddd\"/>",
                   row * ranks_a_group_, column * ranks_a_group_, static_cast<long long>(bytes), x, y, size,
                   size, lightness);
        if (groups_ <= 16)
            file.print("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"%s\">%.3g</text>", x + size / 2,
                       y + size / 2 + 4, lightness < 55 ? "#fff" : "#000", static_cast<double>(bytes));
        file.print("</g>\n");
    }

    int ranks_a_group_;
    int groups_ = 0;
    std::int64_t* bytes_ = nullptr;
    std::int64_t largest_ = 0;
};

} // namespace

void write_page(const Summary& summary, TextFile& file) noexcept {
    file.print("%s", head);
    const double whole = summary.run_seconds() * summary.ranks();
    file.print("<h1>Profile of %d rank%s</h1><p>%.3f seconds; %.1f %% of the ranks' time in MPI, %.1f %% "
               "waiting there.</p>\n",
               summary.ranks(), summary.ranks() == 1 ? "" : "s", summary.run_seconds(),
               100 * summary.seconds(summary.all().time) / whole,
               100 * summary.seconds(summary.all().waited_in_all()) / whole);
    write_ranks(summary, file);
    write_functions(summary, file);
    write_sites(summary, file);
    Matrix(summary.ranks()).write(file);
    file.print("</body></html>\n");
}

} // namespace sartor::observation
