// The frame of all pages: what it tells the browser, and data that can't end the script in which they are.
#include "configurator/pages/page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sartor::configurator {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Page, EndsNoScriptEarly) {
    Page page;
    page.title = "</script><!-- & \"quotes\"";
    page.add(paragraph("</script><b>"));
    const std::string html = page.html();
    EXPECT_THAT(html, HasSubstr("\"title\":\"\\u003c/script>\\u003c!-- & \\\"quotes\\\"\""));
    EXPECT_THAT(html, HasSubstr("\\u003c/script>\\u003cb>"));
    EXPECT_THAT(html, Not(HasSubstr("<!-- &")));
}

TEST(Page, LoadsNothing) {
    const std::string html = Page{}.html();
    EXPECT_THAT(html, HasSubstr("Content-Security-Policy\" content=\"default-src 'none'"));
    EXPECT_THAT(html, HasSubstr("// https://d3js.org v")) << "D3 with its notice";
    EXPECT_THAT(html, HasSubstr("</body></html>\n"));
}

TEST(Page, KeepsBytesThatAreNoText) {
    Page page;
    page.title = "a\xff";
    EXPECT_THAT(page.html(), HasSubstr("a\xef\xbf\xbd")) << "replaced, not refused";
}

TEST(Page, IsNamedByItsFirstFile) {
    Page page;
    page.properties = {{"made", "now"}};
    page.begin("Trace of a2a", {{"file", "t.json"}});
    page.begin("Run of a2a", {{"file", "r.json"}});
    EXPECT_EQ(page.title, "Trace of a2a");
    EXPECT_EQ(page.properties.front().second, "t.json");
    ASSERT_EQ(page.parts.size(), 2U);
    EXPECT_EQ(page.parts[0], heading("Run of a2a"));
}

} // namespace
} // namespace sartor::configurator
