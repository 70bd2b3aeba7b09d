// std::filesystem::current_path: a rank that changes its folder changes no other's.
// ranks: 1 4
// machine: host
#include "../common/program.h"
#include <filesystem>
#include <fstream>
#include <string>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    namespace files = std::filesystem;
    const files::path top = files::current_path();
    const files::path own = top / ("folder_" + std::to_string(rank));
    files::create_directory(own);
    files::current_path(own);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(files::current_path() == own);
    std::ofstream("number") << rank;
    MPI_Barrier(MPI_COMM_WORLD);
    std::error_code error;
    files::current_path(own / "nowhere", error);
    CHECK(error == std::errc::no_such_file_or_directory);
    bool thrown = false;
    try {
        files::current_path("nowhere");
    } catch (const files::filesystem_error&) {
        thrown = true;
    }
    CHECK(thrown);
    int number = -1;
    std::ifstream(own / "number") >> number;
    CHECK(number == rank);
    files::current_path(top, error);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(files::remove_all(own) == 2);
    return end("folder by the C++ library");
}
