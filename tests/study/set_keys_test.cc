// run --set: keys that override the study file, and the file that is equivalent to them.
#include "standfast/study/spec/set_keys.h"

#include <filesystem>

#include <gmock/gmock.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/study/spec/toml.h"
#include "tests/study/doubles.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::make_believe;

constexpr const char* kSetStudy = R"(title = "A study"
[[corpus]]
path = "data/posts.jsonl"
[[condition]]
name = "i.i.d."
reference = true
split = { method = "k-fold", folds = 5 }
[[condition]]
name = "hits"
sample = { method = "hits", topics = 40 }
split = "topic-k-fold"
[[model]]
type = "ppm"
[[model]]
type = "ppm"
name = "ppm-3"
order = 3
)";

TomlTable keys_of_text(const std::string& text) {
  auto tree = parse_toml(text, "s.toml");
  EXPECT_TRUE(tree.has_value()) << text;
  return tree ? std::move(*tree) : TomlTable();
}

std::string set(const std::vector<std::string>& settings) {
  TomlTable tree = keys_of_text(kSetStudy);
  const Status status = set_keys(tree, settings);
  return status ? write_toml(tree) : "refused: " + status.error().message;
}

// Returns the contents of the file without line numbers.
nlohmann::json plain_values(const TomlTable& table);
nlohmann::json plain_values(const TomlValue& value) {
  if (const auto* list = std::get_if<TomlList>(&value.value)) {
    auto items = nlohmann::json::array();
    for (const auto& one : *list) items.push_back(plain_values(one));
    return items;
  }
  if (const auto* table = std::get_if<TomlTable>(&value.value)) return plain_values(*table);
  nlohmann::json json;
  std::visit(
      [&](const auto& one) {
        if constexpr (std::is_constructible_v<nlohmann::json, decltype(one)> &&
                      !std::is_class_v<std::decay_t<decltype(one)>>)
          json = one;
      },
      value.value);
  if (const auto* text = std::get_if<std::string>(&value.value)) json = *text;
  return json;
}
nlohmann::json plain_values(const TomlTable& table) {
  auto object = nlohmann::json::object();
  for (const auto& [key, value] : table) object[key] = plain_values(value);
  return object;
}

TEST(WriteToml, WhatIsReadBackIsTheSame) {
  std::vector<std::string> texts = {
      "a = \"\\\"\\\\ \\t\\u0001 é\"\nb = [1, 2.0, -1e300, true, [], {}]\n\"c d\" = 0.1\n[e.f]\n\"\" = 'x'\n[[g]]\n[[g]]\n"
      "h = { i = [{ j = 1 }] }\n"};
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(STANDFAST_SOURCE_DIR) + "/studies"))
    if (entry.path().extension() == ".toml") texts.push_back(*read_file(entry.path().string()));
  EXPECT_GT(texts.size(), 5U);
  for (const auto& text : texts) {
    const TomlTable tree = keys_of_text(text);
    EXPECT_EQ(plain_values(keys_of_text(write_toml(tree))), plain_values(tree)) << text;
  }
}

// --set makes the same study as a changed file.
TEST(SetKeys, IsTheStudyOfAChangedFile) {
  const auto changed = [](std::string text, const std::string& old, const std::string& with) {
    const size_t at = text.find(old);
    EXPECT_NE(at, std::string::npos) << old;
    return text.replace(at, old.size(), with);
  };
  const std::vector<std::tuple<std::string, std::string, std::string>> cases = {
      {"seeds=3", "title", "seeds = 3\ntitle"},
      {"seeds=[0, 7]", "title", "seeds = [0, 7]\ntitle"},
      {"title=Quick look", "A study", "Quick look"},
      {"condition.\"i.i.d.\".split.folds=2", "folds = 5", "folds = 2"},
      {"condition.0.split.folds=2", "folds = 5", "folds = 2"},
      {"condition.hits.sample={ method = \"all\" }", "{ method = \"hits\", topics = 40 }",
       "{ method = \"all\" }"},
      {"model.ppm.radius=0", "type = \"ppm\"\n", "type = \"ppm\"\nradius = 0\n"},
      {"model.ppm-3.order=2", "order = 3", "order = 2"},
      {"corpus.posts.only.source=news", "posts.jsonl\"\n", "posts.jsonl\"\nonly = { source = \"news\" }\n"},
  };
  for (const auto& [setting, old, with] : cases) {
    TomlTable tree = keys_of_text(kSetStudy);
    ASSERT_TRUE(set_keys(tree, {setting})) << setting;
    const auto study = parse_study_tree(tree, "s.toml", make_believe());
    const auto wanted = parse_study(changed(kSetStudy, old, with), "s.toml", make_believe());
    ASSERT_TRUE(study && wanted) << setting << (study ? "" : study.error().message);
    const auto again = parse_study(write_toml(tree), "s.toml", make_believe());
    ASSERT_TRUE(again) << setting;
    EXPECT_EQ(study_to_json(*study), study_to_json(*wanted)) << setting;
    EXPECT_EQ(study_to_json(*again), study_to_json(*wanted)) << setting;
  }
}

TEST(SetKeys, RefusesAndGuesses) {
  EXPECT_THAT(set({"seeds"}), HasSubstr("--set seeds: is not KEY=VALUE"));
  EXPECT_THAT(set({"=3"}), HasSubstr("is not KEY=VALUE"));
  EXPECT_THAT(set({"model..order=3"}), HasSubstr("is not KEY=VALUE"));
  EXPECT_THAT(set({"mdoel.ppm.order=3"}), HasSubstr("there is no \"mdoel\"; did you mean \"model\"?"));
  EXPECT_THAT(set({"other.ppm=3"}), HasSubstr("the study has no table \"other\""));
  EXPECT_THAT(set({"condition.hist.pairs.balanced=true"}), HasSubstr("did you mean \"hits\"?"));
  EXPECT_THAT(set({"condition.third.name=x"}), HasSubstr("(there are: i.i.d., hits)"));
  EXPECT_THAT(set({"condition.2.name=x"}), HasSubstr("there is no condition \"2\""));
  EXPECT_THAT(set({"condition=x"}), HasSubstr("condition is several tables"));
  EXPECT_THAT(set({"model.ppm=x"}), HasSubstr("names a whole table"));
  EXPECT_THAT(set({"condition.hits.split.folds=2"}),
              HasSubstr("split is \"topic-k-fold\", which has no keys"));
  // Keys that no study has are refused like a file with them, with the same suggestion.
  TomlTable tree = keys_of_text(kSetStudy);
  ASSERT_TRUE(set_keys(tree, {"model.ppm-3.ordr=2"}));
  const auto study = parse_study_tree(tree, "s.toml", make_believe());
  ASSERT_FALSE(study);
  EXPECT_THAT(study.error().message,
              HasSubstr("s.toml:14: verifier ppm has no option \"ordr\"; did you mean \"order\"?"));
}

TEST(SpecParsing, WhatAModelLacksIsNamed) {
  const auto complaint = [](const std::string& model) {
    const std::string text = std::string(kSetStudy) + "[[model]]\n" + model + "\n";
    const auto study = parse_study(text, "s.toml", make_believe());
    return study ? std::string() : study.error().message;
  };
  EXPECT_THAT(complaint("typ = \"ppm\""), HasSubstr("s.toml:19: this [[model]] has no type"));
  EXPECT_THAT(complaint("typ = \"ppm\""), HasSubstr("did you mean \"type\" by \"typ\"?"));
  EXPECT_THAT(complaint("command = [\"python3\", \"m.py\"]"),
              HasSubstr("this [[model]] has a command and no type; a program has type = \"command\""));
}

}  // namespace
}  // namespace standfast
