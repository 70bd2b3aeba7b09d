// The page needs no other file and no script. Differences are lightness, not colour, and every number that is
// drawn is also written or named by the mark under the pointer.
#include <algorithm>
#include <cstdio>

#include "components/observation/memory.hpp"
#include "components/observation/profile.hpp"
#include "components/observation/run.hpp"
#include "components/trace/matrix_picture.hpp"
#include "components/trace/page_style.hpp"

namespace sartor::observation {

namespace {

void write_head(TextFile& file) noexcept {
    file.print(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width\"><title>Profile</title><style>\n%s</style>"
        "</head><body>\n",
        trace::page_style);
}

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
        file.print(
            "<h2>Messages</h2><p>Bytes that each rank (row) sent to each other (column) in messages of the "
            "program; collectives are not among them. Darker is more; %lld bytes at most.",
            static_cast<long long>(largest_));
        if (ranks_a_group_ > 1) file.print(" Each row and column is a group of %d ranks.", ranks_a_group_);
        file.print("</p>\n");
        trace::draw_matrix(file, groups_, ranks_a_group_, largest_, "bytes",
                           [this](int row, int column) { return bytes_[row * groups_ + column]; });
    }

  private:
    void add(int from, int to, std::int64_t bytes) noexcept {
        std::int64_t& sum = bytes_[from / ranks_a_group_ * groups_ + to / ranks_a_group_];
        sum += bytes;
        largest_ = std::max(largest_, sum);
    }
    int ranks_a_group_;
    int groups_ = 0;
    std::int64_t* bytes_ = nullptr;
    std::int64_t largest_ = 0;
};

} // namespace

void write_page(const Summary& summary, TextFile& file) noexcept {
    write_head(file);
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
