// Variables that several units define alike: inline, of templates, in inline functions.
#pragma once

inline int inline_counter = 10;

template <class Type>
struct PerType {
    static int counter;
    static inline int inline_member = 30;
};
template <class Type>
int PerType<Type>::counter = 20;

template <int Start>
int variable_template = Start;

inline int& local_counter() {
    static int counter = 50;
    return counter;
}

struct Registry {
    static Registry& instance() {
        static Registry registry;
        return registry;
    }
    int entries = 0;
};

// Of the other unit: adds `number` to all of them, and tells whether both units mean the same objects.
void add_in_other_unit(int number);
bool same_addresses(const int* inlined, const int* per_type, const int* templated, const int* local);
