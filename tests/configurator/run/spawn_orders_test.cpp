// Requests for further programs: as the MPI interface writes them, and as the launcher reads them.
#include "configurator/run/processes/spawn_orders.hpp"

#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/temporary_folder.hpp"
#include "mpi_api/processes/sides/spawn_text.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sartor::configurator {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string text_of(mpi::internal::SpawnText& text) {
    return {text.text(), text.bytes()};
}

TEST(SpawnOrders, AreReadAsTheyWereWritten) {
    std::string first = "first", empty;
    char* arguments[] = {first.data(), empty.data(), nullptr};
    mpi::internal::SpawnText text;
    for (const int number : {10, 20, 3}) text.add(number);
    text.add("/home");
    for (const char* field : {"program", "below", "/a:/b"}) text.add(field);
    text.add(4);
    text.add_arguments(arguments);
    for (const char* field : {"./other", "", ""}) text.add(field);
    text.add(1);
    text.add_arguments(nullptr);
    ASSERT_TRUE(text.is_whole());
    const SpawnOrders orders = read_spawn_orders(text_of(text));
    EXPECT_EQ(orders.context, 10);
    EXPECT_EQ(orders.port, 20);
    EXPECT_EQ(orders.root, 3);
    EXPECT_EQ(orders.folder, "/home");
    EXPECT_EQ(orders.ranks(), 5);
    ASSERT_EQ(orders.programs.size(), 2U);
    EXPECT_EQ(orders.programs[0].command, "program");
    EXPECT_EQ(orders.programs[0].paths, "/a:/b");
    EXPECT_THAT(orders.programs[0].arguments, ElementsAre("first", ""));
    EXPECT_THAT(orders.programs[1].arguments, IsEmpty());
    EXPECT_EQ(folder_of_spawned(orders.programs[0], orders.folder), "/home/below");
}

TEST(SpawnOrders, BrokenOnesAreRefusedWhereverTheyEnd) {
    mpi::internal::SpawnText text;
    for (const int number : {1, 2, 3}) text.add(number);
    for (const char* field : {"/", "program", "", ""}) text.add(field);
    text.add(1);
    text.add(1);
    text.add("argument");
    const std::string whole = text_of(text);
    const std::size_t without_programs = std::string("1\0"
                                                     "2\0"
                                                     "3\0"
                                                     "/\0",
                                                     8)
                                             .size();
    for (std::size_t length = 0; length < whole.size(); ++length) {
        if (length == without_programs) continue;
        EXPECT_THROW(read_spawn_orders(whole.substr(0, length)), Error) << length;
    }
    EXPECT_NO_THROW(read_spawn_orders(whole));
    for (const char* number : {"-1", "x", "1x", "99999999999"})
        EXPECT_THROW(read_spawn_orders(std::string(number) + whole.substr(1)), Error) << number;
}

TEST(SpawnOrders, ProgramsAreFoundByFoldersInTheirOrder) {
    const TemporaryFolder folder;
    for (const char* name : {"asked", "asked/below", "hint"})
        std::filesystem::create_directories(folder / name);
    const auto put = [&](const std::string& path) {
        write_file((folder / path).string(), "");
        std::filesystem::permissions(folder / path, std::filesystem::perms::owner_all);
    };
    const std::string requested = (folder / "asked").string();
    SpawnedProgram program;
    program.command = "tool";
    program.folder = "below";
    put("asked/below/tool");
    EXPECT_EQ(path_of_spawned(program, requested), (folder / "asked/below/tool").string());
    put("asked/tool");
    EXPECT_EQ(path_of_spawned(program, requested), (folder / "asked/tool").string());
    put("hint/tool");
    program.paths = "/nowhere:" + (folder / "hint").string();
    EXPECT_EQ(path_of_spawned(program, requested), (folder / "hint/tool").string());
    program.command = "./tool";
    EXPECT_EQ(path_of_spawned(program, requested), (folder / "asked/tool").string());
    program.command = "there is none";
    EXPECT_THROW(path_of_spawned(program, requested), Error);
    program.command = "sh"; // in $PATH
    EXPECT_EQ(std::filesystem::path(path_of_spawned(program, requested)).filename(), "sh");
}

} // namespace
} // namespace sartor::configurator
