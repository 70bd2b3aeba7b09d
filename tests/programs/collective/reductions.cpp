// MPI_Reduce and MPI_Allreduce: every operation with every datatype it takes, against a computation in order.
#include "../common/program.h"
#include <complex>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace {

constexpr int elements = 13;

// Small integers for other MPIs: Open MPI 4.1 saturates sums of short integers, MPICH 4.0 compares unsigned
// char as signed.
#ifdef ORACLE
constexpr unsigned limit = 8;
#else
constexpr unsigned limit = 0xffffffff;
#endif

template <class Type>
struct Value {
    static Type of(int owner, int index) {
        unsigned number = mixed(static_cast<unsigned>(owner * 1000 + index));
        if constexpr (std::is_same_v<Type, bool>)
            return number % 3 != 0;
        else if constexpr (std::is_floating_point_v<Type>)
            return static_cast<Type>(static_cast<int>(number % 7) + 1) / 2; // sums and products are exact
        else
            return static_cast<Type>(number % 4 == 0 ? 0 : number % limit);
    }
};
template <class Part>
struct Value<std::complex<Part>> {
    static std::complex<Part> of(int owner, int index) {
        return {static_cast<Part>((owner + index) % 3), static_cast<Part>((owner * index) % 2)};
    }
};

template <class Type, class Operation>
void check_result(const std::vector<Type>& result, Operation apply, const char* datatype,
                  const char* operation) {
    for (int index = 0; index < elements; ++index) {
        Type expected = Value<Type>::of(0, index);
        for (int owner = 1; owner < size; ++owner)
            expected = static_cast<Type>(apply(expected, Value<Type>::of(owner, index)));
        if (result[static_cast<std::size_t>(index)] == expected) continue;
        std::fprintf(stderr, "rank %d: element %d is wrong: %s of %s\n", rank, index, operation, datatype);
        CHECK(!"the result of a reduction");
    }
}

template <class Type>
std::vector<Type> own_values() {
    std::vector<Type> values;
    for (int index = 0; index < elements; ++index) values.push_back(Value<Type>::of(rank, index));
    return values;
}

template <class Type, class Operation>
void check_operation(MPI_Datatype datatype, MPI_Op operation, Operation apply, const char* datatype_name,
                     const char* operation_name) {
    const auto check_all = [&](const std::vector<Type>& all) {
        check_result<Type>(all, apply, datatype_name, operation_name);
    };
    const std::vector<Type> values = own_values<Type>();
    std::vector<Type> result(values.size());
    for (int root = 0; root < size; root += 3) {
        MPI_Reduce(values.data(), rank == root ? result.data() : nullptr, elements, datatype, operation, root,
                   MPI_COMM_WORLD);
        if (rank == root) check_all(result);
    }
    result = values;
    MPI_Allreduce(MPI_IN_PLACE, result.data(), elements, datatype, operation, MPI_COMM_WORLD);
    check_all(result);
    MPI_Allreduce(values.data(), result.data(), elements, datatype, operation, MPI_COMM_WORLD);
    check_all(result);
    result = values;
    const bool is_root = rank == size - 1;
    MPI_Reduce(is_root ? MPI_IN_PLACE : result.data(), is_root ? result.data() : nullptr, elements, datatype,
               operation, size - 1, MPI_COMM_WORLD);
    if (is_root) check_all(result);
}

template <class Type>
void sums(MPI_Datatype datatype, const char* name) {
    check_operation<Type>(
        datatype, MPI_SUM, [](Type a, Type b) { return a + b; }, name, "MPI_SUM");
    check_operation<Type>(
        datatype, MPI_PROD, [](Type a, Type b) { return a * b; }, name, "MPI_PROD");
}
template <class Type>
void extremes(MPI_Datatype datatype, const char* name) {
    check_operation<Type>(
        datatype, MPI_MIN, [](Type a, Type b) { return b < a ? b : a; }, name, "MPI_MIN");
    check_operation<Type>(
        datatype, MPI_MAX, [](Type a, Type b) { return a < b ? b : a; }, name, "MPI_MAX");
}
template <class Type>
void logicals(MPI_Datatype datatype, const char* name) {
    check_operation<Type>(
        datatype, MPI_LAND, [](Type a, Type b) { return a && b; }, name, "MPI_LAND");
    check_operation<Type>(
        datatype, MPI_LOR, [](Type a, Type b) { return a || b; }, name, "MPI_LOR");
    check_operation<Type>(
        datatype, MPI_LXOR, [](Type a, Type b) { return !a != !b; }, name, "MPI_LXOR");
}
template <class Type>
void bits(MPI_Datatype datatype, const char* name) {
    check_operation<Type>(
        datatype, MPI_BAND, [](Type a, Type b) { return a & b; }, name, "MPI_BAND");
    check_operation<Type>(
        datatype, MPI_BOR, [](Type a, Type b) { return a | b; }, name, "MPI_BOR");
    check_operation<Type>(
        datatype, MPI_BXOR, [](Type a, Type b) { return a ^ b; }, name, "MPI_BXOR");
}

// Sums of signed integers are computed as of unsigned ones: no overflow.
template <class Type>
void integers(MPI_Datatype datatype, const char* name) {
    using Wrapping = std::make_unsigned_t<Type>;
    check_operation<Type>(
        datatype, MPI_SUM, [](Type a, Type b) { return static_cast<Wrapping>(Wrapping(a) + Wrapping(b)); },
        name, "MPI_SUM");
    check_operation<Type>(
        datatype, MPI_PROD,
        [](Type a, Type b) { return static_cast<Wrapping>(1u * Wrapping(a) * Wrapping(b)); }, name,
        "MPI_PROD");
    extremes<Type>(datatype, name);
    logicals<Type>(datatype, name);
    bits<Type>(datatype, name);
}

template <class Type>
void fractions(MPI_Datatype datatype, const char* name) {
    sums<Type>(datatype, name);
    extremes<Type>(datatype, name);
}

#define OF(kind, datatype, type) kind<type>(datatype, #datatype)

void check_integers() {
    OF(integers, MPI_SIGNED_CHAR, signed char), OF(integers, MPI_UNSIGNED_CHAR, unsigned char);
    OF(integers, MPI_SHORT, short), OF(integers, MPI_UNSIGNED_SHORT, unsigned short);
    OF(integers, MPI_INT, int), OF(integers, MPI_UNSIGNED, unsigned);
    OF(integers, MPI_LONG, long), OF(integers, MPI_UNSIGNED_LONG, unsigned long);
    OF(integers, MPI_LONG_LONG, long long), OF(integers, MPI_LONG_LONG_INT, long long);
    OF(integers, MPI_UNSIGNED_LONG_LONG, unsigned long long);
    OF(integers, MPI_INT8_T, std::int8_t), OF(integers, MPI_UINT8_T, std::uint8_t);
    OF(integers, MPI_INT16_T, std::int16_t), OF(integers, MPI_UINT16_T, std::uint16_t);
    OF(integers, MPI_INT32_T, std::int32_t), OF(integers, MPI_UINT32_T, std::uint32_t);
    OF(integers, MPI_INT64_T, std::int64_t), OF(integers, MPI_UINT64_T, std::uint64_t);
}

void check_address_integers() {
    OF(sums, MPI_AINT, MPI_Aint), OF(extremes, MPI_AINT, MPI_Aint), OF(bits, MPI_AINT, MPI_Aint);
    OF(sums, MPI_OFFSET, MPI_Offset), OF(extremes, MPI_OFFSET, MPI_Offset), OF(bits, MPI_OFFSET, MPI_Offset);
    OF(sums, MPI_COUNT, MPI_Count), OF(extremes, MPI_COUNT, MPI_Count), OF(bits, MPI_COUNT, MPI_Count);
}

void check_others() {
    OF(fractions, MPI_FLOAT, float), OF(fractions, MPI_DOUBLE, double),
        OF(fractions, MPI_LONG_DOUBLE, long double);
    OF(sums, MPI_C_FLOAT_COMPLEX, std::complex<float>), OF(sums, MPI_C_DOUBLE_COMPLEX, std::complex<double>);
    OF(sums, MPI_C_COMPLEX, std::complex<float>),
        OF(sums, MPI_C_LONG_DOUBLE_COMPLEX, std::complex<long double>);
    OF(bits, MPI_BYTE, unsigned char);
}

// std::vector<bool> has no data(): logical values go by unsigned char, which has their size.
void check_logicals() {
    static_assert(sizeof(bool) == 1);
    for (int index = 0; index < elements; ++index) {
        const bool own = Value<bool>::of(rank, index);
        bool all = true, any = false, odd = false, result[3];
        for (int owner = 0; owner < size; ++owner) {
            const bool other = Value<bool>::of(owner, index);
            all = all && other, any = any || other, odd = odd != other;
        }
        for (MPI_Datatype datatype : {MPI_C_BOOL, MPI_CXX_BOOL}) {
            MPI_Allreduce(&own, &result[0], 1, datatype, MPI_LAND, MPI_COMM_WORLD);
            MPI_Allreduce(&own, &result[1], 1, datatype, MPI_LOR, MPI_COMM_WORLD);
            MPI_Allreduce(&own, &result[2], 1, datatype, MPI_LXOR, MPI_COMM_WORLD);
            CHECK(result[0] == all && result[1] == any && result[2] == odd);
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    begin(&argc, &argv);
    check_integers();
    check_address_integers();
    check_others();
    check_logicals();
    return end("reductions");
}
