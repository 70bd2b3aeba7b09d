// One library for many programs: what it has besides what one of them needs, and what stays the program's
// own.
#include "configurator/rules/cover.hpp"

#include "configurator/cut/source.hpp"
#include "tests/configurator/support.hpp"

#include <gmock/gmock.h>

namespace sartor::configurator {
namespace {

using testing::Contains;
using testing::Key;
using testing::Not;

Needs needs_of_program(std::initializer_list<const char*> functions,
                       std::initializer_list<const char*> constants = {}, const Seen& defined = {}) {
    Facts facts;
    for (const char* name : functions) facts.functions[name] = {"a.o"};
    for (const char* name : constants) facts.constants[name] = {"a.o"};
    facts.defined = defined;
    return needs_of(facts, mpi());
}

Needs covered_by_all(const Needs& program) {
    return covered(program, facts_of_cover("all", mpi()), mpi());
}

std::vector<std::string> names_of(const Needs& needs) {
    std::vector<std::string> names;
    for (const NeededFunction& function : needs.functions) names.push_back(function.name());
    return names;
}

TEST(Cover, AllIsOneLibraryForAllPrograms) {
    const Needs one = needs_of_program({"MPI_Send", "MPI_Recv_c"}, {"MPI_ANY_SOURCE"});
    const Needs other = needs_of_program({"MPI_File_open", "MPI_Win_create"});
    EXPECT_NE(cut_source(one), cut_source(other));
    EXPECT_EQ(cut_source(covered_by_all(one)), cut_source(covered_by_all(other)));
    EXPECT_THAT(names_of(covered_by_all(one)), Contains("MPI_Ibcast_c"));
}

TEST(Cover, WithoutOneALibraryIsTheProgramsOwn) {
    const Needs needs = needs_of_program({"MPI_Send"});
    EXPECT_EQ(cut_source(covered(needs, facts_of_cover("", mpi()), mpi())), cut_source(needs));
}

// Threads, tools: what costs something in each call, or lets ranks run otherwise.
TEST(Cover, WhatEachCallPaysForIsTheProgramsOwn) {
    const Needs without = covered_by_all(needs_of_program({"MPI_Send"}));
    for (const char* feature : {"threads", "tools", "fortran", "checked", "observed"})
        EXPECT_THAT(without.features, Not(Contains(Key(feature))));
    EXPECT_THAT(names_of(without), Not(Contains("MPI_T_init_thread")));
    const Needs with = covered_by_all(needs_of_program({"MPI_T_init_thread"}));
    EXPECT_THAT(with.features, Contains(Key("tools")));
    EXPECT_THAT(names_of(with), Contains("MPI_T_pvar_read"));
}

// Where one thread of a rank calls, another program's MPI_THREAD_MULTIPLE must not bring in a lock.
TEST(Cover, CallersOfAProgramWithThreadsAreItsOwn) {
    Facts facts;
    facts.threads = {{"pthread_create", {"a.o"}}};
    EXPECT_THAT(covered_by_all(needs_of(facts, mpi())).features, Not(Contains(Key("thread_callers"))));
    facts.constants = {{"MPI_THREAD_MULTIPLE", {"a.o"}}};
    EXPECT_THAT(covered_by_all(needs_of(facts, mpi())).features, Contains(Key("thread_callers")));
}

TEST(Cover, ALibraryThatTakesThePlaceOfFunctionsIsNotCovered) {
    const Needs needs = needs_of_program({"MPI_Send", "PMPI_Send"}, {}, {{"MPI_Send", {"libprofile.so"}}});
    EXPECT_EQ(cut_source(covered_by_all(needs)), cut_source(needs));
}

TEST(Cover, FilesAreNamedByTheirFullPaths) {
    EXPECT_EQ(independent_of_folder("all"), "all");
    EXPECT_EQ(independent_of_folder("/x/a.o,/x/libb.a"), "/x/a.o,/x/libb.a");
    EXPECT_TRUE(independent_of_folder("a.o").ends_with("/a.o"));
}

} // namespace
} // namespace sartor::configurator
