// operator new and delete of the program serve the C++ library, too.
// ranks: 1 4
#include "../common/program.h"
#include <fstream>
#include <functional>
#include <locale>
#include <new>
#include <sstream>
#include <string>
#include <vector>

static long live, foreign;
constexpr std::size_t front = 32;
constexpr unsigned long magic = 0x5a5aa5a5deadbeef;

static void* take(std::size_t bytes) {
    char* memory = static_cast<char*>(std::malloc(bytes + front));
    if (memory == nullptr) throw std::bad_alloc();
    *reinterpret_cast<unsigned long*>(memory) = magic;
    ++live;
    return memory + front;
}
static void give(void* block) {
    if (block == nullptr) return;
    char* memory = static_cast<char*>(block) - front;
    if (*reinterpret_cast<unsigned long*>(memory) != magic) {
        ++foreign;
        return;
    }
    *reinterpret_cast<unsigned long*>(memory) = 0;
    --live;
    std::free(memory);
}
void* operator new(std::size_t bytes) {
    return take(bytes);
}
void* operator new[](std::size_t bytes) {
    return take(bytes);
}
void operator delete(void* block) noexcept {
    give(block);
}
void operator delete[](void* block) noexcept {
    give(block);
}
void operator delete(void* block, std::size_t) noexcept {
    give(block);
}
void operator delete[](void* block, std::size_t) noexcept {
    give(block);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    const long before = live;
    {
        std::ostringstream text;
        for (int index = 0; index < 1000; ++index) text << "number " << index << ' ';
        std::string line = text.str(); // allocated by the library, freed here
        line.reserve(100000);
        std::string moved = std::move(line);
        std::vector<std::string> words(100, moved);
        std::istringstream input(moved);
        std::string word;
        while (std::getline(input, word, ' ')) words.push_back(word);
        CHECK(words.size() == 2100);
        std::ifstream file("/proc/self/status");
        std::getline(file, word);
        CHECK(!word.empty());
        CHECK(live > before + 100);
    }
    CHECK(live == before);
    CHECK(foreign == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    return end("the program's operator new");
}
