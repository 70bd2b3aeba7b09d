// Each predefined type with each operation that is defined for it, by all accumulates (MPI-5.0 section 12.3.4).
// ranks: 1 2 3 5 8 16
#include "../common/windows.h"

#include <complex.h>
#include <stdint.h>

// The value of an element of any type; whole numbers, small enough for all.
typedef struct {
    long real, imaginary;
} Number;

enum { sum, prod, max, min, band, bor, bxor, land, lor, lxor, replace, no_op, operations };
// Which of them a type has.
enum {
    any = 1 << replace | 1 << no_op,
    bits = 1 << band | 1 << bor | 1 << bxor,
    truths = 1 << land | 1 << lor | 1 << lxor,
    products = 1 << sum | 1 << prod,
    order = 1 << max | 1 << min,
};
enum {
    letter = any,
    byte = any | bits,
    truth = any | truths,
    integer = any | bits | truths | products | order,
    real = any | products | order,
    complex_number = any | products,
};

typedef struct {
    MPI_Datatype type;
    unsigned has;
    void (*store)(void* to, Number value);
    Number (*load)(const void* from);
} Type;

#define STORED_AS(name, ctype, value_of, imaginary_of)                                                       \
    static void store_##name(void* to, Number value) {                                                       \
        const ctype stored = (ctype)(value_of);                                                              \
        memcpy(to, &stored, sizeof stored);                                                                  \
    }                                                                                                        \
    static Number load_##name(const void* from) {                                                            \
        ctype stored;                                                                                        \
        memcpy(&stored, from, sizeof stored);                                                                \
        return (Number){(long)stored, (long)(imaginary_of)};                                                 \
    }
#define REAL(name, ctype) STORED_AS(name, ctype, value.real, 0)
#define COMPLEX(name, ctype) STORED_AS(name, ctype complex, value.real + value.imaginary * I, cimagl(stored))

REAL(char, char)
REAL(signed_char, signed char)
REAL(unsigned_char, unsigned char)
REAL(short, short)
REAL(unsigned_short, unsigned short)
REAL(int, int)
REAL(unsigned, unsigned)
REAL(long, long)
REAL(unsigned_long, unsigned long)
REAL(long_long, long long)
REAL(unsigned_long_long, unsigned long long)
REAL(wchar, wchar_t)
REAL(truth_value, _Bool)
REAL(float, float)
REAL(double, double)
REAL(long_double, long double)
COMPLEX(float_complex, float)
COMPLEX(double_complex, double)
COMPLEX(long_double_complex, long double)

#define TYPE(type, has, name) {type, has, store_##name, load_##name}

static void check_all(void (*check)(const Type* type, MPI_Win win), MPI_Win win) {
    const Type types[] = {
        TYPE(MPI_SIGNED_CHAR, integer, signed_char),
        TYPE(MPI_UNSIGNED_CHAR, integer, unsigned_char),
        TYPE(MPI_SHORT, integer, short),
        TYPE(MPI_UNSIGNED_SHORT, integer, unsigned_short),
        TYPE(MPI_INT, integer, int),
        TYPE(MPI_UNSIGNED, integer, unsigned),
        TYPE(MPI_LONG, integer, long),
        TYPE(MPI_UNSIGNED_LONG, integer, unsigned_long),
        TYPE(MPI_LONG_LONG, integer, long_long),
        TYPE(MPI_UNSIGNED_LONG_LONG, integer, unsigned_long_long),
        TYPE(MPI_INT8_T, integer, signed_char),
        TYPE(MPI_INT16_T, integer, short),
        TYPE(MPI_INT32_T, integer, int),
        TYPE(MPI_INT64_T, integer, long),
        TYPE(MPI_UINT8_T, integer, unsigned_char),
        TYPE(MPI_UINT16_T, integer, unsigned_short),
        TYPE(MPI_UINT32_T, integer, unsigned),
        TYPE(MPI_UINT64_T, integer, unsigned_long),
        TYPE(MPI_AINT, integer, long),
        TYPE(MPI_OFFSET, integer, long_long),
        TYPE(MPI_COUNT, integer, long_long),
        TYPE(MPI_BYTE, byte, unsigned_char),
        TYPE(MPI_C_BOOL, truth, truth_value),
        TYPE(MPI_CXX_BOOL, truth, truth_value),
        TYPE(MPI_CHAR, integer, char), // text by the standard, a number to other MPIs and to programs
        TYPE(MPI_WCHAR, letter, wchar),
        TYPE(MPI_FLOAT, real, float),
        TYPE(MPI_DOUBLE, real, double),
        TYPE(MPI_LONG_DOUBLE, real, long_double),
        TYPE(MPI_C_FLOAT_COMPLEX, complex_number, float_complex),
        TYPE(MPI_C_DOUBLE_COMPLEX, complex_number, double_complex),
        TYPE(MPI_C_LONG_DOUBLE_COMPLEX, complex_number, long_double_complex),
        TYPE(MPI_CXX_FLOAT_COMPLEX, complex_number, float_complex),
        TYPE(MPI_CXX_DOUBLE_COMPLEX, complex_number, double_complex),
        TYPE(MPI_CXX_LONG_DOUBLE_COMPLEX, complex_number, long_double_complex),
    };
    for (size_t index = 0; index < sizeof types / sizeof *types; ++index) check(&types[index], win);
}

static MPI_Op operation_of(int number) {
    const MPI_Op all[operations] = {MPI_SUM,  MPI_PROD, MPI_MAX, MPI_MIN,  MPI_BAND,    MPI_BOR,
                                    MPI_BXOR, MPI_LAND, MPI_LOR, MPI_LXOR, MPI_REPLACE, MPI_NO_OP};
    return all[number];
}

static long joined_reals(int operation, long old, long operand) {
    switch (operation) {
    case max:
        return old > operand ? old : operand;
    case min:
        return old < operand ? old : operand;
    case band:
        return old & operand;
    case bor:
        return old | operand;
    case bxor:
        return old ^ operand;
    case land:
        return old && operand;
    case lor:
        return old || operand;
    default:
        return !old != !operand;
    }
}

static Number joined(int operation, Number old, Number operand) {
    switch (operation) {
    case sum:
        return (Number){old.real + operand.real, old.imaginary + operand.imaginary};
    case prod:
        return (Number){old.real * operand.real - old.imaginary * operand.imaginary,
                        old.real * operand.imaginary + old.imaginary * operand.real};
    case replace:
        return operand;
    case no_op:
        return old;
    default:
        return (Number){joined_reals(operation, old.real, operand.real), 0};
    }
}

enum { elements = 3, slot = 128 }; // bytes; of the largest type's elements
enum { by_accumulate, by_get_accumulate, by_fetch, forms };

typedef struct {
    char memory[forms][operations][slot];
} Slots;

static Slots old, results, got;
static char operands[slot];

static Number old_number(const Type* type, int index) {
    const Number numbers[elements] = {{6, 2}, {5, -1}, {0, 0}};
    return (Number){numbers[index].real, type->has == complex_number ? numbers[index].imaginary : 0};
}

static Number operand_number(const Type* type, int index) {
    const Number numbers[elements] = {{3, -4}, {5, 1}, {9, 7}};
    return (Number){numbers[index].real, type->has == complex_number ? numbers[index].imaginary : 0};
}

static int bytes_of(const Type* type) {
    int bytes = 0;
    MPI_Type_size(type->type, &bytes);
    return bytes;
}

static void fill(const Type* type) {
    const int bytes = bytes_of(type);
    memset(&old, 0, sizeof old);
    memset(&results, 0x55, sizeof results);
    for (int index = 0; index < elements; ++index) {
        type->store(operands + index * bytes, operand_number(type, index));
        for (int place = 0; place < forms * operations; ++place)
            type->store((char*)&old + place * slot + index * bytes, old_number(type, index));
    }
}

static int is_done(const Type* type, int form, int operation) {
    return (type->has >> operation & 1) && !(form == by_accumulate && operation == no_op);
}

static void issue(const Type* type, int form, int operation, MPI_Win win) {
    char* const result = results.memory[form][operation];
    const MPI_Aint there = (form * operations + operation) * slot;
    const MPI_Op op = operation_of(operation);
    const int to = right_of(rank);
    if (form == by_accumulate)
        MPI_Accumulate(operands, elements, type->type, to, there, elements, type->type, op, win);
    else if (form == by_get_accumulate)
        MPI_Get_accumulate(operands, elements, type->type, result, elements, type->type, to, there, elements,
                           type->type, op, win);
    else
        MPI_Fetch_and_op(operands, result, type->type, to, there, op, win);
}

static int is_number(const Type* type, const char* at, Number expected) {
    char stored[slot];
    type->store(stored, expected);
    const Number wanted = type->load(stored), found = type->load(at);
    return wanted.real == found.real && wanted.imaginary == found.imaginary;
}

static void compare(const Type* type, int form, int operation) {
    const int bytes = bytes_of(type);
    for (int index = 0; index < elements; ++index) {
        const Number before = old_number(type, index);
        const int is_reached = form != by_fetch || index == 0;
        const Number after = is_reached ? joined(operation, before, operand_number(type, index)) : before;
        CHECK(is_number(type, &got.memory[form][operation][index * bytes], after));
        if (form != by_accumulate && is_reached)
            CHECK(is_number(type, &results.memory[form][operation][index * bytes], before));
    }
}

static void check_updates(const Type* type, MPI_Win win) {
    const int to = right_of(rank);
    fill(type);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, win);
    MPI_Put(&old, sizeof old, MPI_BYTE, to, 0, sizeof old, MPI_BYTE, win);
    MPI_Win_flush(to, win);
    for (int form = 0; form < forms; ++form)
        for (int operation = 0; operation < operations; ++operation)
            if (is_done(type, form, operation)) issue(type, form, operation, win);
    MPI_Win_flush(to, win);
    MPI_Get(&got, sizeof got, MPI_BYTE, to, 0, sizeof got, MPI_BYTE, win);
    MPI_Win_unlock(to, win);
    for (int form = 0; form < forms; ++form)
        for (int operation = 0; operation < operations; ++operation)
            if (is_done(type, form, operation)) compare(type, form, operation);
}

// Swapped where the element is as expected, and only there.
__attribute__((unused)) static void check_swaps(const Type* type, MPI_Win win) {
    char zero[slot], one[slot], results_of[2][slot], after[slot];
    const int to = right_of(rank);
    if ((type->has & (bits | truths)) == 0) return;
    type->store(zero, (Number){0, 0});
    type->store(one, (Number){1, 0});
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, win);
    MPI_Put(zero, 1, type->type, to, 0, 1, type->type, win);
    MPI_Win_flush(to, win);
    MPI_Compare_and_swap(one, zero, results_of[0], type->type, to, 0, win);
    MPI_Win_flush(to, win);
    MPI_Compare_and_swap(zero, zero, results_of[1], type->type, to, 0, win);
    MPI_Win_flush(to, win);
    MPI_Get(after, 1, type->type, to, 0, 1, type->type, win);
    MPI_Win_unlock(to, win);
    CHECK(is_number(type, results_of[0], (Number){0, 0}));
    CHECK(is_number(type, results_of[1], (Number){1, 0}) && is_number(type, after, (Number){1, 0}));
}

// Values, and of equal ones the lower index.
#define CHECK_PAIRS(ctype, type)                                                                             \
    do {                                                                                                     \
        struct {                                                                                             \
            ctype value;                                                                                     \
            int index;                                                                                       \
        } start = {5, 8}, same = {5, 3}, less = {2, 9}, before[2], after;                                    \
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, win);                                                        \
        MPI_Put(&start, 1, type, to, 0, 1, type, win);                                                       \
        MPI_Win_flush(to, win);                                                                              \
        MPI_Accumulate(&less, 1, type, to, 0, 1, type, MPI_MAXLOC, win);                                     \
        MPI_Fetch_and_op(&same, &before[0], type, to, 0, MPI_MAXLOC, win);                                   \
        MPI_Win_flush(to, win);                                                                              \
        MPI_Get_accumulate(&less, 1, type, &before[1], 1, type, to, 0, 1, type, MPI_MINLOC, win);            \
        MPI_Win_flush(to, win);                                                                              \
        MPI_Get(&after, 1, type, to, 0, 1, type, win);                                                       \
        MPI_Win_unlock(to, win);                                                                             \
        CHECK(before[0].value == 5 && before[0].index == 8);                                                 \
        CHECK(before[1].value == 5 && before[1].index == 3);                                                 \
        CHECK(after.value == 2 && after.index == 9);                                                         \
    } while (0)

static void check_pairs(MPI_Win win) {
    const int to = right_of(rank);
    CHECK_PAIRS(int, MPI_2INT);
    CHECK_PAIRS(float, MPI_FLOAT_INT);
    CHECK_PAIRS(double, MPI_DOUBLE_INT);
    CHECK_PAIRS(long, MPI_LONG_INT);
    CHECK_PAIRS(short, MPI_SHORT_INT);
    CHECK_PAIRS(long double, MPI_LONG_DOUBLE_INT);
}

static void check_window(MPI_Info info) {
    char* memory = NULL;
    MPI_Win win;
    MPI_Win_allocate(sizeof(Slots), 1, info, MPI_COMM_WORLD, &memory, &win);
    check_all(check_updates, win);
#ifndef OPEN_MPI // differences.md
    check_all(check_swaps, win);
#endif
    check_pairs(win);
    MPI_Win_free(&win);
}

int main(int argc, char** argv) {
    MPI_Info info;
    begin(&argc, &argv);
    check_window(MPI_INFO_NULL);
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_accumulate_granularity", "1"); // each element by itself
    check_window(info);
    MPI_Info_free(&info);
    return end_of_windows("types");
}
