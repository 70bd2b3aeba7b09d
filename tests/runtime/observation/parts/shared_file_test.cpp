// Several processes put parts into one file: one of them finds itself the last, whichever ends last and
// however.
#include "runtime/observation/parts/shared_file.hpp"

#include <csignal>
#include <cstdlib>
#include <functional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace sartor::observation::parts {
namespace {

// A process, which does what it is told and then ends.
class Process {
  public:
    explicit Process(const std::function<int()>& body) {
        int begun[2];
        if (pipe(begun) != 0 || pipe(end_) != 0) std::abort();
        child_ = fork();
        if (child_ == 0) {
            char none = 0;
            close(end_[1]);
            const int code = body();
            if (write(begun[1], &none, 1) != 1 || read(end_[0], &none, 1) < 0) _exit(100);
            _exit(code);
        }
        close(begun[1]);
        close(end_[0]);
        char none = 0;
        EXPECT_EQ(read(begun[0], &none, 1), 1);
        close(begun[0]);
    }
    // Its exit code, or -1.
    int end(int signal = 0) {
        if (signal != 0) kill(child_, signal);
        close(end_[1]);
        int status = 0;
        waitpid(child_, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

  private:
    pid_t child_;
    int end_[2] = {};
};

class SharedFileTest : public testing::Test {
  protected:
    void SetUp() override { name = testing::TempDir() + "shared_file_test." + std::to_string(getpid()); }
    void TearDown() override { unlink(name.c_str()); }

    bool put(SharedFile& file, int number) const {
        file.begin_part();
        file.put(&number, sizeof number);
        return file.end_part();
    }

    std::string name;
};

TEST_F(SharedFileTest, TheLastOneReadsThePartsOfAll) {
    SharedFile own;
    ASSERT_TRUE(own.open(0, name.c_str()));
    Process other([&] {
        SharedFile file;
        return file.open(2, name.c_str()) && put(file, 22) && !file.is_last() ? 0 : 1;
    });
    ASSERT_TRUE(put(own, 11));
    EXPECT_TRUE(own.is_last());
    EXPECT_EQ(other.end(), 0);
    int numbers[2] = {};
    EXPECT_TRUE(own.read(own.entry(0).offset, &numbers[0], sizeof numbers[0]));
    EXPECT_TRUE(own.read(own.entry(2).offset, &numbers[1], sizeof numbers[1]));
    EXPECT_EQ(numbers[0], 11);
    EXPECT_EQ(numbers[1], 22);
    EXPECT_EQ(own.entry(1).bytes, 0);
}

TEST_F(SharedFileTest, AProcessThatIsKilledIsNotWaitedFor) {
    SharedFile own;
    ASSERT_TRUE(own.open(3, name.c_str()));
    Process other([&] {
        SharedFile file;
        return file.open(0, name.c_str()) ? 0 : 1;
    });
    ASSERT_TRUE(put(own, 1));
    EXPECT_FALSE(own.is_last());
    other.end(SIGKILL);
    EXPECT_TRUE(own.is_last());
    EXPECT_EQ(own.entry(0).bytes, 0);
}

TEST_F(SharedFileTest, TheFirstOneEmptiesWhatAnotherRunHasLeft) {
    Process before([&] {
        SharedFile file;
        return file.open(1, name.c_str()) && put(file, 5) ? 0 : 1;
    });
    ASSERT_EQ(before.end(), 0);
    SharedFile own;
    ASSERT_TRUE(own.open(0, name.c_str()));
    EXPECT_EQ(own.entry(1).bytes, 0);
    own.call_off();
    EXPECT_TRUE(own.is_called_off());
    EXPECT_FALSE(own.name_is_removed());
    own.remove_name();
    EXPECT_TRUE(own.name_is_removed());
}

} // namespace
} // namespace sartor::observation::parts
