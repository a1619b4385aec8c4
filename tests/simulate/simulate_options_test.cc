// The options of `standfast simulate` and its presets.
#include "standfast/simulate/simulate_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"

namespace standfast::simulate {
namespace {

using ::testing::HasSubstr;

OptionSet options() {
  return simulate_option_table();
}

Result<SimulateOptions> asked(const std::string& preset, std::map<std::string, OptionValue> given = {}) {
  const OptionSet set = options();
  SF_ASSIGN(const auto values, set.preset("simulate", preset, std::move(given)));
  SF_ASSIGN(const Options resolved, Options::resolve("simulate", set, values));
  return simulate_option_table().read(resolved);
}

TEST(SimulateOptions, EveryPresetCanBeSimulatedAndReproducesAColumnOfTheDocs) {
  const std::string docs =
      read_file(std::string(STANDFAST_SOURCE_DIR) + "/docs/simulated-corpora.md").value();
  const OptionSet set = options();
  ASSERT_EQ(set.presets().size(), 12U);
  for (const auto& preset : set.presets()) {
    const auto made = asked(preset.name);
    ASSERT_TRUE(made) << preset.name << ": " << made.error().message;
    EXPECT_EQ(made->corpora, 400) << preset.name;  // the number that the tables state
    EXPECT_THAT(preset.summary, HasSubstr(made->task + ": "));
    EXPECT_THAT(docs, ::testing::AnyOf(HasSubstr("--preset " + preset.name + " "),
                                       HasSubstr("--preset " + preset.name + "\n")));
    const auto counts = grid_counts(made->grid);
    ASSERT_TRUE(counts) << preset.name;
    // The design can be realized as corpora, so the families divide the topics and the strengths are shares.
    SyntheticDesign design = made->design;
    design.table = *counts;
    EXPECT_TRUE(synthetic_corpora(design, 0, 1)) << preset.name;
  }
}

TEST(SimulateOptions, WhatIsGivenBesideAPresetWins) {
  const auto made = asked("threads", {{"grid", std::string("3x4x2")}, {"style", 1.0}});
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->grid.topics, 4U);
  EXPECT_EQ(made->design.style, 1.0);
  EXPECT_EQ(made->design.threads, 2);
  EXPECT_EQ(made->features, "word");
}

TEST(SimulateOptions, RefuseWhatATaskDoesNotUse) {
  const auto complaint = [](const std::string& preset, std::map<std::string, OptionValue> given) {
    const auto made = asked(preset, std::move(given));
    return made ? "" : made.error().message;
  };
  EXPECT_THAT(complaint("", {{"kept", int64_t{6}}}), HasSubstr("kept belongs to task = verification"));
  EXPECT_THAT(complaint("pairs-crossed", {{"threads", int64_t{2}}}), HasSubstr("threads belongs to task"));
  EXPECT_THAT(complaint("", {{"per-set", int64_t{3}}}),
              HasSubstr("per-set = 3 does not divide corpora = 200"));
  EXPECT_THAT(complaint("", {{"grid", std::string("8x12")}}), HasSubstr("AUTHORSxTOPICSxDOCUMENTS"));
  EXPECT_THAT(complaint("pairs-crossd", {}), HasSubstr("did you mean \"pairs-crossed\"?"));
}

}  // namespace
}  // namespace standfast::simulate
