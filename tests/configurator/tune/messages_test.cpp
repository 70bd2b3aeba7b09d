// Mailbox or portal: from measured times to a machine's constant.
#include "configurator/choices/messages.hpp"
#include "configurator/tune/messages.hpp"
#include "tests/configurator/support.hpp"

#include <gmock/gmock.h>

namespace sartor::configurator {
namespace {

using testing::HasSubstr;

Selection selection_in(const std::string& tuning, const std::string& machine) {
    const TemporaryFolder folder;
    const std::string path = (folder / "a.tuning").string();
    write_file(path, tuning);
    return selection_of({{}, false, path, machine}, catalog());
}

MessageTimes times(std::int64_t bytes, double mailbox, double portal, double other = 0) {
    return {bytes, {{"ping-pong", mailbox}, {"exchange", other}}, {{"ping-pong", portal}, {"exchange", 1}}};
}

TEST(MailboxLimit, IsTheLargestSizeUpToWhichMailboxesAreNowhereSlower) {
    EXPECT_EQ(mailbox_limit({times(100, 1, 9), times(200, 9, 9), times(300, 10, 9), times(400, 1, 9)}), 200);
    EXPECT_EQ(mailbox_limit({times(100, 1, 9), times(200, 2, 9, 1.5)}), 100);
    EXPECT_EQ(mailbox_limit({times(100, 10, 9)}), 0);
}

TEST(Messages, GoThroughATuningFileIntoTheMachine) {
    const Manycore nanvix = load_manycore(TEST_MACHINES "/mppa256-nanvix.json");
    for (const std::int64_t limit : {0, 928}) {
        const std::string text = selection_text({{message_family, mailboxes_up_to(limit)}});
        const Selection read = selection_in("machine mppa256-nanvix\n" + text, "mppa256-nanvix");
        EXPECT_EQ(with_messages(nanvix, read).whole("eager_limit"), limit);
    }
    EXPECT_EQ(initializer(with_messages(nanvix, {})), initializer(nanvix));
}

TEST(Messages, AreOfTheMachineThatTheyWereMeasuredOn) {
    EXPECT_THAT(message_of([] { selection_in("\nmachine ring8\n", "mesh8x8"); }),
                HasSubstr("a.tuning:2: measured on ring8, but the program is for mesh8x8"));
    EXPECT_THAT(message_of([] { selection_in("message portal - -\n", "host"); }),
                HasSubstr("only emulated machines have mailboxes"));
    EXPECT_EQ(message_of([] { selection_in("machine host\nbcast tree - -\n", "host"); }), "");
}

TEST(Messages, SayWhatIsWrongWithThem) {
    for (const char* text : {"message mailbox - -\n", "message mailbox 9 4\nmessage portal - -\n",
                             "message portal 9 -\nmessage mailbox - -\n", "message tube - -\n",
                             "message mailbox 9999999999 -\nmessage portal - -\n",
                             "message mailbox 9 -\nmessage mailbox 10 -\nmessage portal - -\n"})
        EXPECT_THAT(message_of([&] { selection_in(text, "ring8"); }), HasSubstr("expected \"message mailbox"))
            << text;
}

TEST(Selection, ReadsNoMemoryOfOthersWhereNoneIsShared) {
    EXPECT_THAT(
        message_of([] {
            selection_of({{"bcast=shared"}, false, "", "ring8"}, catalog());
        }),
        HasSubstr("--topology bcast=shared: this algorithm reads other ranks' memory, but ranks of ring8"));
    const Selection reproducible = selection_of({{}, true, "", "ring8"}, catalog());
    EXPECT_EQ(reproducible.at("reduce"), (std::vector<Limited>{{"in_order", "", ""}}));
    const Selection host = selection_of({{"bcast=shared,reduce=shared,scan=chain"}, false, ""}, catalog());
    const Selection left = without_shared_memory(host, "ring8", catalog());
    EXPECT_FALSE(left.contains("bcast"));
    EXPECT_EQ(left.at("reduce"), (std::vector<Limited>{{"in_order", "", ""}}));
    EXPECT_EQ(left.at("scan"), host.at("scan"));
}

} // namespace
} // namespace sartor::configurator
