#include "runtime/failures/faults.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/failures/failures.hpp"
#include "runtime/process.hpp"
#include "runtime/reports/location.hpp"

namespace sartor::process::failures {

namespace {

struct Call {
    const char* function;
    const void* site;
    int failures; // before it
};

// Of one rank, and used by it alone.
struct Calls {
    Call* list = nullptr;
    long room = 0;
    long count = 0;

    void add(const Call& call) noexcept {
        if (count == room) {
            room = room == 0 ? 1024 : 2 * room;
            list = static_cast<Call*>(std::realloc(list, sizeof(Call) * static_cast<std::size_t>(room)));
            if (list == nullptr) {
                report("no memory to record the calls of a rank");
                end_run(1);
            }
        }
        list[count++] = call;
    }
};

Calls* calls = nullptr; // of each rank
const char* record = nullptr;

struct Kill {
    int rank;
    long call;
};
constexpr int most_kills = 8;
Kill kills[most_kills];
int kill_count = 0;

[[noreturn]] void refuse(const char* text) noexcept {
    report("SARTOR_FAULTS=%s: expected kill:RANK@CALL, or up to %d of them with commas between", text,
           most_kills);
    end_run(usage_exit_code);
}

void read_kills(const char* text) noexcept {
    constexpr const char* way = "kill:";
    const std::size_t length = std::strlen(way);
    if (std::strncmp(text, way, length) != 0) refuse(text);
    for (const char* position = text + length; kill_count < most_kills; ++position) {
        Kill& kill = kills[kill_count++];
        int read = 0;
        if (std::sscanf(position, "%d@%ld%n", &kill.rank, &kill.call, &read) != 2) refuse(text);
        position += read;
        if (*position == '\0') return;
        if (*position != ',') break;
    }
    refuse(text);
}

// Where the program calls, as text; found once for each place, since that takes long.
class Places {
  public:
    const char* text_of(const Rank& rank, const void* site) noexcept {
        const CallSite place = call_site_of(rank, site);
        for (const Place* one = first_; one != nullptr; one = one->next)
            if (one->site.file == place.file && one->site.offset == place.offset) return one->text;
        auto* made = static_cast<Place*>(std::calloc(1, sizeof(Place)));
        if (made == nullptr) return "?";
        made->site = place;
        if (!describe_location(rank, place, made->text, sizeof made->text)) std::strcpy(made->text, "?");
        made->next = first_;
        first_ = made;
        return made->text;
    }

  private:
    struct Place {
        Place* next;
        CallSite site;
        char text[400];
    };
    Place* first_ = nullptr;
};
Places places;

} // namespace

void set_up_faults() noexcept {
    if (calls != nullptr) return;
    calls = static_cast<Calls*>(std::calloc(static_cast<std::size_t>(ranks.most), sizeof(Calls)));
    if (calls == nullptr) {
        report("no memory to count the calls of %d ranks", ranks.size);
        end_run(1);
    }
    record = std::getenv("SARTOR_FAULTS_RECORD");
    if (record != nullptr && *record == '\0') record = nullptr;
    if (const char* wanted = std::getenv("SARTOR_FAULTS"); wanted != nullptr && *wanted != '\0')
        read_kills(wanted);
    for (int index = 0; index < kill_count; ++index)
        if (const Kill& kill = kills[index]; kill.rank < 0 || kill.rank >= ranks.most) {
            report("--faults kill:%d@%ld: there is no rank %d among %d", kill.rank, kill.call, kill.rank,
                   ranks.size);
            end_run(usage_exit_code);
        }
}

void at_call(Rank& self) noexcept {
    Calls& own = calls[self.number];
    if (record != nullptr)
        own.add({self.call, self.call_site, count()});
    else
        ++own.count;
    for (int index = 0; index < kill_count; ++index)
        if (own.count == kills[index].call && self.number == kills[index].rank) [[unlikely]]
            fail(self, "by --faults, when it called MPI");
}

void end_calls(const Rank& rank) noexcept {
    const Calls& own = calls[rank.number];
    for (int index = 0; index < kill_count; ++index)
        if (const Kill& kill = kills[index]; rank.number == kill.rank && own.count < kill.call)
            report("--faults kill:%d@%ld: the rank has made %ld calls of MPI, and has not failed", kill.rank,
                   kill.call, own.count);
    if (record == nullptr) return;
    std::FILE* const file = std::fopen(record, "a");
    if (file == nullptr) {
        report("%s: can't be written", record);
        end_run(1);
    }
    for (long index = 0; index < own.count; ++index)
        std::fprintf(file, "%d %ld %d %s %s\n", rank.number, index + 1, own.list[index].failures,
                     own.list[index].function, places.text_of(rank, own.list[index].site));
    std::fclose(file);
}

} // namespace sartor::process::failures
