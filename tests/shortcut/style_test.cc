// Register and author style: the sources of wordings, dropped documents, and stripped text.
#include "standfast/shortcut/kind/style.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/shortcut_corpus.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::make_shortcut;
using testing::shortcut_docs;
using testing::ShortcutFiles;
using testing::ShortcutInput;

TEST(Style, OuterMarksAreStripped) {
  const auto expect = [](std::string_view text, std::string_view stripped) {
    EXPECT_EQ(without_outer_marks(text), stripped) << text;
  };
  expect("\n\"Hark, what light\" \n", "Hark, what light");
  expect("“Hark”", "Hark");
  expect("\"He said \"no\" and left\"", "He said \"no\" and left");
  expect("\"A\" and \"B\"", "\"A\" and \"B\"");
  expect("“A” and “B”", "“A” and “B”");
  expect("\"cut off by the limit", "cut off by the limit");
  expect("the end\"", "the end");
  expect("an \"inner\" word", "an \"inner\" word");
  expect("\"", "");
  expect("\"\"", "");
  expect(" \u00a0 ", "");
  expect("plain", "plain");
}

TEST(Style, TheLabelDecidesBetweenTheDocumentAndItsRewrite) {
  const auto docs = shortcut_docs(200);
  const ShortcutInput input(docs);
  const ShortcutFiles files(docs);
  const auto planted = make_shortcut("register", files.needed("register"))
                           ->plant(input.view(), input.context(PlantSide::test, 1));
  ASSERT_TRUE(planted) << planted.error().message;
  EXPECT_THAT(planted->values, ::testing::ElementsAre("original", "formal"));
  for (size_t i = 0; i < input.rows.size(); ++i) {
    const auto& document = planted->documents[i];
    EXPECT_EQ(document.text, document.value == 1 ? "formal of " + std::string(input.corpus.id(input.rows[i]))
                                                 : without_outer_marks(input.view().text(i)));
    if (input.classes[i] == 0) {
      EXPECT_EQ(document.value, 0);
    }
    if (input.classes[i] == 3) {
      EXPECT_EQ(document.value, 1);
    }
  }
}

TEST(Style, AsReleasedTheRewriterGivesItselfAway) {
  const auto docs = shortcut_docs(40);
  const ShortcutInput input(docs);
  const ShortcutFiles files(docs);
  auto options = files.needed("author-style");
  options["outer"] = std::string("kept");
  const auto planted =
      make_shortcut("author-style", options)->plant(input.view(), input.context(PlantSide::test, 1));
  ASSERT_TRUE(planted);
  for (const auto& document : planted->documents) EXPECT_TRUE(document.text.starts_with("\n\""));
}

TEST(Style, ADocumentWithoutARewriteIsDroppedWhicheverItWouldHaveGot) {
  const auto docs = shortcut_docs(200);
  const ShortcutInput input(docs);
  ShortcutFiles files(docs);
  std::string rewrites;
  std::set<std::string> missing;
  for (size_t i = 0; i < docs.size(); ++i) {
    if (i % 7 == 3)
      missing.insert(docs[i].id);
    else
      rewrites +=
          R"({"id":")" + docs[i].id + R"(","text":")" + (i % 50 == 20 ? "\\\"\\\"" : "formal") + "\"}\n";
    if (i % 50 == 20) missing.insert(docs[i].id);  // a text of quotes alone is no wording
  }
  files.write("some.jsonl", rewrites);
  const auto shortcut = make_shortcut("register", {{"rewrites", files.path("some.jsonl")}});
  for (const double lambda : {0.6, 1.0}) {
    const auto planted = shortcut->plant(input.view(), input.context(PlantSide::train, lambda));
    ASSERT_TRUE(planted) << planted.error().message;
    for (size_t i = 0; i < input.rows.size(); ++i)
      EXPECT_EQ(planted->documents[i].value == kDropped,
                missing.contains(std::string(input.corpus.id(input.rows[i]))));
  }
}

TEST(Style, WordingsMayStandInColumnsOfTheCorpus) {
  CorpusBuilder builder("columns", {{"formal", AttributeKind::text}});
  const char* labels[] = {"a", "b"};
  for (int i = 0; i < 20; ++i) {
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    values[static_cast<size_t>(Role::label)] = labels[i % 2];
    std::array<AttributeInput, 1> attributes;
    if (i != 4) attributes[0] = std::string_view("indeed");
    ASSERT_TRUE(builder.add("d" + std::to_string(i), "yeah", values, TextBytes::kept, attributes));
  }
  const Corpus corpus = std::move(builder).finish();
  std::vector<uint32_t> rows(corpus.size());
  for (uint32_t row = 0; row < corpus.size(); ++row) rows[row] = row;
  const Column& label = *corpus.column(Role::label);
  const auto planted =
      make_shortcut("register", {{"high-column", std::string("formal")}})
          ->plant({&corpus, rows}, {.side = PlantSide::test, .classes = label.codes, .names = label.names});
  ASSERT_TRUE(planted) << planted.error().message;
  for (size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(planted->documents[i].value, i == 4 ? kDropped : label.codes[i]);
    EXPECT_EQ(planted->documents[i].text, i % 2 == 1 ? "indeed" : "yeah");
  }
}

std::string refusal(const std::string& kind, const std::map<std::string, OptionValue>& options,
                    const ShortcutInput& input) {
  const auto made = shortcuts().make(kind, options);
  if (!made) return made.error().message;
  const auto planted = (*made)->plant(input.view(), input.context(PlantSide::test, 1));
  return planted ? "" : planted.error().message;
}

TEST(Style, SaysWhatIsWrongWithTheRewrites) {
  const auto docs = shortcut_docs(20);
  const ShortcutInput input(docs);
  const ShortcutFiles files(docs);
  const std::string path = files.path("rewrites.jsonl");
  EXPECT_THAT(refusal("register", {}, input), HasSubstr("rewrites: no file is named"));
  EXPECT_THAT(refusal("register", {{"rewrites", path}, {"high", std::string("fromal")}}, input),
              HasSubstr("no rewrite in the style \"fromal\"; did you mean \"formal\"?"));
  EXPECT_THAT(refusal("register", {{"rewrites", files.path("none.jsonl")}}, input), HasSubstr("none.jsonl"));
  files.write("plain.jsonl", "{\"id\":\"x\",\"text\":\"y\"}\n");
  EXPECT_THAT(refusal("register", {{"rewrites", files.path("plain.jsonl")}}, input),
              HasSubstr("do the ids of"));
  EXPECT_THAT(refusal("author-style", {{"rewrites", files.path("plain.jsonl")}}, input),
              HasSubstr("its rewrites have no style, but two are needed"));
}

}  // namespace
}  // namespace standfast
