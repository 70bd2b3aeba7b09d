// What the tag of a collective call says, as text.
#include "mpi_api/reports/signature_text.hpp"

#include <cstdio>
#include <cstring>

namespace sartor::mpi::internal {

namespace {

// What a tag encodes: of calls with a number the function only.
struct DecodedTag {
    Collective function;
    bool exact;
    std::uint32_t arguments = 0;

    explicit DecodedTag(int tag) noexcept
        : function(static_cast<Collective>(
              (static_cast<std::uint32_t>(tag) >> (tags::is_numbered(tag) ? 8 : Signature::argument_bits)) &
              31)),
          exact(!tags::is_numbered(tag)) {
        if (exact)
            arguments =
                static_cast<std::uint32_t>(tag) & ((std::uint32_t{1} << Signature::argument_bits) - 1);
    }

    [[nodiscard]] bool reduces() const noexcept {
        return function >= Collective::reduce && function <= Collective::exscan;
    }
    [[nodiscard]] bool has_root() const noexcept {
        return (function >= Collective::bcast && function <= Collective::scatterv) ||
               function == Collective::reduce;
    }
    [[nodiscard]] collective::OperandClass operands() const noexcept {
        collective::OperandClass operands;
        operands.value = static_cast<std::uint16_t>(arguments >> Signature::root_bits);
        return operands;
    }
    [[nodiscard]] int root() const noexcept {
        return static_cast<int>(reduces() ? arguments & ((1U << Signature::root_bits) - 1) : arguments);
    }
};

// The so-manieth of texts that each end with a null character, the list with two.
const char* nth(const char* texts, unsigned number) noexcept {
    while (number-- > 0 && *texts != '\0') texts += std::strlen(texts) + 1;
    return texts;
}

// By the five bits that identify an operation.
const char* operation_name(int operation) noexcept {
    if (operation <= 4)
        return nth("MPI_SUM\0MPI_MIN\0MPI_MAX\0MPI_PROD\0", static_cast<unsigned>(operation) - 1);
    if (operation <= 10) return nth("MPI_BAND\0MPI_BOR\0MPI_BXOR\0", static_cast<unsigned>(operation) - 8);
    if (operation <= 18) return nth("MPI_LAND\0MPI_LOR\0MPI_LXOR\0", static_cast<unsigned>(operation) - 16);
    if (operation <= 25) return nth("MPI_MINLOC\0MPI_MAXLOC\0", static_cast<unsigned>(operation) - 24);
    return "an operation of the program's own";
}

const char* class_name(collective::NumberClass numbers) noexcept {
    return nth("data\0integers\0unsigned integers\0floating-point numbers\0complex numbers\0truth values\0"
               "bytes\0values with indices\0",
               static_cast<unsigned>(numbers));
}

} // namespace

const char* function_name(int tag) noexcept {
    return nth("another function\0MPI_Barrier\0MPI_Bcast\0MPI_Gather\0MPI_Gatherv\0MPI_Scatter\0"
               "MPI_Scatterv\0MPI_Allgather(v)\0MPI_Alltoall\0MPI_Alltoall(v or w)\0MPI_Reduce\0"
               "MPI_Allreduce\0MPI_Reduce_scatter(_block)\0MPI_Scan\0MPI_Exscan\0"
               "MPI_Neighbor_allgather(v)\0MPI_Neighbor_alltoall(v, w)\0",
               static_cast<unsigned>(DecodedTag(tag).function));
}

bool is_part_of(const char* function, int tag) noexcept {
    if (tags::is_numbered(tag)) return false;
    const char* const name = function_name(tag);
    const std::size_t common = std::strcspn(name, "( "); // of the names of several functions
    if (std::strncmp(function, name, common) != 0) return true;
    return name[common] == '\0' && function[common] != '\0' && std::strcmp(function + common, "_c") != 0;
}

void describe_arguments(int tag, char* text, std::size_t bytes) noexcept {
    const DecodedTag decoded(tag);
    text[0] = '\0';
    if (!decoded.exact) return;
    char root[24] = "";
    if (decoded.has_root()) std::snprintf(root, sizeof root, " with root %d", decoded.root());
    char operands[96] = "";
    const auto joined = decoded.operands();
    if (decoded.reduces() && joined.numbers() == collective::NumberClass::none)
        std::snprintf(operands, sizeof operands, " %s %s", root[0] == '\0' ? "with" : "and",
                      operation_name(joined.operation()));
    else if (decoded.reduces())
        std::snprintf(operands, sizeof operands, " %s %s of %s of %d bytes", root[0] == '\0' ? "with" : "and",
                      operation_name(joined.operation()), class_name(joined.numbers()), joined.size());
    std::snprintf(text, bytes, "%s%s", root, operands);
}

const char* difference_of(int one, int other) noexcept {
    const DecodedTag left(one);
    const DecodedTag right(other);
    if (left.function != right.function) return "functions";
    if (left.exact != right.exact || tags::is_persistent(one) != tags::is_persistent(other))
        return "kinds (blocking, immediate or persistent)";
    if (one == other) return "counts or datatypes";
    if (!left.exact) return left.reduces() ? "roots, operations or datatypes" : "roots";
    if (left.root() != right.root()) return "roots";
    return left.operands().operation() != right.operands().operation() ? "operations" : "datatypes";
}

} // namespace sartor::mpi::internal
