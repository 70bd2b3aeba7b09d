// Containers, strings and functions of the C++ library in globals of each rank, sent as messages.
#include "../common/program.h"
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

std::map<std::string, std::vector<int>> table;
std::vector<std::function<int(int)>> functions;
std::unique_ptr<std::string> text = std::make_unique<std::string>("rank");
std::mt19937 generator(5);

void fill() {
    for (int entry = 0; entry < 100; ++entry)
        table["entry " + std::to_string(entry % 10)].push_back(rank * entry);
    functions.push_back([own = rank](int number) { return number + own; });
    *text += " " + std::to_string(rank);
}

long total() {
    long sum = 0;
    for (const auto& [name, numbers] : table) sum = std::accumulate(numbers.begin(), numbers.end(), sum);
    return sum;
}

void send_strings() {
    int right = (rank + 1) % size, left = (rank + size - 1) % size, length = 0,
        own = static_cast<int>(text->size());
    MPI_Sendrecv(&own, 1, MPI_INT, right, 0, &length, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    std::string received(static_cast<std::size_t>(length), ' ');
    MPI_Sendrecv(text->data(), own, MPI_CHAR, right, 0, received.data(), length, MPI_CHAR, left, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(received == "rank " + std::to_string(left));
}

} // namespace

int main(int argc, char** argv) {
    begin(&argc, &argv);
    fill();
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(table.size() == 10 && total() == 4950L * rank);
    CHECK(functions.size() == 1 && functions.front()(5) == 5 + rank);
    send_strings();
    for (int draw = 1; draw < 10000; ++draw) generator();
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(generator() == std::mt19937::result_type(2416762068)); // the 10000th of seed 5
    return end("the C++ library in globals");
}
