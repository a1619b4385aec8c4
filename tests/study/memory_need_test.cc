// Memory requests of units: the texts of their corpus, and the amount that a component declares in addition.

#include <gmock/gmock.h>

#include "standfast/base/file.h"
#include "standfast/study/executor/executor.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/unit/kinds.h"
#include "tests/support/data.h"
#include "tests/support/small_checkpoint.h"
#include "tests/support/weights_classifier.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

class MemoryOfUnits : public ::testing::Test {
 protected:
  // `weights` (tests/support/weights_classifier.h) declares its memory.
  static const StudyCatalogs& catalogs() {
    static const StudyCatalogs made = [] {
      StudyCatalogs some = study_catalogs();
      some.classifiers = &testing::weights_catalog();
      return some;
    }();
    return made;
  }
  static StudySpec study(const std::string& space, const std::string& models, const std::string& more = "") {
    auto spec = parse_study("task = \"classification\"\n" + more +
                                "[[corpus]]\npath = \"c.jsonl\"\n[[condition]]\nname = \"clusters\"\nsplit = "
                                "\"cluster-k-fold\"\nspace = " +
                                space + "\n" + models,
                            "s.toml", catalogs());
    EXPECT_TRUE(spec) << spec.error().message;
    return std::move(*spec);
  }
  // Returns, by kind and model, the memory of its units, which is the same for all.
  std::map<std::string, uint64_t> asked(const StudySpec& spec) const {
    Plan plan(spec, catalogs(), corpora_, folder_.path());
    EXPECT_TRUE(plan.begin());
    for (const auto& unit : plan.splits_of("c")) EXPECT_TRUE(plan.settle(unit.key, {2}));
    std::map<std::string, uint64_t> memory;
    for (const auto& unit : plan.units()) {
      const std::string name = unit.kind->name() + (unit.model.empty() ? "" : " " + unit.model);
      EXPECT_TRUE(!memory.contains(name) || memory[name] == unit.resources.memory) << name;
      memory[name] = unit.resources.memory;
    }
    return memory;
  }

  testing::TemporaryFolder folder_;
  std::vector<CorpusFacts> corpora_ = {{"c", "hash", 10, 2, 3, 100}};
};

TEST_F(MemoryOfUnits, OfTheUnitsInWhichAModelWorks) {
  const StudySpec spec = study("{ model = \"weights\", bytes = 1000 }",
                               "[[model]]\ntype = \"weights\"\nbytes = 5000\n[[model]]\ntype = \"eager\"\n");
  const auto memory = asked(spec);
  EXPECT_EQ(memory.at("fit"), 100U + 1000 + 2 * 10);
  EXPECT_EQ(memory.at("space"), 100U + 1000 + 2 * 10);
  EXPECT_EQ(memory.at("splits"), 100U);
  EXPECT_EQ(memory.at("cell weights"), 100U + 5000 + 2 * 10);
  EXPECT_EQ(memory.at("cell eager"), 100U) << "it says nothing";
  const MostMemory most = most_memory(spec, catalogs(), corpora_, folder_.path());
  EXPECT_EQ(most.bytes, 5120U);
  EXPECT_EQ(most.who, "units with classifier weights on corpus c");
}

// Paths are relative to the study, so the plan must know its location.
TEST_F(MemoryOfUnits, PathsAreThoseOfTheStudy) {
  ASSERT_TRUE(write_file(folder_.file("big"), std::string(7000, 'x')));
  const auto memory =
      asked(study("{ model = \"weights\", from = \"big\" }", "[[model]]\ntype = \"eager\"\n"));
  EXPECT_EQ(memory.at("fit"), 100U + 7000 + 2 * 10);
  EXPECT_EQ(
      asked(study("{ model = \"weights\", from = \"${NOWHERE_AT_ALL}\" }", "[[model]]\ntype = \"eager\"\n"))
          .at("fit"),
      100U)
      << "a path that cannot be found asks for nothing";
}

TEST_F(MemoryOfUnits, OfEncoders) {
  testing::SmallSentenceModel().write(folder_.file("model"));
  const StudySpec spec =
      study("{ encoder = \"sentence\", checkpoint = \"model\" }",
            "[[model]]\ntype = \"eager\"\n[[condition]]\nname = \"hits\"\nsample = { method = "
            "\"hits\" }\nencoder = { method = \"sentence\", checkpoint = \"model\" }\nsplit = "
            "\"k-fold\"\n[analyses]\nsplits = [{ method = \"shift\", encoder = { method = "
            "\"sentence\", checkpoint = \"model\" } }]\n");
  const auto memory = asked(spec);
  const uint64_t margin = uint64_t{32} << 20;
  EXPECT_GT(memory.at("space"), margin);
  EXPECT_LT(memory.at("space"), margin + 100'000);
  EXPECT_EQ(memory.at("vectors"), memory.at("space"));
  EXPECT_EQ(memory.at("analysis"), memory.at("space"));
  EXPECT_EQ(memory.at("splits"), 100U);
  EXPECT_EQ(most_memory(spec, catalogs(), corpora_, folder_.path()).who,
            "units with encoder sentence on corpus c");
}

TEST_F(MemoryOfUnits, IsAlwaysThereUnlessTheUserAllowsLess) {
  const MostMemory huge{uint64_t{1} << 60, "units with encoder sentence on corpus c"};
  EXPECT_EQ(resources_here(0, huge)->memory, huge.bytes) << "the system may find room";
  EXPECT_EQ(resources_here(5120, {5120, "x"})->memory, 5120U);
  const auto refused = resources_here(5119, {5120, "units with encoder sentence on corpus c"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::missing);
  EXPECT_THAT(refused.error().message,
              HasSubstr("is less than units with encoder sentence on corpus c need ("));
}

}  // namespace
}  // namespace standfast
