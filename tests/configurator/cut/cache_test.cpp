// The cache keeps files whole, and a folder that cannot be used is said and survived.
#include "configurator/cut/cache.hpp"
#include "tests/configurator/support.hpp"

#include <gmock/gmock.h>
#include <thread>

namespace sartor::configurator {
namespace {

TEST(Cache, GivesBackWhatItKeeps) {
    const TemporaryFolder folder;
    Cache cache(folder / "new/folder");
    EXPECT_FALSE(cache.find("cut").has_value());
    cache.keep("cut", as_bytes("contents"));
    EXPECT_EQ(cache.find("cut"), "contents");
    EXPECT_EQ(Cache(folder / "new/folder").find("cut"), "contents");
}

TEST(Cache, ReadsWhatIsSharedAndWritesItsOwn) {
    const TemporaryFolder folder;
    Cache(folder / "shared").keep("cut", as_bytes("shared"));
    Cache cache(folder / "own", folder / "shared");
    EXPECT_EQ(cache.find("cut"), "shared");
    EXPECT_EQ(cache.path_of("cut"), (folder / "shared/cut").string());
    cache.keep("cut", as_bytes("own"));
    cache.keep("other", as_bytes("own"));
    EXPECT_EQ(cache.find("cut"), "own");
    EXPECT_EQ(Cache(folder / "shared").find("cut"), "shared");
    EXPECT_FALSE(Cache(folder / "shared").find("other").has_value());
    EXPECT_FALSE(Cache(folder / "own", folder / "absent").find("third").has_value());
}

TEST(Cache, SaysWhyAFolderCannotBeUsed) {
    const TemporaryFolder folder;
    write_file(folder / "file", std::string_view("no folder"));
    testing::internal::CaptureStderr();
    Cache cache(folder / "file");
    EXPECT_THAT(testing::internal::GetCapturedStderr(),
                testing::MatchesRegex("sartor: the cache folder .*file cannot be used: .*\n"));
    EXPECT_FALSE(cache.usable());
    cache.keep("cut", as_bytes("contents"));
    EXPECT_FALSE(cache.find("cut").has_value());
}

TEST(Cache, TwoWritersLeaveOneWholeFile) {
    const TemporaryFolder folder;
    const std::string contents[2] = {std::string(1 << 20, 'a'), std::string(1 << 20, 'b')};
    const auto write = [&](int which) {
        Cache cache(folder.path());
        for (int round = 0; round < 20; ++round) cache.keep("cut", as_bytes(contents[which]));
    };
    std::thread first(write, 0);
    std::thread second(write, 1);
    const Cache reader(folder.path());
    for (int round = 0; round < 50; ++round) {
        const std::string found = reader.find("cut").value_or(contents[0]);
        EXPECT_TRUE(found == contents[0] || found == contents[1]);
    }
    first.join();
    second.join();
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(Cache, KeepsTheNewestOfAKind) {
    const TemporaryFolder folder;
    Cache cache(folder.path());
    const auto now = std::filesystem::file_time_type::clock::now();
    for (const char* name : {"kind-c", "kind-a", "kind-b", "other"}) cache.keep(name, as_bytes("contents"));
    int age = 0;
    for (const char* name : {"kind-b", "kind-a", "kind-c", "other"})
        std::filesystem::last_write_time(folder / name, now - std::chrono::hours(++age));
    cache.keep_newest("kind-", 2);
    EXPECT_TRUE(cache.find("kind-b"));
    EXPECT_TRUE(cache.find("kind-a"));
    EXPECT_FALSE(cache.find("kind-c"));
    EXPECT_TRUE(cache.find("other"));
}

TEST(Digest, TellsPartsApart) {
    const auto digest = [](std::initializer_list<const char*> parts) {
        Digest made;
        for (const char* part : parts) made.add(part);
        return made.text();
    };
    EXPECT_EQ(digest({"ab", "c"}), digest({"ab", "c"}));
    EXPECT_NE(digest({"ab", "c"}), digest({"a", "bc"}));
    EXPECT_EQ(digest({}).size(), 32u);
}

} // namespace
} // namespace sartor::configurator
