// The roles that a splitter needs, depending on its options.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/split/splitter.h"
#include "tests/support/corpora.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Returns the needed roles: "topic", or "author for validation" if an option needs it.
std::vector<std::string> needed(const std::string& method, const std::map<std::string, OptionValue>& given) {
  const auto entry = splitters().find(method);
  const auto options = splitters().resolve(method, given);
  EXPECT_TRUE(entry && options) << method;
  std::vector<std::string> roles;
  for (const auto& one : needed_roles((*entry)->traits, *options))
    roles.push_back(std::string(role_name(one.role)) + (one.option.empty() ? "" : " for " + one.option));
  return roles;
}

TEST(NeededRoles, AreThoseOfTheMethodAndOfItsOptions) {
  const auto word = [](const char* text) { return OptionValue(std::string(text)); };
  EXPECT_THAT(needed("k-fold", {}), IsEmpty());
  EXPECT_THAT(needed("topic-k-fold", {}), ElementsAre("topic"));
  EXPECT_THAT(needed("author-k-fold", {}), ElementsAre("author"));
  EXPECT_THAT(needed("topic-confusion", {}), ElementsAre("topic", "author"));
  EXPECT_THAT(needed("temporal", {}), ElementsAre("date"));
  EXPECT_THAT(needed("stratified-k-fold", {{"by", word("source")}}), ElementsAre("source for by"));
  EXPECT_THAT(needed("leave-groups-out", {{"group", word("topic")}}), IsEmpty()) << "the option is a column";
  EXPECT_THAT(needed("k-fold", {{"author-disjoint", true}}), ElementsAre("author for author-disjoint"));
  EXPECT_THAT(needed("k-fold", {{"validation", 0.2}}), ElementsAre("author for validation"));
  EXPECT_THAT(needed("k-fold", {{"validation", 0.2}, {"validation-unit", word("topic")}}),
              ElementsAre("topic for validation"));
  EXPECT_THAT(needed("k-fold", {{"validation", 0.2}, {"validation-unit", word("document")}}), IsEmpty());
  EXPECT_THAT(needed("k-fold", {{"validation-unit", word("topic")}}), IsEmpty()) << "no validation is drawn";
  EXPECT_THAT(needed("temporal", {{"validation", 0.2}}), ElementsAre("date")) << "it takes the latest";
}

// A splitter that needs a role fails if the corpus lacks it.
TEST(NeededRoles, NoSplitterWorksWithoutThem) {
  std::vector<testing::Doc> docs;
  for (int i = 0; i < 40; ++i) docs.push_back({"d" + std::to_string(i), "some text", "", ""});
  const Corpus corpus = testing::make_corpus(docs);
  size_t tried = 0;
  for (const auto& entry : splitters().entries())
    for (const bool validation : {false, true}) {
      std::map<std::string, OptionValue> given;
      for (const auto& option : entry.options)
        if (validation && option.name == kValidationOption) given[option.name] = 0.2;
      const auto options = splitters().resolve(entry.name, given);
      if (!options || needed_roles(entry.traits, *options).empty()) continue;
      const auto made = entry.make(*options);
      if (!made) continue;  // it needs further options
      ++tried;
      EXPECT_FALSE((*made)->split(corpus, whole_corpus(corpus), {.seed = 1})) << entry.name << validation;
    }
  EXPECT_GT(tried, 10U);
}

TEST(NeededRoles, ValidationWithoutAuthorsNamesTheOption) {
  const Corpus corpus = testing::make_corpus(
      {{"a", "one", "", ""}, {"b", "two", "", ""}, {"c", "three", "", ""}, {"d", "four", "", ""}});
  const auto splitter = splitters().make("k-fold", {{"folds", int64_t{2}}, {"validation", 0.5}});
  ASSERT_TRUE(splitter);
  const auto split = (*splitter)->split(corpus, whole_corpus(corpus), {});
  ASSERT_FALSE(split);
  EXPECT_EQ(split.error().kind, ErrorKind::data);
  EXPECT_THAT(
      split.error().message,
      HasSubstr("no author column, and validation takes whole authors (map one with --author NAME, or "
                "validation-unit=document takes single documents)"));
}

}  // namespace
}  // namespace standfast
