// Copies of shared libraries: bound to each other and apart from other copies; broken files; the search
// order.
#include "runtime/image/libraries/copy_plan.hpp"
#include "runtime/image/libraries/search.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace {

using namespace sartor::process;
namespace fs = std::filesystem;

std::vector<unsigned char> bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class Copies : public testing::Test {
  protected:
    void SetUp() override {
        char name[] = "/tmp/copies_test.XXXXXX";
        ASSERT_NE(mkdtemp(name), nullptr);
        folder_ = name;
    }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path folder_;
};

struct Planned {
    std::vector<unsigned char> bytes;
    CopyPlan plan;

    Planned(const char* path, const LibraryNames& names) : bytes(bytes_of(path)) {
        SharedObject object(bytes.data(), bytes.size());
        EXPECT_EQ(object.complaint(), nullptr);
        EXPECT_TRUE(plan.make(object, bytes.size(), SharedObject(object), names, 4096));
    }
    void write(const std::string& to, const char* const* paths) const {
        const int descriptor = open(to.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0700);
        ASSERT_EQ(::write(descriptor, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
        EXPECT_TRUE(plan.finish(descriptor, paths));
        close(descriptor);
    }
};

TEST_F(Copies, BindToTheirOwn) {
    const LibraryName known[] = {{COPIED_NAME, 0}};
    const LibraryNames names{known, 1};
    const Planned copied(COPIED_PATH, names);
    const Planned needing(NEEDING_PATH, names);
    using Count = int (*)(int);
    for (int number = 1; number <= 3; ++number) {
        const std::string suffix = std::to_string(number) + ".so";
        const std::string path = folder_ / ("copied-" + suffix);
        const std::string needs = folder_ / ("needing-" + suffix);
        const char* const paths[] = {path.c_str()};
        copied.write(path, paths);
        needing.write(needs, paths);
        void* handle = dlopen(needs.c_str(), RTLD_NOW | RTLD_LOCAL);
        ASSERT_NE(handle, nullptr) << dlerror();
        auto* both = reinterpret_cast<Count>(dlsym(handle, "count_in_both"));
        auto* other = reinterpret_cast<Count>(dlsym(handle, "count_in_copy"));
        ASSERT_TRUE(both != nullptr && other != nullptr);
        EXPECT_EQ(both(number), number * 1001);
        EXPECT_EQ(other(0), number);
    }
}

// Whatever is cut off or damaged: a complaint, or a plan; never a crash.
TEST_F(Copies, OfBrokenFiles) {
    const std::vector<unsigned char> whole = bytes_of(COPIED_PATH);
    for (std::size_t size = 0; size < whole.size(); size += 7) {
        std::vector<unsigned char> part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        EXPECT_NE(SharedObject(part.data(), part.size()).complaint(), nullptr) << "after " << size;
    }
    const LibraryName known[] = {{"libc.so.6", 0}};
    for (std::size_t index = 0; index < whole.size(); ++index) {
        std::vector<unsigned char> damaged = whole;
        damaged[index] ^= 0x55;
        SharedObject object(damaged.data(), damaged.size());
        CopyPlan plan;
        if (object.complaint() == nullptr)
            (void)plan.make(object, damaged.size(), SharedObject(object), {known, 1}, 64);
    }
}

class LibrarySearch : public Copies {
  protected:
    void SetUp() override {
        Copies::SetUp();
        unsetenv("LD_LIBRARY_PATH");
        for (const char* name : {"first", "second", "third"}) {
            fs::create_directory(folder_ / name);
            fs::copy_file(COPIED_PATH, folder_ / name / "libcopied.so");
        }
        fs::create_directory(folder_ / "none");
        std::ofstream(folder_ / "none" / "libcopied.so") << "no library";
    }
    void TearDown() override {
        unsetenv("LD_LIBRARY_PATH");
        Copies::TearDown();
    }
    std::string find(const char* name, const Seeker& by, const Seeker& program = {}) {
        char path[4096];
        return find_library(name, by, program, path, sizeof path) ? path : "";
    }
    std::string in(const char* name) { return folder_ / name; }
    std::string copy_in(const char* name) { return in(name) + "/libcopied.so"; }
};

TEST_F(LibrarySearch, GoesByTheDynamicLinkersOrder) {
    const std::string first = in("first");
    const std::string third = in("third");
    setenv("LD_LIBRARY_PATH", in("second").c_str(), 1);
    EXPECT_EQ(find("libcopied.so", {"", first.c_str(), nullptr}), copy_in("first"));
    EXPECT_EQ(find("libcopied.so", {"", nullptr, first.c_str()}), copy_in("second"));
    EXPECT_EQ(find("libcopied.so", {}, {"", third.c_str(), nullptr}), copy_in("third"));
    EXPECT_EQ(find("libcopied.so", {}, {"", third.c_str(), third.c_str()}), copy_in("second"));
    unsetenv("LD_LIBRARY_PATH");
    EXPECT_EQ(find("libcopied.so", {"", nullptr, first.c_str()}), copy_in("first"));
    EXPECT_EQ(find("libcopied.so", {}), "");
}

TEST_F(LibrarySearch, PassesOverWhatIsNoLibrary) {
    const std::string folders = in("none") + ":" + in("nowhere") + ":" + in("second");
    EXPECT_EQ(find("libcopied.so", {"", nullptr, folders.c_str()}), copy_in("second"));
}

TEST_F(LibrarySearch, KnowsTheFolderOfTheSeeker) {
    const std::string first = in("first");
    EXPECT_EQ(find("libcopied.so", {first.c_str(), nullptr, "$ORIGIN/../third"}),
              first + "/../third/libcopied.so");
    EXPECT_EQ(find("libcopied.so", {first.c_str(), nullptr, "/nowhere:${ORIGIN}"}), copy_in("first"));
}

TEST_F(LibrarySearch, TakesPathsAsTheyAre) {
    EXPECT_EQ(find(copy_in("third").c_str(), {}), copy_in("third"));
    EXPECT_EQ(find(copy_in("none").c_str(), {}), "");
}

TEST_F(LibrarySearch, FindsTheSystems) {
    EXPECT_NE(find("libc.so.6", {}), "");
}

} // namespace
