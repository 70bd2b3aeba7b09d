// What an encoder of events has written is what a decoder reads.
#include "runtime/observation/event_code.hpp"

#include <map>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace sartor::observation {
namespace {

bool operator==(const Event& left, const Event& right) {
    return left.begin == right.begin && left.end == right.end && left.since_sent == right.since_sent &&
           left.tag == right.tag && left.bytes == right.bytes && left.rank == right.rank &&
           left.peer == right.peer && left.context == right.context && left.site == right.site &&
           left.kind == right.kind && left.reason == right.reason;
}

using UsualCalls = std::map<std::pair<int, int>, UsualCall>;

// Parts of one worker, each of so many units.
class Parts {
  public:
    explicit Parts(std::size_t units) : units_(units) {}

    void write(const Event& event) {
        if (parts_.empty() || units_ - used_ < EventUnit::most_of_event) turn();
        EventUnit* const place = parts_.back().data() + used_;
        EventUnit* const next = is_call(event)
                                    ? encoder_.write_call(event, usual_[{event.rank, event.site}], place)
                                    : encoder_.write(event, place);
        used_ += static_cast<std::size_t>(next - place);
        written_ += static_cast<std::size_t>(next - place);
    }
    std::vector<Event> read() const {
        std::vector<Event> events;
        UsualCalls usual;
        for (const auto& part : parts_)
            EventDecoder::read(
                part.data(), part.size(),
                [&](int rank, int site) -> UsualCall& {
                    return usual[{rank, site}];
                },
                [&](const Event& event) { events.push_back(event); });
        return events;
    }
    std::size_t units() const { return written_; }

  private:
    void turn() {
        parts_.emplace_back(units_); // zeroed
        used_ = 0;
        encoder_.begin_anew();
    }

    std::size_t units_;
    std::size_t used_ = 0;
    std::size_t written_ = 0;
    std::vector<std::vector<EventUnit>> parts_;
    EventEncoder encoder_;
    UsualCalls usual_;
};

Event call_at(Ticks begin, Ticks length, int rank, int site) {
    Event call;
    call.begin = begin;
    call.end = begin + length;
    call.rank = rank;
    call.site = static_cast<std::uint16_t>(site);
    call.bytes = 1024;
    call.peer = 1 - rank;
    call.context = 0;
    return call;
}

void expect_same(const std::vector<Event>& written, const Parts& parts) {
    const std::vector<Event> read = parts.read();
    ASSERT_EQ(read.size(), written.size());
    for (std::size_t index = 0; index < read.size(); ++index)
        ASSERT_TRUE(read[index] == written[index]) << "event " << index;
}

TEST(EventCode, TakesOneUnitForCallsThatAreAsBefore) {
    Parts parts(1000);
    std::vector<Event> events;
    for (int turn = 0; turn < 100; ++turn) {
        events.push_back(call_at(1'000'000'000'000 + 700 * turn, 300, turn % 2, 1 + turn % 2));
        parts.write(events.back());
    }
    expect_same(events, parts);
    EXPECT_EQ(parts.units(), 98 + 2 * EventUnit::most_of_event);
}

TEST(EventCode, KeepsWhatDoesNotFitIntoOneUnit) {
    Parts parts(1000);
    std::vector<Event> events;
    const Ticks long_time = Ticks{1} << 31;
    for (const int rank : {0, 65535, 65536})
        for (const int site : {1, 4095, 8191, 8192, 65535})
            for (const Ticks length : {Ticks{0}, long_time - 1, long_time, 2 * long_time})
                for (const Ticks begin : {Ticks{1}, long_time, 2 * long_time + 1, long_time + 1}) {
                    events.push_back(call_at(begin, length, rank, site));
                    events.back().reason = static_cast<Reason>(begin % 8);
                    parts.write(events.back());
                }
    expect_same(events, parts);
}

// What is alike in calls of zeroed memory is known before any was written.
TEST(EventCode, BeginsWithZeroes) {
    Parts parts(10);
    Event call;
    call.begin = 5;
    call.end = 9;
    call.site = 3;
    call.peer = call.context = 0;
    parts.write(call);
    expect_same({call}, parts);
    EXPECT_EQ(parts.units(), 1U);
}

TEST(EventCode, ReadsRandomEventsOfPartsOfAnySize) {
    const auto seed = std::random_device{}();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const auto below = [&](int end) { return std::uniform_int_distribution(0, end - 1)(random); };
    for (const std::size_t units : {3, 4, 7, 64, 1000}) {
        Parts parts(units);
        std::vector<Event> events;
        Ticks now = below(1 << 30);
        for (int turn = 0; turn < 2000; ++turn) {
            now += below(100) == 0 ? Ticks{1} << below(40) : below(5000) - 1000;
            if (now < 0) now = 0;
            Event event = call_at(now, below(4000), below(3), 1 + below(5));
            if (below(10) == 0) event.tag = below(3);
            if (below(10) == 0) event.bytes = below(3);
            event.kind = static_cast<Kind>(below(5));
            if (event.kind == Kind::receive) event.since_sent = below(1000) - 500;
            event.reason = static_cast<Reason>(below(reasons + 1));
            events.push_back(event);
            parts.write(event);
        }
        expect_same(events, parts);
    }
}

} // namespace
} // namespace sartor::observation
