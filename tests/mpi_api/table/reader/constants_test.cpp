// Constants have the values of the standard ABI and what the configurator reads from them.
#include "tests/mpi_api/table/real_table.hpp"

#include <gtest/gtest.h>

namespace sartor::table {
namespace {

const Constant& constant(std::string_view name) {
    const Constant* found = real_table().find_constant(name);
    if (!found) throw Error("no " + std::string(name));
    return *found;
}

TEST(Constants, HaveTheValuesOfTheAbi) {
    EXPECT_EQ(constant("MPI_ANY_SOURCE").value, "-1");
    EXPECT_EQ(constant("MPI_COMM_WORLD").value, "257");
    EXPECT_EQ(constant("MPI_INT").value, "521");
    EXPECT_EQ(constant("MPI_SUM").value, "33");
    EXPECT_EQ(constant("MPI_ERR_LASTCODE").value, "16383");
}

TEST(Constants, OfFortranOnlyAreAbsent) {
    for (const char* name : {"MPI_STATUS_SIZE", "MPI_SOURCE", "MPI_ADDRESS_KIND", "MPI_SUBARRAYS_SUPPORTED"})
        EXPECT_EQ(real_table().find_constant(name), nullptr) << name;
}

TEST(Constants, NeedFeatures) {
    using Features = std::vector<std::string>;
    EXPECT_EQ(constant("MPI_ANY_SOURCE").features, Features{"any_source"});
    EXPECT_EQ(constant("MPI_ANY_TAG").features, Features{"any_tag"});
    EXPECT_EQ(constant("MPI_COMM_SELF").features, Features{"self_communicator"});
    EXPECT_EQ(constant("MPI_DOUBLE").features, Features{"datatype_basic"});
    EXPECT_EQ(constant("MPI_BYTE").features, Features{});
    EXPECT_EQ(constant("MPI_PROC_NULL").features, Features{});
}

TEST(Constants, AreWatchedForFeaturesDatatypesAndOperations) {
    for (const char* name : {"MPI_ANY_SOURCE", "MPI_BYTE", "MPI_INT", "MPI_SUM", "MPI_COMM_SELF", "MPI_2INT"})
        EXPECT_TRUE(constant(name).watched()) << name;
    for (const char* name :
         {"MPI_COMM_WORLD", "MPI_DATATYPE_NULL", "MPI_OP_NULL", "MPI_VERSION", "MPI_PROC_NULL"})
        EXPECT_FALSE(constant(name).watched()) << name;
}

TEST(Constants, DescribeDatatypes) {
    EXPECT_EQ(constant("MPI_INT").described, "int");
    EXPECT_EQ(constant("MPI_DOUBLE_INT").described, "{double, int}");
    EXPECT_EQ(constant("MPI_PACKED").described, "std::byte");
}

TEST(Constants, DescribeEveryErrorClass) {
    for (const Constant& each : real_table().constants()) {
        const bool expected = each.category == "error_classes" && each.name != "MPI_ERR_LASTCODE";
        EXPECT_EQ(each.error_class(), expected) << each.name;
    }
    EXPECT_EQ(constant("MPI_ERR_RANK").described, "invalid rank");
}

} // namespace
} // namespace sartor::table
