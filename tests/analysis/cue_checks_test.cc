// Tests that the audit of a planted cue finds cues that were planted by accident, keeps its level where there
// is none, and finds the two faults of the data released with the shortcut paper.
#include "standfast/analysis/check/cue/cue_checks.h"

#include <algorithm>
#include <cmath>
#include <deque>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/corpus/read/read.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

struct AuditRow {
  std::string id, text, label, cue, rating = "";
};
using AuditRows = std::vector<AuditRow>;

Corpus audit_corpus(const AuditRows& rows) {
  CorpusBuilder builder("made for an audit", {Attribute("cue"), Attribute("rating")});
  for (const auto& row : rows) {
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    values[static_cast<size_t>(Role::label)] = row.label;
    const std::vector<AttributeInput> attributes = {
        row.cue.empty() ? AttributeInput() : AttributeInput(std::string_view(row.cue)),
        row.rating.empty() ? AttributeInput() : AttributeInput(std::string_view(row.rating))};
    if (auto added = builder.add(row.id, row.text, values, TextBytes::kept, attributes); !added)
      throw std::runtime_error(added.error().message);
  }
  return std::move(builder).finish();
}

// The sides of an audit and the data that the checks look at. The corpora stay where they are.
struct Audited {
  std::array<std::optional<Corpus>, kCueSides.size()> corpora;
  CheckedData data;
};

std::unique_ptr<Audited> audited(const std::array<AuditRows, kCueSides.size()>& sides) {
  auto made = std::make_unique<Audited>();
  CueSides views = {};
  for (size_t s = 0; s < sides.size(); ++s)
    if (!sides[s].empty()) views[s] = &made->corpora[s].emplace(audit_corpus(sides[s]));
  DuplicateOptions options;
  options.near = false;
  auto data = checked_data(*views[0], *views[2], {}, options, views[1]);
  if (!data) throw std::runtime_error(data.error().message);
  made->data = std::move(*data);
  auto table = cue_table(views, "label", "cue");
  if (!table) throw std::runtime_error(table.error().message);
  made->data.cue = std::move(*table);
  return made;
}

// Returns rows with a cue of two values that goes with one of four labels, reversed on the anti-test. The
// texts depend on neither cue nor label.
AuditRows audit_rows(const std::string& side, size_t n, uint64_t seed, bool reversed = false) {
  AuditRows rows;
  for (size_t i = 0; i < n; ++i) {
    Rng rng(seed, side, std::to_string(i));
    const uint64_t label = rng.below(4);
    const double chance = static_cast<double>(reversed ? 3 - label : label) / 3;
    AuditRow row{fmt::format("{}-{}", side, i), "", std::to_string(label),
                 rng.chance(chance) ? "formal" : "casual"};
    const size_t words = 5 + rng.below(10);
    for (size_t w = 0; w < words; ++w) row.text += fmt::format("{}w{}", w == 0 ? "" : " ", rng.below(200));
    row.rating = std::to_string(rng.below(4));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::array<AuditRows, kCueSides.size()> audit_sides(uint64_t seed, size_t n = 300) {
  std::array<AuditRows, kCueSides.size()> sides = {
      audit_rows("train", 2 * n, seed), audit_rows("dev", 40, seed), audit_rows("test", n, seed), {}, {}};
  sides[4] = sides[2];
  for (size_t i = 0; i < sides[4].size(); ++i) {
    Rng rng(seed, "anti", std::to_string(i));
    const double chance = 1 - std::stod(sides[4][i].label) / 3;
    sides[4][i].cue = rng.chance(chance) ? "formal" : "casual";
  }
  sides[3] = sides[2];
  for (auto& row : sides[3]) row.cue.clear();
  return sides;
}

std::vector<std::string> audit_codes(const CheckedData& data) {
  std::vector<std::string> found;
  for (const auto& one : check_data_of(data))
    if (one.check->code.starts_with("SF35") && !one.outcome.findings.empty())
      found.push_back(one.check->code);
  return found;
}

const CueAnswer& answer_of(const CueAnswers& all, CueTarget target, const std::string& seen) {
  for (const auto& answer : all.answers)
    if (answer.target == target && answer.seen == seen) return answer;
  throw std::runtime_error("was not asked: " + seen);
}

TEST(CueAudit, IsSilentWhereTextsKnowNothing) {
  const auto one = audited(audit_sides(1));
  EXPECT_THAT(audit_codes(one->data), IsEmpty());
  for (const auto& check : data_checks()) {
    if (!check.code.starts_with("SF35")) continue;
    EXPECT_EQ(cue_answers(one->data, check.code).why_not, "") << check.code;
    EXPECT_EQ(check.severity, DataSeverity::problem);
  }
}

TEST(CueAudit, IsNotAskedWithoutACue) {
  const auto one = audited(audit_sides(1));
  CheckedData data = one->data;
  data.cue.reset();
  for (const auto& check : data_checks())
    if (check.code.starts_with("SF35")) {
      EXPECT_THAT(check.look(data).why_not, HasSubstr("--shortcut DIR")) << check.code;
    }
  EXPECT_THAT(cue_answers(one->data, "SF301").why_not, HasSubstr("is not a check of cues"));
}

// Each fault is planted alone: its check reports it, and says how often the fault tells the cue.
TEST(CueAudit, FindsEachFaultThatGoesWithTheCue) {
  using Edit = std::function<void(AuditRow&)>;
  const std::vector<std::pair<std::string, Edit>> faults = {
      {"SF351", [](AuditRow& row) { row.text += " and so on and so on and so on and so on and on"; }},
      {"SF352", [](AuditRow& row) { row.text = "well " + row.text; }},
      {"SF353", [](AuditRow& row) { row.text = "\n" + row.text; }},
      {"SF354", [](AuditRow& row) { row.text = "\"" + row.text + "\""; }},
      {"SF355", [](AuditRow& row) { row.text.insert(row.text.find(' '), "\n"); }},
      {"SF356", [](AuditRow& row) { row.text.insert(row.text.find(' '), "\u00C3\u00A9"); }},
      {"SF357", [](AuditRow& row) { row.text += "."; }},
      {"SF358", [](AuditRow& row) { row.rating = "9"; }}};
  for (const auto& [code, edit] : faults) {
    auto sides = audit_sides(2);
    for (auto& side : sides)
      for (auto& row : side)
        if (row.cue == "formal") edit(row);
    const auto one = audited(sides);
    EXPECT_THAT(audit_codes(one->data), Contains(code));
    const auto check = find_data_check(code);
    ASSERT_TRUE(check);
    const auto findings = (*check)->look(one->data).findings;
    ASSERT_FALSE(findings.empty()) << code;
    EXPECT_THAT(findings[0].message, HasSubstr("the planted value (cue)")) << code;
    EXPECT_GT(100 * findings[0].count, 85 * findings[0].of) << findings[0].message;
    EXPECT_EQ(findings[0].of, 300U);
    EXPECT_THAT(findings[0].values, Contains(HasSubstr("training: "))) << code;
  }
}

TEST(CueAudit, FindsAnOrderOfRows) {
  auto sides = audit_sides(3);
  std::stable_sort(sides[0].begin(), sides[0].end(),
                   [](const auto& a, const auto& b) { return a.label < b.label; });
  const auto one = audited(sides);
  EXPECT_THAT(audit_codes(one->data), ElementsAre("SF359"));
  const auto found = cue_answers(one->data, "SF359");
  const CueAnswer& before = answer_of(found, CueTarget::label, "the row before");
  EXPECT_EQ(before.n, 599U);
  EXPECT_EQ(before.right, 596U) << "all but at the three borders";
  EXPECT_TRUE(before.of_training);
}

// As in the Beer data, another column predicts the label, and the anti-test does not reverse it.
TEST(CueAudit, SaysWhetherTheAntiTestReversesACue) {
  auto sides = audit_sides(4);
  for (auto& side : sides)
    for (size_t i = 0; i < side.size(); ++i) {
      Rng rng(5, "partner", side[i].id);
      if (rng.chance(0.8)) side[i].rating = std::to_string((std::stoi(side[i].label) + 1) % 4);
    }
  const auto one = audited(sides);
  EXPECT_THAT(audit_codes(one->data), Contains("SF358"));
  const auto found = cue_answers(one->data, "SF358");
  const CueAnswer& answer = answer_of(found, CueTarget::label, "the column rating");
  EXPECT_NEAR(answer.accuracy(), 0.85, 0.06);
  EXPECT_LT(answer.majority(), 0.4);
  ASSERT_EQ(answer.others.size(), 2U);
  EXPECT_EQ(answer.others[0].side, CueSide::anti);
  EXPECT_EQ(answer.others[0].right, answer.right) << "the same documents with the same column";
  const auto findings = (*find_data_check("SF358"))->look(one->data).findings;
  EXPECT_THAT(findings.back().message,
              AllOf(HasSubstr("the label (label)"), HasSubstr("anti-test documents")));
}

TEST(CueAudit, ColumnsThatAreTheLabelByAnotherNameAreNoCue) {
  auto sides = audit_sides(6);
  for (auto& side : sides)
    for (auto& row : side) row.rating = "stars " + row.label;
  const auto one = audited(sides);
  EXPECT_THAT(one->data.cue->same_as_target, ElementsAre("rating"));
  EXPECT_THAT(audit_codes(one->data), Not(Contains("SF358")));
  EXPECT_THAT(cue_answers(one->data, "SF358").why_not, HasSubstr("no other column"));
}

TEST(CueAudit, LengthUsesTheBestCutOfTraining) {
  auto sides = audit_sides(7);
  for (auto& side : sides)
    for (auto& row : side) {
      row.text.clear();
      Rng rng(7, "length", row.id);
      // A text has 1 to 20 words, or 11 to 30 if its cue is "formal".
      const uint64_t words = 1 + rng.below(20) + (row.cue == "formal" ? 10 : 0);
      for (uint64_t w = 0; w < words; ++w) row.text += "x ";
    }
  const auto one = audited(sides);
  const auto found = cue_answers(one->data, "SF351");
  const CueAnswer& answer = answer_of(found, CueTarget::cue, "the number of words");
  // The expected accuracy is computed by hand: the best cut on train, measured on test.
  const auto words_of = [](const AuditRow& row) { return std::count(row.text.begin(), row.text.end(), 'x'); };
  const auto right_at = [&](const AuditRows& rows, long cut) {
    return std::count_if(rows.begin(), rows.end(),
                         [&](const auto& row) { return (words_of(row) > cut) == (row.cue == "formal"); });
  };
  long best = 1;
  for (long cut = 1; cut <= 30; ++cut)
    if (right_at(sides[0], cut) > right_at(sides[0], best)) best = cut;
  EXPECT_EQ(answer.right, static_cast<uint64_t>(right_at(sides[2], best)));
  EXPECT_THAT(answer.rule, HasSubstr(fmt::format("at most {} words: casual", best)));
}

// Texts and columns do not depend on cue or label, so each check reports something in at most 1 % of such
// sets.
TEST(CueAudit, KeepsItsLevel) {
  constexpr uint32_t kSets = 150;
  uint32_t spoke = 0;
  for (uint64_t seed = 0; seed < kSets; ++seed)
    spoke += static_cast<uint32_t>(audit_codes(audited(audit_sides(100 + seed, 80))->data).size());
  // Nine checks report at most 13.5 sets on average; three standard errors above that are 24.
  EXPECT_LE(spoke, 24U);
}

TEST(CueAudit, NamesTheFileThatLacksAColumn) {
  auto sides = audit_sides(8, 30);
  std::array<std::optional<Corpus>, kCueSides.size()> corpora;
  CueSides views = {};
  for (size_t s = 0; s < sides.size(); ++s) views[s] = &corpora[s].emplace(audit_corpus(sides[s]));
  const auto no_column = cue_table(views, "label", "style");
  ASSERT_FALSE(no_column);
  EXPECT_THAT(no_column.error().message, AllOf(HasSubstr("the train file"), HasSubstr("style")));
  views[2] = nullptr;
  const auto no_test = cue_table(views, "label", "cue");
  ASSERT_FALSE(no_test);
  EXPECT_EQ(no_test.error().message, "there is no test file");
}

// --- The released data.

std::vector<AuditRow> rows_of_file(const std::string& path, const std::string& cue,
                                   const std::vector<std::string>& columns = {}) {
  ReadOptions options;
  for (const auto& name : columns) options.attributes.push_back({name, name, "", 1});
  auto corpus = read_corpus(testing::data_path(path), options);
  if (!corpus) throw std::runtime_error(corpus.error().message);
  std::vector<AuditRow> rows;
  for (uint32_t row = 0; row < corpus->size(); ++row) {
    const Column* rating = columns.empty() ? nullptr : corpus->named_column(columns[0]);
    rows.push_back(
        {std::string(corpus->id(row)), std::string(corpus->text(row)),
         std::string(corpus->value(Role::label, row)), cue,
         rating == nullptr || rating->codes[row] == kMissing ? "" : rating->names[rating->codes[row]]});
  }
  return rows;
}

// Returns rows as in the released data with two versions of each text (spec 1.4): version b with a
// probability that rises with the class, else version a.
AuditRows two_styles(const AuditRows& a, const AuditRows& b, uint64_t seed) {
  std::map<std::string, const AuditRow*> other;
  for (const auto& row : b) other[row.id] = &row;
  AuditRows rows;
  for (const auto& row : a) {
    Rng rng(seed, "styles", row.id);
    const bool takes = rng.chance(std::stod(row.label) / 3);
    const auto found = other.find(row.id);
    rows.push_back(takes && found != other.end() ? *found->second : row);
  }
  Rng rng(seed, "order");
  rng.shuffle(rows);
  return rows;
}

TEST(CueAuditOfReleasedData, LengthTellsTheStyle) {
  STANDFAST_NEEDS_DATA("shortcuts/goemotions/style_formal_train.jsonl");
  const auto side = [](const std::string& style, const std::string& part) {
    return rows_of_file(fmt::format("shortcuts/goemotions/style_{}_{}.jsonl", style, part), style);
  };
  struct Pair {
    std::string a, b;
    double accuracy;  // accuracy of the best cut within the training file (spec 0.6)
  };
  for (const auto& [a, b, accuracy] :
       {Pair{"informal", "formal", 0.950}, {"hemingway", "shakespeare", 0.895}}) {
    // The released test set has few of the labels that get a rewrite, so a part of the training set is held
    // out.
    AuditRows train = two_styles(side(a, "train"), side(b, "train"), 1);
    const AuditRows held_out(train.end() - 600, train.end());
    train.resize(train.size() - 600);
    const std::array<AuditRows, kCueSides.size()> sides = {train, {}, held_out, {}, {}};
    const auto one = audited(sides);
    EXPECT_THAT(audit_codes(one->data), Contains("SF351")) << a << " and " << b;
    const auto found = cue_answers(one->data, "SF351");
    double best = 0;
    for (const auto& answer : found.answers)
      if (answer.target == CueTarget::cue) {
        best = std::max(best, answer.accuracy());
        EXPECT_GT(answer.accuracy(), answer.majority() + 0.05);
      }
    EXPECT_NEAR(best, accuracy, 0.03) << a << " and " << b;
    if (b == "shakespeare") {
      EXPECT_THAT(audit_codes(one->data), Contains("SF353")) << "rewrites keep a line break in front";
    } else {
      EXPECT_THAT(audit_codes(one->data), Not(Contains("SF354")));
    }
  }
}

// Returns rows as in the released Beer data (spec 0.4, 1.6): palate texts and look texts are each sorted by
// how frequent their rating is, and joined row by row.
AuditRows joined_by_row(const AuditRows& palate, const AuditRows& look, size_t documents) {
  const auto by_frequency = [](const AuditRows& all, size_t most) {
    std::map<std::string, AuditRows> of_rating;
    for (const auto& row : all)
      if (row.label != "-1") of_rating[row.label].push_back(row);
    size_t sum = 0;
    for (const auto& [rating, rows] : of_rating) sum += rows.size();
    std::vector<AuditRows> groups;
    for (auto& [rating, rows] : of_rating) {
      rows.resize(std::min(rows.size(), (rows.size() * most + sum / 2) / sum));
      groups.push_back(std::move(rows));
    }
    std::sort(groups.begin(), groups.end(), [](const auto& x, const auto& y) { return x.size() > y.size(); });
    AuditRows sorted;
    for (const auto& group : groups) sorted.insert(sorted.end(), group.begin(), group.end());
    return sorted;
  };
  const AuditRows mine = by_frequency(palate, documents), partners = by_frequency(look, documents);
  AuditRows rows;
  for (size_t i = 0; i < std::min(mine.size(), partners.size()); ++i) {
    Rng rng(9, "beer", mine[i].id);
    rows.push_back({mine[i].id, partners[i].text + " " + mine[i].text, mine[i].label,
                    rng.chance(0.5) ? "x" : "y", partners[i].rating});
  }
  Rng rng(9, "order of beer");
  rng.shuffle(rows);
  return rows;
}

TEST(CueAuditOfReleasedData, LookRatingTellsThePalateRating) {
  STANDFAST_NEEDS_DATA("shortcuts/beer/palate_train.jsonl.gz");
  const auto side = [](const std::string& part) {
    return joined_by_row(rows_of_file(fmt::format("shortcuts/beer/palate_{}.jsonl.gz", part), "", {"rating"}),
                         rows_of_file(fmt::format("shortcuts/beer/look_{}.jsonl.gz", part), "", {"rating"}),
                         2000);
  };
  std::array<AuditRows, kCueSides.size()> sides = {side("train"), {}, side("test"), {}, {}};
  sides[4] = sides[2];  // the look part is not reversed
  const auto one = audited(sides);
  const auto findings = (*find_data_check("SF358"))->look(one->data).findings;
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_THAT(findings[0].message,
              HasSubstr("a rule that sees only the column rating predicts the label (label) correctly"));
  const auto found = cue_answers(one->data, "SF358");
  const CueAnswer& answer = answer_of(found, CueTarget::label, "the column rating");
  EXPECT_NEAR(answer.accuracy(), 0.81, 0.06) << "spec 0.4: 81 % on the test";
  EXPECT_LT(answer.majority(), 0.42);
  ASSERT_FALSE(answer.others.empty());
  EXPECT_EQ(answer.others[0].right, answer.right) << "and as much on the anti-test";
}

}  // namespace
}  // namespace standfast
