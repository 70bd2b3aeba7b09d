// Functions of the C and C++ libraries that look into the environment find the rank's.
// ranks: 1 4
#include "../common/program.h"
#include <filesystem>
#include <glob.h>
#include <string>
#include <unistd.h>
#include <wordexp.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    const std::string own = std::filesystem::current_path() / ("home_" + std::to_string(rank));
    std::filesystem::create_directory(own);
    for (const char* name : {"HOME", "TMPDIR", "OF_RANK"}) CHECK(setenv(name, own.c_str(), 1) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    wordexp_t words{};
    CHECK(wordexp("~ $OF_RANK", &words, 0) == 0 && words.we_wordc == 2);
    CHECK(words.we_wordv[0] == own && words.we_wordv[1] == own);
    wordfree(&words);
    glob_t found{};
    CHECK(glob("~", GLOB_TILDE, nullptr, &found) == 0 && found.gl_pathc == 1 && found.gl_pathv[0] == own);
    globfree(&found);
    CHECK(std::filesystem::temp_directory_path() == own);
    std::error_code error;
    CHECK(std::filesystem::temp_directory_path(error) == own && !error);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(std::filesystem::remove(own));
    bool is_thrown = false;
    try {
        (void)std::filesystem::temp_directory_path();
    } catch (const std::filesystem::filesystem_error&) {
        is_thrown = true;
    }
    CHECK(is_thrown);
    return end("the environment by functions");
}
