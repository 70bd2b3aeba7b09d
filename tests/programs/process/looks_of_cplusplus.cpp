// A rank looks for what a later rank leaves in files, by the C++ library.
// ranks: 1 3 8
// options: --cores 0
#include "../common/program.h"
#include <filesystem>
#include <fstream>
#include <string>

namespace files = std::filesystem;

template <class Look>
static void one_after_the_other(const char* way, Look look) {
    const std::string own = std::string("left_") + way + std::to_string(rank);
    const std::string next = std::string("left_") + way + std::to_string(rank + 1);
    files::remove(own);
    MPI_Barrier(MPI_COMM_WORLD);
    while (rank < size - 1 && !look(next)) continue;
    std::ofstream(own) << 1234 << '\n';
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(files::remove(own));
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    one_after_the_other("exists", [](const files::path& path) { return files::exists(path); });
    one_after_the_other("stream", [](const std::string& path) {
        int number = 0;
        return bool(std::ifstream(path) >> number) && number == 1234;
    });
    one_after_the_other("size", [](const files::path& path) {
        std::error_code error;
        const auto bytes = files::file_size(path, error);
        return !error && bytes == 5;
    });
    one_after_the_other("again", [](const std::string& path) {
        std::ifstream file;
        file.open(path);
        int number = 0;
        while (file.is_open() && !(file >> number)) {
            file.clear();
            file.seekg(0);
        }
        return number == 1234;
    });
    bool is_thrown = false;
    try {
        (void)files::file_size("nowhere");
    } catch (const files::filesystem_error&) {
        is_thrown = true;
    }
    CHECK(is_thrown);
    return end("looks by the C++ library");
}
