// Writes a generated file only when its contents changed, so that nothing is rebuilt for naught.
#include "mpi_api/table/emit/write_file.hpp"

#include "mpi_api/table/reader/error.hpp"

#include <fstream>
#include <iterator>

namespace sartor::table {

namespace {

bool holds(const std::filesystem::path& file, std::string_view contents) {
    std::ifstream input(file, std::ios::binary);
    if (!input) return false;
    const std::string present{std::istreambuf_iterator<char>(input), {}};
    return present == contents;
}

} // namespace

bool write_file(const std::filesystem::path& file, std::string_view contents) {
    if (holds(file, contents)) return false;
    std::error_code failure;
    std::filesystem::create_directories(file.parent_path(), failure);
    std::ofstream output(file, std::ios::binary | std::ios::trunc);
    output << contents;
    output.close();
    if (!output)
        throw Error(file.string() +
                    ":0: cannot be written; check the permissions and the free space of its folder");
    return true;
}

} // namespace sartor::table
