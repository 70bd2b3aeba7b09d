#include "runtime/observation/profile.hpp"
#include "runtime/observation/run.hpp"
#include "runtime/trace/command_line.hpp"

namespace sartor::observation {

namespace {

void write_sums(const Summary& summary, std::int64_t count, std::int64_t sent, std::int64_t received,
                Ticks time, Ticks longest, const Ticks* waited, TextFile& file) noexcept {
    file.print("\"calls\":%lld,\"bytes_sent\":%lld,\"bytes_received\":%lld,\"seconds\":%.9f,\"longest\":%.9f,"
               "\"waited\":{",
               static_cast<long long>(count), static_cast<long long>(sent), static_cast<long long>(received),
               summary.seconds(time), summary.seconds(longest));
    bool any = false;
    for (int reason = 0; reason < reasons; ++reason) {
        if (waited[reason] <= 0) continue;
        file.print("%s\"%s\":%.9f", any ? "," : "", name_of(static_cast<Reason>(reason)),
                   summary.seconds(waited[reason]));
        any = true;
    }
    file.print("}");
}

void write_ranks_of(const Summary& summary, std::size_t site, TextFile& file) noexcept {
    bool any = false;
    for (int rank = 0; rank < summary.ranks(); ++rank)
        for (const CallRecord& record : summary.records(rank)) {
            if (record.global != site) continue;
            file.print("%s\n   {\"rank\":%d,", any ? "," : "", rank);
            write_sums(summary, record.count, record.sent, record.received, record.time, record.longest,
                       record.waited, file);
            file.print("}");
            any = true;
        }
}

void write_sites(const Summary& summary, TextFile& file) noexcept {
    for (std::size_t number = 0; number < summary.sites(); ++number) {
        const Site& site = summary.site(number);
        file.print("%s\n  {\"function\":", number > 0 ? "," : "").quoted(site.function);
        file.print(",\"where\":").quoted(site.text).print(",");
        const Sums& sums = site.sums;
        write_sums(summary, sums.count, sums.sent, sums.received, sums.time, sums.longest, sums.waited, file);
        file.print(",\"ranks\":[");
        write_ranks_of(summary, number, file);
        file.print("]}");
    }
}

void write_functions(const Summary& summary, TextFile& file) noexcept {
    for (std::size_t place = 0; place < summary.functions(); ++place) {
        const Function& function = summary.function(place);
        const Sums& sums = function.sums;
        file.print("%s\n  {\"function\":", place > 0 ? "," : "").quoted(function.name).print(",");
        write_sums(summary, sums.count, sums.sent, sums.received, sums.time, sums.longest, sums.waited, file);
        file.print(",\"mean_seconds\":%.9f,\"most_seconds\":%.9f,\"most_rank\":%d}",
                   summary.seconds(sums.time) / summary.ranks(), summary.seconds(function.most),
                   function.most_rank);
    }
}

void write_traffic(const Summary& summary, TextFile& file) noexcept {
    bool any = false;
    for (int rank = 0; rank < summary.ranks(); ++rank)
        for (const Traffic& one : tables_of(rank).traffic) {
            if (one.messages == 0) continue;
            const bool is_rest = &one == &tables_of(rank).traffic[Tables::most_peers];
            file.print("%s\n  {\"from\":%d,\"to\":%d,\"messages\":%d,\"bytes\":%lld}", any ? "," : "", rank,
                       is_rest ? -1 : one.to, one.messages, static_cast<long long>(one.bytes));
            any = true;
        }
}

} // namespace

void write_json(const Summary& summary, TextFile& file) noexcept {
    file.print("{\"command\":%s,\n \"ranks\":%d,\"workers\":%d,\"seconds\":%.9f,\n \"call_sites\":[",
               trace::command_as_json(), summary.ranks(), workers(), summary.run_seconds());
    write_sites(summary, file);
    file.print("],\n \"functions\":[");
    write_functions(summary, file);
    file.print("],\n \"messages\":[");
    write_traffic(summary, file);
    file.print("]}\n");
}

} // namespace sartor::observation
