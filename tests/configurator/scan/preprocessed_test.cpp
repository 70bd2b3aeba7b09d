// Names of constants in preprocessed text.
#include "configurator/scan/preprocessed.hpp"

#include <gmock/gmock.h>

namespace sartor::configurator {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::set<std::string> named(std::string_view text) {
    return constants_named(text, "/prefix/include/mpi.h",
                           [](std::string_view word) { return word != "MPI_Send"; });
}

TEST(Preprocessed, FindsIdentifiersOnly) {
    EXPECT_THAT(named("MPI_Send(buf, MPI_INT); x = MPI_ANY_TAG;"), ElementsAre("MPI_ANY_TAG", "MPI_INT"));
    EXPECT_THAT(named("NOT_MPI_INT MPI_INTx2"), ElementsAre("MPI_INTx2"));
}

TEST(Preprocessed, SkipsLiteralsAndComments) {
    EXPECT_THAT(named("\"MPI_INT\" 'M' \"a\\\"MPI_SUM\" /* MPI_BYTE */ // MPI_CHAR\n MPI_MAX"),
                ElementsAre("MPI_MAX"));
    EXPECT_THAT(named("R\"x(MPI_INT \" )x\" MPI_MIN"), ElementsAre("MPI_MIN"));
    EXPECT_THAT(named("u8R\"(MPI_INT\")\" L\"MPI_SUM\" MPI_MIN"), ElementsAre("MPI_MIN"));
    EXPECT_THAT(named("1'000'000 MPI_INT 0x1'f"), ElementsAre("MPI_INT"));
}

TEST(Preprocessed, SkipsTheHeaderItself) {
    EXPECT_THAT(named("# 1 \"/prefix/include/mpi.h\" 1\nMPI_INT\n# 3 \"main.c\" 2\nMPI_SUM\n"),
                ElementsAre("MPI_SUM"));
    EXPECT_THAT(named("# 1 \"/other/mpi.h\" 1\nMPI_INT\n"), ElementsAre("MPI_INT"));
}

TEST(Preprocessed, PragmasCount) {
    EXPECT_THAT(named("#pragma omp parallel if(MPI_INT)\n"), ElementsAre("MPI_INT"));
}

TEST(Preprocessed, UnfinishedTextEnds) {
    for (const char* text : {"\"MPI_INT", "'", "R\"(", "/* MPI_INT", "# 1 \"", "#", "R\"", "\"\\", "// x"})
        EXPECT_THAT(named(text), IsEmpty()) << text;
}

} // namespace
} // namespace sartor::configurator
