// Which of Clang's warnings about types of buffers are shown.
#include "configurator/compile/type_tags.hpp"

#include <gtest/gtest.h>

namespace sartor::configurator {
namespace {

std::string warning(const std::string& given, const std::string& required) {
    return "a.c:5:9: warning: argument type " + given +
           " doesn't match specified 'mpi' type tag that requires '" + required + " *' [-Wtype-safety]\n";
}

TEST(WrongTypes, NumbersOfAnotherTypeAreShown) {
    const auto found = wrong_types(warning("'float *'", "int") +
                                   warning("'const my_int *' (aka 'const unsigned int *')", "int") +
                                   warning("'double (*)[3][4]'", "float") + "2 warnings generated.\n");
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0], "a.c:5:9: warning: the buffer is 'float *', its datatype requires 'int *'");
    EXPECT_EQ(found[1], "a.c:5:9: warning: the buffer is 'const my_int *' (aka 'const unsigned int *'), its "
                        "datatype requires 'int *'");
}

TEST(WrongTypes, TheSameNumbersInAnotherFormAreNot) {
    for (const char* given :
         {"'const int *'", "'int (*)[4]'", "'const volatile int (*)[4][5]'", "'row *' (aka 'int (*)[8]')"})
        EXPECT_TRUE(wrong_types(warning(given, "int")).empty()) << given;
    EXPECT_TRUE(wrong_types(warning("'long long *'", "long")).empty());
    EXPECT_TRUE(wrong_types(warning("'uint64_t *' (aka 'unsigned long *')", "unsigned long long")).empty());
}

TEST(WrongTypes, StructuresEnumerationsAndPointersAreNot) {
    for (const char* given :
         {"'Point *'", "'struct Point *'", "'enum color *'", "'double **'", "'std::complex<double> *'"})
        EXPECT_TRUE(wrong_types(warning(given, "double")).empty()) << given;
}

TEST(WrongTypes, OtherMessagesAreNot) {
    EXPECT_TRUE(wrong_types("a.c:1:1: error: unknown type name 'x'\n1 error generated.\n").empty());
}

} // namespace
} // namespace sartor::configurator
