// The socket of a universe, and what launchers say to each other by it.
#include "configurator/run/processes/universe.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace sartor::configurator {
namespace {

using channel::fabric::FinishedProcess;
using channel::fabric::LauncherKind;

// Of this test alone.
std::string own_name() {
    return fmt::format("universe_test.{}", getpid());
}

struct Ends {
    Ends() { EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0); }
    ~Ends() {
        for (const int end : ends)
            if (end >= 0) close(end);
    }
    int ends[2] = {-1, -1};
};

TEST(Universe, TheFirstHasTheNameAndOthersConnectToIt) {
    const DoorOfUniverse first = open_universe(own_name());
    EXPECT_TRUE(first.is_own);
    const DoorOfUniverse second = open_universe(own_name());
    EXPECT_FALSE(second.is_own);
    const int connected = accept4(first.socket, nullptr, nullptr, SOCK_CLOEXEC);
    ASSERT_GE(connected, 0);
    EXPECT_TRUE(is_of_this_user(connected));
    send_note(second.socket, {LauncherKind::enters, "text", -1, 7});
    const auto note = take_note(connected);
    ASSERT_TRUE(note);
    EXPECT_EQ(note->kind, LauncherKind::enters);
    EXPECT_EQ(note->text, "text");
    EXPECT_EQ(note->value, 7U);
    EXPECT_EQ(note->descriptor, -1);
    for (const int socket : {first.socket, second.socket, connected}) close(socket);
    EXPECT_FALSE(connect_to_universe(own_name()));
}

TEST(Universe, NotesBringDescriptors) {
    const Ends between;
    int pipe_ends[2];
    ASSERT_EQ(pipe(pipe_ends), 0);
    send_note(between.ends[0], {LauncherKind::place, std::string(1000, 'x'), pipe_ends[1]});
    const auto note = take_note(between.ends[1]);
    ASSERT_TRUE(note);
    EXPECT_EQ(note->text, std::string(1000, 'x'));
    ASSERT_GE(note->descriptor, 0);
    char byte = 'a';
    EXPECT_EQ(write(note->descriptor, &byte, 1), 1);
    byte = 'b';
    EXPECT_EQ(read(pipe_ends[0], &byte, 1), 1);
    EXPECT_EQ(byte, 'a');
    for (const int descriptor : {pipe_ends[0], pipe_ends[1], note->descriptor}) close(descriptor);
}

TEST(Universe, WhatIsNoNoteIsNone) {
    Ends between;
    send_note(between.ends[0], {LauncherKind::refused, std::string(channel::fabric::longest_note + 1, 'x')});
    EXPECT_FALSE(take_note(between.ends[1])) << "too long";
    Ends broken;
    EXPECT_EQ(write(broken.ends[0], "half", 4), 4);
    close(std::exchange(broken.ends[0], -1));
    EXPECT_FALSE(take_note(broken.ends[1])) << "the other end has closed";
    EXPECT_FALSE(struct_of<FinishedProcess>("short"));
    EXPECT_EQ(struct_of<FinishedProcess>(bytes_of(FinishedProcess{3, 4}))->exit_code, 4);
}

TEST(Universe, ProgramsOfOneAreMadeAlike) {
    MpiOfRun checked;
    checked.whole.checked = true;
    MpiOfRun chosen;
    chosen.wishes.topologies = {"bcast=linear"};
    EXPECT_EQ(name_of_library({}), name_of_library(MpiOfRun{}));
    EXPECT_NE(name_of_library({}), name_of_library(checked));
    EXPECT_NE(name_of_library({}), name_of_library(chosen));
    EXPECT_LT(name_of_library({}).size(), sizeof(channel::fabric::EntryRequest::library));
}

} // namespace
} // namespace sartor::configurator
