#include "standfast/base/option_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/catalog.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

enum class Shape : uint8_t { round, square };

struct InnerOptions {
  double share = 0.5;
  bool on = true;
};
struct BaseOptions {
  uint64_t most = 0;
};
struct SomeOptions : BaseOptions {
  uint32_t n = 4;
  int level = -1;
  double c = 1;
  bool literal = false;
  Shape shape = Shape::square;
  std::string file = {}, column{kNoColumn};
  std::vector<int64_t> sizes = {1, 2};
  std::vector<std::string> files = {};
  std::pair<int, int> lengths = {1, 3};
  InnerOptions inner = {.share = 0.25};
};

OptionTable<InnerOptions> inner_table() {
  OptionTable<InnerOptions> table;
  table.add("share", &InnerOptions::share, "a share").above(0).at_most(1);
  table.add("on", &InnerOptions::on, "whether");
  table.require([](const InnerOptions& o) { return o.share > 0.9 && !o.on ? "share and on" : ""; });
  return table;
}

OptionTable<SomeOptions> some_table() {
  using O = SomeOptions;
  OptionTable<O> table;
  table.add("most", &O::most, "of a base");
  table.add("n", &O::n, "a length").between(1, 64);
  table.add("level", &O::level, "a level").between(2, 22).or_zero();
  table.add("c", &O::c, "a weight").above(0);
  table.words("variant", &O::literal, {{"ours", false}, {"literal", true}}, "which");
  table.words_in_order("shape", &O::shape, std::vector<std::string>{"round", "square"}, "what shape");
  table.add("file", &O::file, "a file").path();
  table.add("column", &O::column, "a column").column();
  table.add("sizes", &O::sizes, "several");
  table.add("files", &O::files, "several files").path();
  table.text(
      "lengths", &O::lengths,
      [](const std::string& text) -> Result<std::pair<int, int>> {
        if (text.size() == 3) return std::pair{text[0] - '0', text[2] - '0'};
        return usage_error("lengths = " + text + ": as 1-3");
      },
      [](const std::pair<int, int>& l) { return fmt::format("{}-{}", l.first, l.second); }, "lengths");
  table.include(&O::inner, inner_table());
  table.require([](const O& o) { return o.n > 9 && o.literal ? "n = above 9: not with literal" : ""; });
  table.preset("paper", "as in the paper", {{"variant", std::string("literal")}, {"n", int64_t{5}}});
  return table;
}

using Given = std::map<std::string, OptionValue>;

Result<SomeOptions> read(const Given& given) {
  SF_ASSIGN(const Options options, Options::resolve("thing some", some_table().specs(), given));
  return some_table().read(options);
}
std::string error_of(const Given& given) {
  const auto made = read(given);
  return made ? "" : made.error().message;
}

TEST(OptionTable, TakesDefaultsAndTypesFromTheStruct) {
  const auto specs = some_table().specs();
  std::vector<std::string> names, defaults;
  for (const auto& spec : specs) {
    names.push_back(spec.name);
    defaults.push_back(to_string(spec.default_value));
  }
  EXPECT_THAT(names, ElementsAre("most", "n", "level", "c", "variant", "shape", "file", "column", "sizes",
                                 "files", "lengths", "share", "on"));
  EXPECT_THAT(defaults, ElementsAre("0", "4", "-1", "1", "ours", "square", "", "none", "1,2", "", "1-3",
                                    "0.25", "true"));  // the share of the outer struct
  EXPECT_TRUE(std::holds_alternative<int64_t>(specs[1].default_value));
  EXPECT_TRUE(std::holds_alternative<double>(specs[3].default_value));
  EXPECT_THAT(specs[4].choices, ElementsAre("ours", "literal"));
  EXPECT_EQ(specs[6].kind, OptionKind::path);
  EXPECT_EQ(specs[7].kind, OptionKind::column);
  EXPECT_TRUE(specs[9].list);
}

TEST(OptionTable, ReadsTheStruct) {
  const auto made = read({{"most", int64_t{7}},
                          {"n", int64_t{9}},
                          {"level", int64_t{2}},
                          {"c", 0.5},
                          {"variant", std::string("literal")},
                          {"shape", std::string("round")},
                          {"file", std::string("a.txt")},
                          {"sizes", std::string("3, 4,5")},
                          {"files", std::string("a,b")},
                          {"lengths", std::string("2-4")},
                          {"share", 1.0}});
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->most, 7U);
  EXPECT_EQ(made->n, 9U);
  EXPECT_EQ(made->level, 2);
  EXPECT_EQ(made->c, 0.5);
  EXPECT_TRUE(made->literal);
  EXPECT_EQ(made->shape, Shape::round);
  EXPECT_EQ(made->file, "a.txt");
  EXPECT_THAT(made->sizes, ElementsAre(3, 4, 5));
  EXPECT_THAT(made->files, ElementsAre("a", "b"));
  EXPECT_EQ(made->lengths, std::pair(2, 4));
  EXPECT_EQ(made->inner.share, 1.0);
}

TEST(OptionTable, RefusesWhatIsOutOfRangeInOneForm) {
  const Given ok = {{"level", int64_t{0}}};
  const auto with = [&](const std::string& name, OptionValue value) {
    Given given = ok;
    given[name] = std::move(value);
    return error_of(given);
  };
  EXPECT_EQ(error_of(ok), "");
  EXPECT_EQ(with("n", int64_t{0}), "thing some: n = 0: must be 1 to 64");
  EXPECT_EQ(with("n", int64_t{65}), "thing some: n = 65: must be 1 to 64");
  EXPECT_EQ(with("level", int64_t{1}), "thing some: level = 1: must be 0, or 2 to 22");
  EXPECT_EQ(with("c", 0.0), "thing some: c = 0: must be above 0");
  EXPECT_EQ(with("c", std::numeric_limits<double>::infinity()), "thing some: c = inf: must be above 0");
  EXPECT_EQ(with("share", 0.0), "thing some: share = 0: must be above 0 and at most 1");
  EXPECT_EQ(with("most", int64_t{-1}), "thing some: most = -1: must be at least 0");
  EXPECT_EQ(with("shape", std::string("odd")),
            "thing some: option \"shape\" must be one of round, square, not \"odd\"");
  EXPECT_EQ(with("sizes", std::string("1,x")), "sizes = 1,x: \"x\" is not a whole number");
  EXPECT_EQ(with("lengths", std::string("long")), "lengths = long: as 1-3");
}

TEST(OptionTable, RefusesWhatExcludesEachOther) {
  EXPECT_EQ(error_of({{"level", int64_t{0}}, {"n", int64_t{10}}, {"variant", std::string("literal")}}),
            "n = above 9: not with literal");
  EXPECT_EQ(error_of({{"level", int64_t{0}}, {"share", 1.0}, {"on", false}}), "share and on");
}

TEST(OptionTable, PresetsYieldToWhatIsGiven) {
  const OptionSet set = some_table();
  const auto values = set.preset("thing some", "paper", {{"n", int64_t{7}}});
  ASSERT_TRUE(values);
  EXPECT_EQ(std::get<int64_t>(values->at("n")), 7);
  EXPECT_EQ(std::get<std::string>(values->at("variant")), "literal");
  EXPECT_EQ(set.preset("thing some", "papr", {}).error().message,
            "thing some has no preset \"papr\"; did you mean \"paper\"?");
  EXPECT_EQ(OptionSet().preset("thing none", "x", {}).error().message, "thing none has no presets");
}

struct Product {
  virtual ~Product() = default;
};
struct NoTraits {};

TEST(OptionTable, CatalogsCheckWithoutBuilding) {
  int built = 0;
  const auto table = some_table();
  const Catalog<Product, NoTraits> catalog("thing",
                                           {{.name = "some",
                                             .summary = "",
                                             .citation = "",
                                             .traits = {},
                                             .options = table,
                                             .make = made_by<Product>(table, [&built](const SomeOptions&) {
                                               ++built;
                                               return std::make_unique<Product>();
                                             })}});
  const auto options = catalog.resolve("some", {{"level", int64_t{3}}}, "paper");
  ASSERT_TRUE(options);
  EXPECT_EQ(options->integer("n"), 5);
  EXPECT_TRUE(catalog.check("some", *options));
  const auto status = catalog.check("some", options->with("n", int64_t{10}));
  EXPECT_EQ(status.error().message, "thing some: n = above 9: not with literal");
  EXPECT_EQ(built, 0);
  EXPECT_FALSE(catalog.entries()[0].make(options->with("n", int64_t{0})));
  EXPECT_EQ(built, 0);
  EXPECT_TRUE(catalog.entries()[0].make(*options));
  EXPECT_EQ(built, 1);
}

struct ThreeTraits {
  bool a = false;
  std::string b = {};
  double c = 0;
};
static_assert(member_count<ThreeTraits>() == 3);
static_assert(member_count<NoTraits>() == 0);

}  // namespace
}  // namespace standfast
