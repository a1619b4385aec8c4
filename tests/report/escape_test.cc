#include "standfast/report/table/escape.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <openssl/evp.h>

#include "standfast/base/digest.h"
#include "standfast/base/input_stream.h"
#include "standfast/base/json.h"
#include "standfast/report/attribution/highlights.h"
#include "standfast/report/page/page.h"
#include "standfast/report/table/table.h"
#include "tests/support/data.h"
#include "tests/support/packed.h"

namespace standfast::report {
namespace {

TEST(Escape, Html) {
  EXPECT_EQ(escape_html("<b a=\"1\" c='2'>&"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;");
  EXPECT_EQ(escape_html("話題"), "話題");
  EXPECT_EQ(escape_html("a\x1B[31mb\x7F\tc\n"), "a\uFFFD[31mb\uFFFD\tc\n") << "a terminal would obey";
}

// Marked tokens stand in no directional isolate of their own, which would make the words of a right-to-left
// text run from left to right.
TEST(Highlights, RightToLeftTextRunsInTheDirectionOfItsParagraph) {
  const std::string text = "שלום עולם & x\u202E";
  const std::vector<TokenSpan> tokens = {{0, 8}, {9, 17}};
  const std::string html = highlighted_html({"d1", text, tokens, {.5, -.25}, "a", 0, 1, {}}, 2);
  EXPECT_NE(html.find("<p class=\"text\" dir=\"auto\"><mark"), std::string::npos) << html;
  EXPECT_NE(html.find(">שלום</mark> <mark"), std::string::npos) << html;
  EXPECT_NE(html.find("</mark> &amp; x"), std::string::npos) << html;
  EXPECT_EQ(html.find("\u2068"), std::string::npos) << html;
  EXPECT_EQ(html.find("\u202E"), std::string::npos) << "it would turn the page around";
}

// A chosen sentence is coloured, and the part of a cue that lies in it is underlined.
TEST(Highlights, ARationaleIsColouredAndTheCueInItUnderlined) {
  const std::string text = "so it is. I & you <b>";
  const std::vector<TokenSpan> chosen = {{10, 17}}, planted = {{6, 11}, {14, 17}};
  EXPECT_EQ(
      rationale_html("d\"1", text, chosen, planted, 3),
      "<article>\n<h3>d&quot;1</h3>\n<p class=\"text\" dir=\"auto\">so it <u>is. </u>"
      "<mark class=\"for\" style=\"--a: 1\"><u>I</u></mark><mark class=\"for\" style=\"--a: 1\"> &amp; </mark>"
      "<mark class=\"for\" style=\"--a: 1\"><u>you</u></mark> &lt;b&gt;</p>\n</article>\n");
  EXPECT_EQ(rationale_html("d", "a b", {}, {}),
            "<article>\n<h2>d</h2>\n<p class=\"text\" dir=\"auto\">a b</p>\n</article>\n");
}

TEST(Escape, JsonForScriptKeepsTheValue) {
  const nlohmann::json value = {"</script>", "<!--", "a\u2028b\u2029c", "&amp;", "後\u2027"};
  const std::string escaped = escape_json_for_script(value.dump());
  for (const char* danger : {"<", ">", "&", "\u2028", "\u2029"})
    EXPECT_EQ(escaped.find(danger), std::string::npos);
  EXPECT_NE(escaped.find("\u2027"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(escaped), value);
}

TEST(Shown, NothingIsNeitherLostNorGained) {
  EXPECT_EQ(shown(-0.0001), "0.000");
  EXPECT_EQ(shown(-0.001), "-0.001");
  EXPECT_EQ(percent(-0.001), "0 %");
  EXPECT_EQ(percent(-0.02), "-2 %");
}

TEST(Escape, Latex) {
  EXPECT_EQ(escape_latex("a\x1B[31mb\x7F\n"), "a [31mb  ");
  EXPECT_EQ(escape_latex("50% of $x_1$ & #2 {~^\\}"),
            "50\\% of \\$x\\_1\\$ \\& \\#2 \\{\\textasciitilde{}\\textasciicircum{}\\textbackslash{}\\}");
  EXPECT_EQ(escape_latex("say \"<a|b>\""),
            "say {\\char34}\\textless{}a\\textbar{}b\\textgreater{}{\\char34}");
}

// Makes a page whose body is one piece.
std::string page_of(std::string_view title, std::string_view body, std::string_view data) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/page.html";
  auto page = PageFile::create(path, title);
  EXPECT_TRUE(page && page->add_to_body(body) && page->add_files(data, {}) && page->finish());
  const auto text = read_file(path);
  EXPECT_TRUE(text);
  return text ? *text : "";
}

TEST(Page, FillsEachPlaceOnceAndNeverLooksAgain) {
  const std::string page = page_of("{{body}} <t>", "body {{data}}", "{\"a\": \"{{title}}</script>\"}");
  EXPECT_NE(page.find("<title>{{body}} &lt;t&gt;</title>"), std::string::npos);
  EXPECT_NE(page.find("body {{data}}"), std::string::npos);
  EXPECT_NE(page.find("{{title}}\\u003c/script\\u003e"), std::string::npos);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(page.find("http:"), page.find("http://www.w3.org")) << "the page names nothing on a network";
}

TEST(Page, IsThereWhenItIsFinishedAndNotBefore) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/page.html";
  {
    auto page = PageFile::create(path, "t");
    ASSERT_TRUE(page && page->add_to_body("half"));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

// The page holds the compressed files that its buttons save.
TEST(Page, HoldsTheFiles) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/page.html";
  auto page = PageFile::create(path, "t");
  const std::map<std::string, std::string> files = {{"tables/a.csv", "a,b\n1,\"2\n\"\n"},
                                                    {"tables/b.csv", std::string(300'000, '<') + "\xff"}};
  ASSERT_TRUE(page && page->add_to_body("one ") && page->add_to_body("two") && page->add_files("{}", files) &&
              page->finish());
  const std::string text = read_file(path).value();
  EXPECT_NE(text.find("one two"), std::string::npos);
  const std::string mark = "id=\"files\">";
  const size_t begin = text.find(mark) + mark.size();
  const std::string letters = text.substr(begin, text.find('<', begin) - begin);
  const auto found = nlohmann::json::parse(testing::unpacked_text(letters));
  EXPECT_EQ(found.size(), 2U);
  EXPECT_EQ(found.at("tables/a.csv"), files.at("tables/a.csv"));
  EXPECT_EQ(found.at("tables/b.csv"), std::string(300'000, '<') + "\uFFFD");
}

// The content security policy allows one script only, the script of the page.
TEST(Page, PolicyNamesTheScript) {
  const std::string page = page_of("t", "b", "{}");
  const size_t begin = page.find("<script>") + 8;
  const std::string hex = sha256_hex(page.substr(begin, page.find("</script>", begin) - begin));
  std::array<unsigned char, 32> digest{};
  for (size_t i = 0; i < digest.size(); ++i)
    digest.at(i) = static_cast<unsigned char>(std::stoi(hex.substr(2 * i, 2), nullptr, 16));
  std::array<unsigned char, 45> letters{};
  EVP_EncodeBlock(letters.data(), digest.data(), 32);
  const std::string policy = "script-src 'sha256-" + std::string(letters.begin(), letters.end() - 1) + "'";
  EXPECT_NE(page.find(policy), std::string::npos) << policy;
}

TEST(Table, NumbersAndNames) {
  EXPECT_EQ(percent(0.663), "66 %");
  EXPECT_EQ(exact(0.1), "0.1");
}

TEST(Table, NoTwoNamesShareAFile) {
  EXPECT_EQ(file_name_of("survival", {"iac_4forums"}, "f0.5u"), "survival-iac_4forums-f0-5u");
  EXPECT_EQ(file_name_of("topics", {"posts", "novel"}), "topics-posts--novel");
  const std::set<std::string> files = {file_name_of("drops", {"c-1"}), file_name_of("drops", {"c 1"}),
                                       file_name_of("drops", {"C-1"}), file_name_of("drops", {"話題"}),
                                       file_name_of("drops", {"作者"})};
  EXPECT_EQ(files.size(), 5U);
  for (const auto& file : files)
    EXPECT_TRUE(std::ranges::all_of(file, [](const unsigned char c) {
      return c >= 0x80 ||
             std::string_view("abcdefghijklmnopqrstuvwxyz0123456789-_").find(static_cast<char>(c)) !=
                 std::string_view::npos;
    })) << file;
}

Table small_table() {
  Table table{
      "t", "A title", "A caption & more.", {"model", "iid"}, {{{"ppm"}, {"0.9", "[0.8, 1.0]", "66 %"}}},
      {},  {}};
  return table;
}

TEST(Table, LatexIsBooktabsWithSmallerLines) {
  EXPECT_EQ(
      to_latex(small_table()),
      "% needs \\usepackage{booktabs} and UTF-8 input\n"
      "\\begin{table}\n  \\centering\n"
      "  \\caption{A title. A caption \\& more.}\n  \\label{tab:t}\n"
      "  \\begin{tabular}{lr}\n    \\toprule\n    model & iid \\\\\n    \\midrule\n"
      "    ppm & 0.9 \\\\\n     & {\\footnotesize [0.8, 1.0]} \\\\\n     & {\\footnotesize 66 \\%} \\\\\n"
      "    \\bottomrule\n  \\end{tabular}\n\\end{table}\n");
}

TEST(Table, TextIsAligned) {
  EXPECT_EQ(to_text(small_table()),
            "model         iid\n"
            "-----------------\n"
            "ppm           0.9\n"
            "       [0.8, 1.0]\n"
            "             66 %\n");
}

}  // namespace
}  // namespace standfast::report
