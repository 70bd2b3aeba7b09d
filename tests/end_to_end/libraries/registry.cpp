// A C++ library with every kind of variable.
#include "registry.hpp"

#include <cstdio>

namespace {

struct Name {
    std::string text = "nobody's library";
    ~Name() { std::printf("%s ends\n", text.c_str()); }
};
Name name;
thread_local int next = 5;

} // namespace

Shape* make_square() {
    return new Square;
}

void refuse(int rank) {
    throw Refused("refused " + std::to_string(rank));
}

int add_in_library(int amount) {
    static int calls = 0;
    ++calls;
    shared_number += amount;
    Registry<int>::entries += amount;
    Registry<int>::instance().value += amount;
    return calls * 100000 + shared_number + Registry<int>::entries + Registry<int>::instance().value;
}

const char* name_of_library() {
    return name.text.c_str();
}
void name_library(const char* text) {
    name.text = text;
}
int next_on_thread() {
    return next++;
}
