// What a C++ library and its program share: types, and variables that both define.
#pragma once

#include <stdexcept>
#include <string>

struct Shape {
    virtual ~Shape() = default;
    virtual int corners() const { return 0; }
};
struct Square : Shape {
    int corners() const override { return 4; }
};

struct Refused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline int shared_number = 1;

template <class Type>
struct Registry {
    static int entries;
    static Registry& instance() {
        static Registry only;
        return only;
    }
    int value = 0;
};
template <class Type>
int Registry<Type>::entries = 10;

// In the library.
Shape* make_square();
void refuse(int rank);
int add_in_library(int amount); // to all of them; gives their sum
const char* name_of_library();
void name_library(const char* name);
int next_on_thread();
