// Facts about the conditions of a study that findings use: conditions that differ in the dose alone, and
// names of spaces.
#include <gtest/gtest.h>

#include "standfast/result/run/cell_records.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/spec/spec.h"

namespace standfast::result {
namespace {

constexpr const char* kStudyHead =
    "title = \"s\"\ntask = \"classification\"\n"
    "[[corpus]]\nname = \"posts\"\npath = \"posts.jsonl\"\n"
    "[[model]]\ntype = \"maxent\"\n";

std::vector<ConditionInfo> conditions_of(const std::string& text) {
  const auto study = parse_study(kStudyHead + text, "study.toml", study_catalogs());
  EXPECT_TRUE(study) << study.error().message;
  if (!study) return {};
  return records_of_study(*study, {{.name = "posts", .sha256 = "0"}}, "test").conditions;
}

std::string planted(const std::string& name, double lambda,
                    const std::string& condition = "split = \"hold-out\"", const std::string& shortcut = "") {
  return "[[condition]]\nname = \"" + name + "\"\n" + condition +
         "\nshortcut = { kind = \"single-term\", lambda = " + std::to_string(lambda) + shortcut + " }\n";
}

TEST(ConditionInfo, SettingsAreEqualWhereTheDoseAloneDiffers) {
  const std::string same = "split = \"hold-out\"";
  const auto found = conditions_of(
      planted("a", .5) + planted("b", 1) +
      planted("size", 1, "split = { method = \"hold-out\", test-share = 0.4 }") +
      planted("sample", 1, "sample = { method = \"all\", min-docs = 2 }\n" + same) +
      planted("test", 1, same, ", test-lambda = 0.5") + planted("law", 1, same, ", law = \"product\""));
  ASSERT_EQ(found.size(), 18U) << "test, original and anti-test";
  EXPECT_EQ(found[0].setting, found[3].setting);
  for (size_t a = 3; a < found.size(); a += 3)
    for (size_t b = a + 3; b < found.size(); b += 3)
      EXPECT_NE(found[a].setting, found[b].setting) << found[a].name << " and " << found[b].name;
}

std::string split_in(const std::string& name, const std::string& space) {
  return "[[condition]]\nname = \"" + name + "\"\nsplit = \"closest-split\"\nspace = { " + space + " }\n";
}

TEST(ConditionInfo, SpacesWithOtherOptionsHaveOtherWords) {
  const auto found = conditions_of(split_in("50", "encoder = \"lsa\", components = 50") +
                                   split_in("50 again", "encoder = \"lsa\", components = 50") +
                                   split_in("9", "encoder = \"lsa\", components = 9") +
                                   split_in("own", "model = \"maxent\""));
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0].space->words, found[1].space->words);
  EXPECT_EQ(found[0].space->words, "lsa components=50");
  EXPECT_EQ(found[2].space->words, "lsa components=9");
  EXPECT_EQ(found[3].space->words, "maxent") << "short, because no other space has these words";
}

}  // namespace
}  // namespace standfast::result
