// Rows read in C as the standard prints them.
#include "tests/mpi_api/table/real_table.hpp"

#include <gtest/gtest.h>

namespace sartor::table {
namespace {

struct Expected {
    const char* name;
    bool large;
    const char* prototype;
};

class Prototype : public testing::TestWithParam<Expected> {};

TEST_P(Prototype, ReadsAsInTheStandard) {
    const auto& [name, large, prototype] = GetParam();
    const Function* function = real_table().find_function(name);
    ASSERT_NE(function, nullptr) << name;
    EXPECT_EQ(function->prototype(name, large), prototype);
}

constexpr Expected expected[] = {
    {"MPI_Send", false,
     "int MPI_Send(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)"},
    {"PMPI_Send_c", true,
     "int PMPI_Send_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm "
     "comm)"},
    {"MPI_Alltoallw", false,
     "int MPI_Alltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[], "
     "const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[], "
     "const MPI_Datatype recvtypes[], MPI_Comm comm)"},
    {"MPI_Alltoallw_c", true,
     "int MPI_Alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], "
     "const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], "
     "const MPI_Datatype recvtypes[], MPI_Comm comm)"},
    {"MPI_Comm_spawn_multiple", false,
     "int MPI_Comm_spawn_multiple(int count, char* array_of_commands[], char** array_of_argv[], "
     "const int array_of_maxprocs[], const MPI_Info array_of_info[], int root, MPI_Comm comm, "
     "MPI_Comm* intercomm, int array_of_errcodes[])"},
    {"MPI_Type_get_contents_c", true,
     "int MPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses, "
     "MPI_Count max_large_counts, MPI_Count max_datatypes, int array_of_integers[], "
     "MPI_Aint array_of_addresses[], MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[])"},
    {"MPI_Type_get_contents", false,
     "int MPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses, int "
     "max_datatypes, "
     "int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[])"},
    {"MPI_Op_create_c", true, "int MPI_Op_create_c(MPI_User_function_c* user_fn, int commute, MPI_Op* op)"},
    {"MPI_Waitsome", false,
     "int MPI_Waitsome(int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[], "
     "MPI_Status array_of_statuses[])"},
    {"MPI_Info_get", false,
     "int MPI_Info_get(MPI_Info info, const char* key, int valuelen, char* value, int* flag)"},
    {"MPI_Group_range_incl", false,
     "int MPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup)"},
    {"MPI_Init", false, "int MPI_Init(int* argc, char*** argv)"},
    {"MPI_Info_create_env", false, "int MPI_Info_create_env(int argc, char* argv[], MPI_Info* info)"},
    {"MPI_Cancel", false, "int MPI_Cancel(MPI_Request* request)"},
    {"MPI_Get_count", false,
     "int MPI_Get_count(const MPI_Status* status, MPI_Datatype datatype, int* count)"},
    {"MPI_Status_c2f", false, "int MPI_Status_c2f(const MPI_Status* c_status, MPI_Fint* f_status)"},
    {"MPI_Comm_f2c", false, "MPI_Comm MPI_Comm_f2c(MPI_Fint comm)"},
    {"MPI_Pcontrol", false, "int MPI_Pcontrol(const int level, ...)"},
    {"MPI_Finalize", false, "int MPI_Finalize(void)"},
    {"MPI_Wtime", false, "double MPI_Wtime(void)"},
    {"MPI_Address", false, "int MPI_Address(void* location, MPI_Aint* address)"},
    {"MPI_Type_struct", false,
     "int MPI_Type_struct(int count, int array_of_blocklengths[], MPI_Aint array_of_displacements[], "
     "MPI_Datatype array_of_types[], MPI_Datatype* newtype)"},
};

INSTANTIATE_TEST_SUITE_P(Standard, Prototype, testing::ValuesIn(expected),
                         [](const auto& test) { return std::string(test.param.name); });

const Parameter& parameter(const char* function, std::size_t index) {
    return real_table().find_function(function)->parameters.at(index);
}

TEST(CType, OfAnArrayIsAPointer) {
    EXPECT_EQ(parameter("MPI_Alltoallw", 1).c_type(false), "const int*");
    EXPECT_EQ(parameter("MPI_Alltoallw", 1).c_type(true), "const MPI_Count*");
    EXPECT_EQ(parameter("MPI_Group_range_incl", 2).c_type(false), "int (*)[3]");
    EXPECT_EQ(parameter("MPI_Comm_spawn_multiple", 2).c_type(false), "char***");
}

TEST(CType, OfACallbackFollowsTheTwin) {
    EXPECT_EQ(parameter("MPI_Op_create", 0).c_type(false), "MPI_User_function*");
    EXPECT_EQ(parameter("MPI_Op_create", 0).c_type(true), "MPI_User_function_c*");
}

} // namespace
} // namespace sartor::table
