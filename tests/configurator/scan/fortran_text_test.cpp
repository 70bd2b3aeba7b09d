// Names of constants in Fortran's text.
#include "configurator/scan/fortran_text.hpp"

#include <gmock/gmock.h>

namespace sartor::configurator {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// One file can be included.
std::set<std::string> named(std::string_view text, FortranForm form) {
    return constants_in_fortran(
        text, form, "/prefix/include/mpif.h",
        [](const std::string& name) -> std::optional<std::string> {
            if (name == "limits.inc") return "integer, parameter :: all = MPI_SUM\n";
            return std::nullopt;
        },
        [](std::string_view word) { return word != "MPI_SEND"; });
}

TEST(FortranText, KnowsTheFormByTheSuffix) {
    EXPECT_EQ(fortran_form("a/b.f"), FortranForm::fixed);
    EXPECT_EQ(fortran_form("a.FOR"), FortranForm::fixed);
    EXPECT_EQ(fortran_form("a.F90"), FortranForm::free);
}

TEST(FortranText, FindsNamesInAnyCase) {
    EXPECT_THAT(named("call mpi_send(a, 1, Mpi_Integer, MPI_INTEGER8)", FortranForm::free),
                ElementsAre("MPI_INTEGER", "MPI_INTEGER8"));
}

TEST(FortranText, SkipsCommentsOnly) {
    EXPECT_THAT(named("x = 1 ! MPI_SUM\nprint *, '!', MPI_MAX", FortranForm::free), ElementsAre("MPI_MAX"));
    EXPECT_THAT(named("C MPI_SUM\n* MPI_MIN\n      X = MPI_MAX", FortranForm::fixed), ElementsAre("MPI_MAX"));
}

TEST(FortranText, JoinsLines) {
    EXPECT_THAT(named("x = MPI_ANY_&\n  ! between\n  &SOURCE", FortranForm::free),
                ElementsAre("MPI_ANY_SOURCE"));
    EXPECT_THAT(named("x = MPI_SUM &\n  + MPI_MAX", FortranForm::free), ElementsAre("MPI_MAX", "MPI_SUM"));
    EXPECT_THAT(named("      X = MPI_ANY_\n     &SOURCE\n      Y = 2", FortranForm::fixed),
                ElementsAre("MPI_ANY_SOURCE"));
    EXPECT_THAT(named("      X = MPI_ ANY_TAG", FortranForm::fixed), ElementsAre("MPI_ANY_TAG"));
}

TEST(FortranText, ReadsIncludedFilesButMpisOwn) {
    EXPECT_THAT(named("include 'limits.inc'\n include \"mpif.h\"", FortranForm::free),
                ElementsAre("MPI_SUM"));
    EXPECT_THAT(
        named("# 1 \"/prefix/include/mpif.h\" 1\n parameter (MPI_SUM=33)\n# 2 \"a.F90\" 2\nx = MPI_MAX",
              FortranForm::free),
        ElementsAre("MPI_MAX"));
}

TEST(FortranText, WithoutMpiThereIsNothing) {
    EXPECT_THAT(named("program p\nend program", FortranForm::free), IsEmpty());
}

} // namespace
} // namespace sartor::configurator
