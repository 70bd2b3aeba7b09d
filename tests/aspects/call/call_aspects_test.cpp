// Each aspect of calls over the smallest call or row that it can be woven over.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "selection/calls.hpp"
#include "selection/configuration.hpp"
#include "transports/host/machine.hpp"

// Of programs alone, not of tests (runtime/rank/layer_caller.cpp).
constinit thread_local const void* sartor::process::caller_of_layer = nullptr;

namespace {

using namespace sartor;

std::vector<std::string> log_of_test;
void note(const std::string& text) {
    log_of_test.push_back(text);
}
std::vector<std::string> taken_log() {
    return std::exchange(log_of_test, {});
}
using Log = std::vector<std::string>;

const char site = 0; // its address is the call site

struct SmallestCall {
    struct Callers {
        static constexpr bool many = true;
        struct Inside {
            Inside() = default; // of a call that continues
            explicit Inside(process::Rank&) : entered(true) { note("enter section"); }
            ~Inside() {
                if (entered) note("leave section");
            }
            bool entered = false;
        };
    };
    struct Observer {
        struct Begun {};
        [[nodiscard]] static bool is_inside() { return false; }
        [[nodiscard]] static Begun begun() { return {}; }
        static void enter(const char* function, const void*) { note(std::string("observe ") + function); }
        static void go_back_to(Begun) {}
        static void leave() { note("observed"); }
    };
    struct Machine {
        static void enter(const char* function) { note(std::string("time ") + function); }
        static void leave() { note("timed"); }
    };

    SmallestCall(const char* function, const void*) { note(function); }
    explicit SmallestCall(const process::Rank&) { note("continue"); }
    [[nodiscard]] static Observer& observer() {
        static Observer only;
        return only;
    }
};

class CallAspects : public testing::Test {
  protected:
    CallAspects() {
        process::current = &rank_;
        log_of_test.clear();
    }
    ~CallAspects() override { process::current = nullptr; }

    process::Rank rank_;
};

template <class Woven>
Log log_of_call() {
    { const Woven call("MPI_X", &site); }
    return taken_log();
}
template <class Woven>
Log log_of_continuation(const process::Rank& rank) {
    { const Woven call(rank); }
    return taken_log();
}

TEST_F(CallAspects, GuardedIsAroundAllThatIsInside) {
    EXPECT_EQ(log_of_call<aspects::Guarded<SmallestCall>>(),
              Log({"enter section", "MPI_X", "leave section"}));
    EXPECT_EQ(log_of_continuation<aspects::Guarded<SmallestCall>>(rank_), Log({"continue"}));
}

TEST_F(CallAspects, TimedCountsFromTheBeginToTheEnd) {
    using Woven = aspects::Timed<SmallestCall>;
    EXPECT_EQ(log_of_call<Woven>(), Log({"time MPI_X", "MPI_X", "timed"}));
    EXPECT_EQ(log_of_continuation<Woven>(rank_), Log({"continue"}));
    {
        const Woven call("MPI_X", &site);
        const Woven copy =
            call; // NOLINT(performance-unnecessary-copy-initialization): that it counts nothing
    }
    EXPECT_EQ(taken_log(), Log({"time MPI_X", "MPI_X", "timed"}));
}

TEST_F(CallAspects, TracedTellsTheObserver) {
    EXPECT_EQ(log_of_call<aspects::Traced<SmallestCall>>(), Log({"observe MPI_X", "MPI_X", "observed"}));
    EXPECT_EQ(log_of_continuation<aspects::Traced<SmallestCall>>(rank_), Log({"continue"}));
}

TEST_F(CallAspects, LocatedNotesFunctionAndCallSite) {
    const aspects::Located<SmallestCall> call("MPI_X", &site);
    EXPECT_STREQ(rank_.call, "MPI_X");
    EXPECT_EQ(rank_.call_site, &site);
    EXPECT_STREQ(call.function(), "MPI_X");
    EXPECT_EQ(call.site(), &site);
}

TEST_F(CallAspects, RememberedKeepsThemWhenTheRankIsInAnotherCall) {
    const aspects::Remembered<aspects::Located<SmallestCall>> call("MPI_X", &site);
    const aspects::Remembered<aspects::Located<SmallestCall>> continued(rank_);
    rank_.call = "MPI_Y";
    EXPECT_STREQ(call.function(), "MPI_X");
    EXPECT_STREQ(continued.function(), "MPI_X");
    EXPECT_EQ(continued.site(), &site);
}

TEST_F(CallAspects, ThroughALayerTheCallSiteIsThatOfTheLayer) {
    const char place = 0;
    process::caller_of_layer = &place;
    const aspects::ThroughLayer<aspects::Located<SmallestCall>> through("MPI_X", &site);
    EXPECT_EQ(rank_.call_site, &place);
    EXPECT_EQ(process::caller_of_layer, nullptr) << "the next call may be the program's own";
    const aspects::ThroughLayer<aspects::Located<SmallestCall>> direct("MPI_X", &site);
    EXPECT_EQ(rank_.call_site, &site);
}

TEST_F(CallAspects, TheFirstOfAListIsOutermost) {
    using Woven =
        weave<SmallestCall, aspect<aspects::Guarded>, aspect<aspects::Traced>, aspect<aspects::Timed>>;
    EXPECT_EQ(log_of_call<Woven>(), Log({"enter section", "observe MPI_X", "time MPI_X", "MPI_X", "timed",
                                         "observed", "leave section"}));
}

// ---- over operations

struct SmallestRow : call::Row {
    template <class Call>
    static int perform(Call&, int argument) {
        note("perform " + std::to_string(argument));
        return 0;
    }
};
struct CheckedRow : SmallestRow {
    static constexpr bool is_checked = true;
    template <class Next, class Call>
    static int perform_if_valid(Call& call, int argument) {
        if (argument < 0) return call.error();
        return Next::perform(call, argument);
    }
};
struct FailingCall {
    [[nodiscard]] static int error() { return 7; }
};

TEST(OperationAspects, ValidatedPerformsWhatIsRight) {
    FailingCall call;
    EXPECT_EQ(aspects::Validated<CheckedRow>::perform(call, 1), 0);
    EXPECT_EQ(taken_log(), Log({"perform 1"}));
    EXPECT_EQ(aspects::Validated<CheckedRow>::perform(call, -1), 7);
    EXPECT_EQ(taken_log(), Log());
    EXPECT_EQ(aspects::Validated<SmallestRow>::perform(call, -1), 0) << "nothing of it is checked";
    EXPECT_EQ(taken_log(), Log({"perform -1"}));
}

using call::Argument;
using call::Direction;
using call::Role;
using call::Special;

struct SendLike : call::Row {
    static constexpr Argument arguments[] = {{"buf", Role::buffer},
                                             {"count", Role::count},
                                             {"datatype", Role::datatype},
                                             {"dest", Role::rank, Direction::in, Special::proc_null},
                                             {"comm", Role::communicator}};
    template <class Call, class... Arguments>
    static int perform(Call&, Arguments...) {
        note("perform");
        return 0;
    }
};
struct ReplaceLike : SendLike {
    static constexpr Argument arguments[] = {{"buf", Role::buffer, Direction::inout},
                                             {"count", Role::count},
                                             {"datatype", Role::datatype},
                                             {"dest", Role::rank, Direction::in, Special::proc_null},
                                             {"source", Role::rank, Direction::in, Special::any},
                                             {"comm", Role::communicator}};
};
struct IsendLike : SendLike {
    static constexpr Argument arguments[] = {
        {"buf", Role::buffer},        {"count", Role::count},
        {"datatype", Role::datatype}, {"dest", Role::rank, Direction::in, Special::proc_null},
        {"comm", Role::communicator}, {"request", Role::request, Direction::out}};
};
struct WatchingCall : FailingCall {
    bool is_free = true;
};
[[nodiscard]] bool may_use(WatchingCall& call, const void*, MPI_Count count, MPI_Datatype, int peer,
                           bool is_written) {
    note((is_written ? "write " : "read ") + std::to_string(count) + " of " + std::to_string(peer));
    return call.is_free;
}

TEST(OperationAspects, BuffersAreFreeBeforeTheyAreUsed) {
    WatchingCall call;
    char buffer[4] = {};
    const auto send = [&] {
        return aspects::BuffersFree<SendLike>::perform(call, static_cast<void*>(buffer), 3, MPI_CHAR, 5,
                                                       MPI_COMM_WORLD);
    };
    EXPECT_EQ(send(), 0);
    EXPECT_EQ(taken_log(), Log({"read 3 of 5", "perform"}));
    call.is_free = false;
    EXPECT_EQ(send(), 7);
    EXPECT_EQ(taken_log(), Log({"read 3 of 5"}));
    call.is_free = true;
    EXPECT_EQ(aspects::BuffersFree<ReplaceLike>::perform(call, static_cast<void*>(buffer), 3, MPI_CHAR, 5, 6,
                                                         MPI_COMM_WORLD),
              0);
    EXPECT_EQ(taken_log(), Log({"read 3 of 5", "write 3 of 6", "perform"}));
}

static_assert(call::uses_of<SendLike>().size == 1 && !call::uses_of<SendLike>().of[0].is_written);
static_assert(call::uses_of<ReplaceLike>().size == 2 && !call::uses_of<ReplaceLike>().exchange());
static_assert(call::uses_of<IsendLike>().size == 0, "its buffer is in use after the call, too");
static_assert(call::uses_of<SmallestRow>().size == 0);

// ---- an aspect that is off changes nothing

template <class Features>
using ForHost = Configuration<Features, machine::Host>;
template <class Features>
using wanted_around = wanted_aspects<Features, call_aspects<ForHost<Features>>>;
template <class Features>
using wanted_over = wanted_aspects<Features, operation_aspects>;
using boost::mp11::mp_list;

template <class Features>
constexpr bool is_plain = std::is_same_v<wanted_around<Features>, wanted_around<features<>>>&&
    std::is_same_v<wanted_over<Features>, wanted_over<features<>>>;
static_assert(boost::mp11::mp_size<wanted_around<features<>>>::value == 1, "reports name every call");
static_assert(is_plain<features<feature::tags, feature::immediate, feature::any_source>>);
static_assert(
    is_plain<features<feature::collective, feature::windows, feature::files, feature::error_handlers>>);
static_assert(!is_plain<features<feature::checked>>);
static_assert(!is_plain<features<feature::threads>>);
static_assert(!is_plain<features<feature::observed>>);
static_assert(!is_plain<features<feature::fortran>>);
static_assert(std::is_same_v<weave_list<SmallestRow, mp_list<>>, SmallestRow>);
static_assert(sizeof(aspects::Located<SmallestCall>) == sizeof(SmallestCall));

} // namespace
