// A library for copies_test.cpp: with a variable that the dynamic linker would make one of for all copies.
template <class Type>
struct Counter {
    static Type& value() {
        static Type only = 0;
        return only;
    }
};

extern "C" int count_in_copy(int amount) {
    return Counter<int>::value() += amount;
}
