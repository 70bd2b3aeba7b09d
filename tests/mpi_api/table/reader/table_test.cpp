// The table holds all of MPI, and finds rows by every name they have.
#include "mpi_api/table/reader/chapters.hpp"
#include "tests/mpi_api/table/real_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace sartor::table {
namespace {

const Function& function(std::string_view name) {
    const Function* found = real_table().find_function(name);
    if (!found) throw Error("no " + std::string(name));
    return *found;
}

std::size_t functions_in(std::string_view chapter) {
    return static_cast<std::size_t>(
        std::ranges::count(real_table().functions(), chapter, &Function::chapter));
}

/// MPI 5.0 has 567 entries: 21 callback types, 13 predefined callbacks (constants in the ABI),
/// 2 functions without a C form, and so 531 functions; 10 of MPI-1 were removed, and 18 are no part of it.
TEST(Table, HasEveryFunctionOfTheStandard) {
    EXPECT_EQ(real_table().functions().size(), 567u - 21 - 13 - 2 + 10 + 18 + 9);
    EXPECT_EQ(functions_in("removed"), 10u);
    EXPECT_EQ(functions_in("failures"), 18u);
    EXPECT_EQ(functions_in("extensions"), 9u);
    EXPECT_EQ(real_table().callbacks().size(), 21u + 1 + 6);
}

TEST(Table, HasRowsInEveryChapter) {
    for (const Chapter& chapter : chapters) EXPECT_GT(functions_in(chapter.name), 0u) << chapter.name;
}

TEST(Table, FindsAFunctionByEachOfItsNames) {
    const Function* send = real_table().find_function("MPI_Send");
    ASSERT_NE(send, nullptr);
    for (const char* name : {"PMPI_Send", "MPI_Send_c", "PMPI_Send_c"})
        EXPECT_EQ(real_table().find_function(name), send) << name;
}

TEST(Table, FindsNoFunctionThatMpiLacks) {
    for (const char* name :
         {"", "MPI_", "MPI_send", "MPI_Barrier_c", "PPMPI_Send", "MPI_Send_c_c", "MPI_Sizeof"})
        EXPECT_EQ(real_table().find_function(name), nullptr) << name;
}

TEST(Table, KnowsLargeCountTwins) {
    EXPECT_TRUE(function("MPI_Alltoallw").has_large_twin());
    EXPECT_TRUE(function("MPI_Op_create").has_large_twin());
    EXPECT_FALSE(function("MPI_Barrier").has_large_twin());
    EXPECT_FALSE(function("MPI_Type_struct").has_large_twin());
}

TEST(Table, SaysWhereTheImplementationIs) {
    EXPECT_EQ(function("MPI_Send").implementation, "point_to_point/send");
}

TEST(Table, SaysFeaturesInOrder) {
    using Features = std::vector<std::string>;
    EXPECT_EQ(function("MPI_Send").features, Features{"tags"});
    EXPECT_EQ(function("MPI_Comm_rank").features, Features{});
    EXPECT_EQ(function("MPI_Isend").features, (Features{"tags", "immediate"}));
    EXPECT_EQ(function("MPI_Ineighbor_alltoallw").features,
              (Features{"immediate", "collective", "neighbourhood", "immediate_collectives"}));
    EXPECT_EQ(function("MPI_Rsend_init").features, (Features{"tags", "immediate", "ready", "persistent"}));
}

TEST(Table, GivesEveryFunctionAPlace) {
    for (const Function& function : real_table().functions())
        EXPECT_NE(function.location.find(".table:"), std::string::npos) << function.name;
}

} // namespace
} // namespace sartor::table
