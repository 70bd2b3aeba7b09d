// A library for copies_test.cpp that needs the other one.
extern "C" int count_in_copy(int amount);

extern "C" int count_in_both(int amount) {
    static int own = 0;
    own += amount;
    return own * 1000 + count_in_copy(amount);
}
