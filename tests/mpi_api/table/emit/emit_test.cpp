// The generated files say what components and programs rely on.
#include "mpi_api/table/emit/emit.hpp"
#include "mpi_api/table/emit/type_tags.hpp"
#include "mpi_api/table/emit/write_file.hpp"
#include "tests/mpi_api/table/real_table.hpp"

#include <gtest/gtest.h>

namespace sartor::table {
namespace {

bool has(const std::string& text, const std::string& line) {
    return text.find("\n" + line + "\n") != std::string::npos;
}

std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

TEST(Header, DeclaresEveryNameOfEveryFunction) {
    const std::string header = emit_header(real_table());
    for (const Function& function : real_table().functions()) {
        const std::string end = ";";
        const std::string tagged = tags_of_buffers(function) + end;
        EXPECT_TRUE(has(header, function.prototype(function.name, false) + tagged)) << function.name;
        EXPECT_TRUE(has(header, function.prototype("P" + function.name, false) + end)) << function.name;
        if (!function.has_large_twin()) continue;
        EXPECT_TRUE(has(header, function.prototype(function.name + "_c", true) + tagged)) << function.name;
        EXPECT_TRUE(has(header, function.prototype("P" + function.name + "_c", true) + end)) << function.name;
    }
}

TEST(Header, BuffersAreTaggedWithTheDatatypeOfTheirElements) {
    const auto tags = [](const char* name) { return tags_of_buffers(*real_table().find_function(name)); };
    EXPECT_EQ(tags("MPI_Send"), " SARTOR_BUFFER(1, 3)");
    EXPECT_EQ(tags("MPI_Allreduce"), " SARTOR_BUFFER(1, 4) SARTOR_BUFFER(2, 4)");
    EXPECT_EQ(tags("MPI_Alltoallv"), " SARTOR_BUFFER(1, 4) SARTOR_BUFFER(5, 8)");
    EXPECT_EQ(tags("MPI_Put"), " SARTOR_BUFFER(1, 3)");
    EXPECT_EQ(tags("MPI_Pack"), " SARTOR_BUFFER(1, 3)");
    EXPECT_EQ(tags("MPI_Unpack"), " SARTOR_BUFFER(4, 6)");
    EXPECT_EQ(tags("MPI_Alltoallw"), "");
    EXPECT_EQ(tags("MPI_Win_create"), "");
}

TEST(Header, DefinesConstantsWithTheirTypes) {
    const std::string header = emit_header(real_table());
    EXPECT_TRUE(has(header, "#define MPI_COMM_WORLD ((MPI_Comm)257)"));
    EXPECT_TRUE(has(header, "#define MPI_PROC_NULL (-3)"));
    EXPECT_TRUE(has(header, "#define MPI_MAX_ERROR_STRING 512"));
    EXPECT_TRUE(has(header, "#define MPI_STATUS_IGNORE ((MPI_Status*)0)"));
}

TEST(Header, DefinesWatchedConstantsAsThemselvesForTheScan) {
    const std::string header = emit_header(real_table());
    EXPECT_TRUE(has(header, "#define MPI_INT MPI_INT"));
    EXPECT_TRUE(has(header, "#define MPI_INT ((MPI_Datatype)521)"));
    EXPECT_TRUE(has(header, "#define MPI_SUM MPI_SUM"));
    EXPECT_FALSE(has(header, "#define MPI_COMM_WORLD MPI_COMM_WORLD"));
}

TEST(Header, LeavesOutWhatIsNotOfTheStandard) {
    EXPECT_EQ(emit_header(real_table()).find("MPI_COMM_LOCAL"), std::string::npos);
    const std::string own = emit_own_constants(real_table());
    EXPECT_NE(own.find("#define MPI_COMM_LOCAL MPI_COMM_LOCAL\n"), std::string::npos);
    EXPECT_NE(own.find("#define MPI_COMM_LOCAL ((MPI_Comm)1000)\n"), std::string::npos);
    EXPECT_EQ(own.find("MPI_COMM_SELF"), std::string::npos);
}

TEST(Lists, HoldDatatypesOnceByValue) {
    const std::string list = emit_datatypes(real_table());
    EXPECT_TRUE(has(list, "SARTOR_DATATYPE(MPI_INT, 521, int)"));
    EXPECT_EQ(occurrences(list, ", 523, "), 1u);
    EXPECT_TRUE(has(list, "SARTOR_DATATYPE(MPI_PACKED, 519, std::byte)"));
    EXPECT_EQ(list.find("MPI_2INT"), std::string::npos);
    EXPECT_TRUE(has(emit_datatype_pairs(real_table()), "SARTOR_DATATYPE_PAIR(MPI_2INT, 555, int, int)"));
}

TEST(Lists, HoldOperationsAndErrorClasses) {
    const std::string operations = emit_operations(real_table());
    EXPECT_TRUE(has(operations, "SARTOR_OPERATION(MPI_SUM, 33)"));
    EXPECT_EQ(operations.find("MPI_OP_NULL"), std::string::npos);
    const std::string classes = emit_error_classes(real_table());
    EXPECT_TRUE(has(classes, "SARTOR_ERROR_CLASS(MPI_ERR_RANK, 6, \"invalid rank\")"));
    EXPECT_EQ(classes.find("MPI_ERR_LASTCODE"), std::string::npos);
}

TEST(Coverage, MarksWhatIsImplemented) {
    const std::string page = emit_coverage(real_table());
    EXPECT_TRUE(has(page, "- [x] `MPI_Send`, `MPI_Send_c`"));
    EXPECT_TRUE(has(page, "- [x] `MPI_File_open`"));
    EXPECT_EQ(occurrences(page, "- ["), real_table().functions().size());
}

TEST(WriteFile, WritesOnlyWhatChanged) {
    std::string pattern = testing::TempDir() + "sartor_write_XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    const std::filesystem::path file = std::filesystem::path(pattern) / "folder/file";
    EXPECT_TRUE(write_file(file, "one"));
    EXPECT_FALSE(write_file(file, "one"));
    EXPECT_TRUE(write_file(file, "two"));
    EXPECT_THROW(write_file(file / "below a file", "x"), Error);
    std::filesystem::remove_all(pattern);
}

} // namespace
} // namespace sartor::table
