// The scan finds what was planted, is silent where nothing was, counts by groups, and says what cues are worth.
#include "standfast/analysis/scan/scan.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/analysis/scan/cue_worth.h"
#include "standfast/base/rng.h"

namespace standfast {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

struct ScanRow {
  std::string text, label, author = "", source = "";
};

Corpus scan_rows(const std::vector<ScanRow>& rows) {
  CorpusBuilder builder("made for a scan");
  for (size_t i = 0; i < rows.size(); ++i) {
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    const auto set = [&](Role role, const std::string& value) {
      if (!value.empty()) values[static_cast<size_t>(role)] = value;
    };
    set(Role::label, rows[i].label);
    set(Role::author, rows[i].author);
    set(Role::source, rows[i].source);
    if (auto added = builder.add(fmt::format("d{}", i), rows[i].text, values); !added)
      throw std::runtime_error(added.error().message);
  }
  return std::move(builder).finish();
}

// Words of which some are frequent, as in a language.
std::string some_words(Rng& rng, size_t count, uint64_t vocabulary = 300) {
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    const double u = rng.uniform();
    text += fmt::format("{}w{}", i == 0 ? "" : " ",
                        static_cast<uint64_t>(static_cast<double>(vocabulary) * u * u * u));
  }
  return text;
}

std::vector<ScanRow> plain_rows(size_t n, uint64_t seed, size_t labels = 2) {
  std::vector<ScanRow> rows;
  for (size_t i = 0; i < n; ++i) {
    Rng rng(seed, "scan rows", std::to_string(i));
    const size_t words = 8 + rng.below(8);
    rows.push_back({some_words(rng, words), fmt::format("l{}", rng.below(labels))});
  }
  return rows;
}

Scan scanned(const Corpus& corpus, ScanOptions options = {}) {
  auto scan = scan_corpus(corpus, options);
  if (!scan) throw std::runtime_error(scan.error().message);
  return std::move(*scan);
}

std::set<std::string> found_cues(const Scan& scan) {
  std::set<std::string> names;
  for (const auto& finding : scan.tests.findings) {
    names.insert(scan.cue(finding).name);
    names.insert(scan.cue(finding).also.begin(), scan.cue(finding).also.end());
  }
  return names;
}

const CueFinding& finding_of(const Scan& scan, const std::string& name) {
  for (const auto& finding : scan.tests.findings) {
    const Cue& cue = scan.cue(finding);
    if (cue.name == name || std::find(cue.also.begin(), cue.also.end(), name) != cue.also.end())
      return finding;
  }
  throw std::runtime_error("not found: " + name);
}

// Documents of each run of up to three words, the slow way.
std::map<std::string, std::set<uint32_t>> grams_the_slow_way(const std::vector<std::string_view>& texts) {
  std::map<std::string, std::set<uint32_t>> documents;
  for (uint32_t row = 0; row < texts.size(); ++row) {
    std::vector<std::string> words = {""};
    for (const char c : texts[row]) {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0)
        words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      else if (!words.back().empty())
        words.emplace_back();
    }
    if (words.back().empty()) words.pop_back();
    for (size_t i = 0; i < words.size(); ++i) {
      std::string run;
      for (size_t k = i; k < std::min(i + 3, words.size()); ++k) {
        run += (k == i ? "" : " ") + words[k];
        documents[run].insert(row);
      }
    }
  }
  return documents;
}

TEST(GramLists, EqualCountingTheSlowWay) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < 300; ++i) {
    Rng rng(3, "grams", std::to_string(i));
    texts.push_back(some_words(rng, rng.below(20), 12));
    if (i % 3 == 0) texts.back() = "W1, w2! " + texts.back();
  }
  std::vector<std::string_view> views(texts.begin(), texts.end());
  for (const uint64_t least : {1, 2, 7, 40}) {
    const GramLists lists(views, {3, least});
    std::map<std::string, std::vector<uint32_t>> found;
    for (size_t g = 0; g < lists.size(); ++g) {
      const auto documents = lists.documents(g);
      EXPECT_TRUE(
          found.emplace(lists.name(g), std::vector<uint32_t>(documents.begin(), documents.end())).second);
      const std::string name = lists.name(g);
      EXPECT_EQ(lists.length(g), static_cast<uint32_t>(1 + std::count(name.begin(), name.end(), ' ')));
    }
    size_t expected = 0;
    for (const auto& [gram, documents] : grams_the_slow_way(views)) {
      if (documents.size() < least) continue;
      ++expected;
      ASSERT_TRUE(found.contains(gram)) << gram;
      EXPECT_THAT(found[gram], ::testing::ElementsAreArray(documents)) << gram;
    }
    EXPECT_EQ(found.size(), expected);
  }
}

TEST(GramLists, TakeOutARunAndNothingElse) {
  EXPECT_EQ(without_words("Honestly, I say: honestly!", "honestly"), ", I say: !");
  EXPECT_EQ(without_words("to be honest, To Be  honest", "to be honest"), ", ");
  EXPECT_EQ(without_words("a a a", "a a"), " a");
  EXPECT_EQ(without_words("dishonest", "honest"), "dishonest");
  EXPECT_EQ(without_words("ÉTÉ été", "été"), " ");
}

TEST(TextForm, SeesWhatIsThere) {
  const auto value = [](std::string_view text, FormFeature feature) {
    return std::string(form_values(feature).values[text_form(text).of(feature)]);
  };
  EXPECT_EQ(value(" x", FormFeature::leading_space), "space");
  EXPECT_EQ(value("\n \"x\"", FormFeature::leading_space), "line break");
  EXPECT_EQ(value("x", FormFeature::leading_space), "none");
  EXPECT_EQ(value("x \n", FormFeature::trailing_space), "line break");
  EXPECT_EQ(value("\n\"x y\" ", FormFeature::outer_quotes), "both");
  EXPECT_EQ(value("\u201Cx y\u201D", FormFeature::outer_quotes), "both");
  EXPECT_EQ(value("\"x\" y", FormFeature::outer_quotes), "opening only");
  EXPECT_EQ(value("x \"y\"", FormFeature::outer_quotes), "closing only");
  EXPECT_EQ(value("\"", FormFeature::outer_quotes), "opening only");
  EXPECT_EQ(value("\nx\n", FormFeature::line_breaks), "none") << "at the ends they are white space";
  EXPECT_EQ(value("x\r\ny", FormFeature::line_breaks), "one");
  EXPECT_EQ(value("x\n\ny", FormFeature::line_breaks), "several");
  EXPECT_EQ(value("don't", FormFeature::beyond_ascii), "ASCII alone");
  EXPECT_EQ(value("caf\u00E9", FormFeature::beyond_ascii), "characters beyond ASCII");
  EXPECT_EQ(value("caf\u00C3\u00A9", FormFeature::beyond_ascii), "broken encoding");
  EXPECT_EQ(value("don\u00E2\u20AC\u2122t", FormFeature::beyond_ascii), "broken encoding");
  EXPECT_EQ(value("a\uFFFDb", FormFeature::beyond_ascii), "broken encoding");
  for (const auto& [text, end] : std::map<std::string, std::string>{{"x.", "full stop"},
                                                                    {"x... ", "dots"},
                                                                    {"x\u2026", "dots"},
                                                                    {"x!", "exclamation mark"},
                                                                    {"x?\n", "question mark"},
                                                                    {"x,", "comma"},
                                                                    {"x\"", "quote"},
                                                                    {"x)", "bracket"},
                                                                    {"x", "letter"},
                                                                    {"7", "digit"},
                                                                    {"x;", "other mark"},
                                                                    {" ", "nothing"}})
    EXPECT_EQ(value(text, FormFeature::end_mark), end) << text;
  EXPECT_EQ(value("ABC", FormFeature::capitals), "more than 30 % of letters");
  EXPECT_EQ(value("abc", FormFeature::capitals), "none");
  EXPECT_EQ(value("see www.x.org", FormFeature::link), "yes");
  const TextForm form = text_form("\n \"To be, or not\u2014to be?\"");
  EXPECT_EQ(form.first_word, "To");
  EXPECT_EQ(form.last_word, "be");
  EXPECT_EQ(form.words, 5U);
  EXPECT_EQ(form.characters, 22U) << "white space around it is another feature";
  EXPECT_EQ(text_form("").words, 0U);
}

TEST(TextForm, WithoutAFeatureTheTextLooksPlain) {
  const std::string odd = "\n \"CAF\u00C3\u00A9 no. 7?!  See (www.x.org/a) @me... \nYes\u201D \t";
  for (const auto& feature : form_features()) {
    if (feature.feature == FormFeature::end_mark || feature.feature == FormFeature::first_letter) continue;
    const std::string without = without_form(odd, feature.feature);
    const uint8_t code = text_form(without).of(feature.feature);
    EXPECT_EQ(code, feature.feature == FormFeature::capitals ? 1 : 0) << feature.name << ": " << without;
    EXPECT_EQ(without_form(without, feature.feature), without) << feature.name;
    EXPECT_EQ(without_form("plain words here", feature.feature), "plain words here") << feature.name;
  }
  EXPECT_EQ(without_form("so it is!\u201D ", FormFeature::end_mark), "so it is");
}

TEST(Scan, FindsWhatWasPlanted) {
  auto rows = plain_rows(600, 1);
  for (size_t i = 0; i < rows.size(); ++i) {
    Rng rng(2, "plant", std::to_string(i));
    const bool first = rows[i].label == "l0";
    if (rng.chance(first ? 0.6 : 0.2)) rows[i].text = "to be honest " + rows[i].text;
    rows[i].text = (rng.chance(first ? 0.3 : 0.7) ? "\n" : "") + rows[i].text;
    rows[i].source = rng.chance(first ? 0.8 : 0.3) ? "gab" : "twitter";
    if (!first) rows[i].text += " end end end end end end end end";
  }
  const Corpus corpus = scan_rows(rows);
  const Scan scan = scanned(corpus);
  const auto found = found_cues(scan);
  EXPECT_THAT(found, Contains("to be honest"));
  EXPECT_THAT(found, Contains("white space in front: line break"));
  EXPECT_THAT(found, Contains("source = gab"));
  EXPECT_THAT(found, Contains("last word: end"));
  EXPECT_TRUE(std::any_of(found.begin(), found.end(), [](const auto& name) {
    return name.ends_with(" words");
  })) << "a length";
  EXPECT_LE(scan.first_of_cue.size(), 40U) << "not much else";
  const CueFinding& honest = finding_of(scan, "to be honest");
  EXPECT_EQ(scan.label(honest), "l0");
  EXPECT_TRUE(honest.stable);
  EXPECT_EQ(scan.units.size(), 600U);

  // By hand, from the counts.
  const double with = static_cast<double>(honest.with), documents = static_cast<double>(honest.documents()),
               share = static_cast<double>(honest.of_label) / 600;
  EXPECT_NEAR(honest.pmi, std::log(with / documents / share), 1e-12);
  EXPECT_NEAR(honest.z, (with / documents - share) / std::sqrt(share * (1 - share) / documents), 1e-12);
  const double a = with + .5, b = static_cast<double>(honest.of_label) - with + .5,
               c = static_cast<double>(honest.others_with) + .5,
               d = static_cast<double>(honest.others - honest.others_with) + .5;
  EXPECT_NEAR(honest.log_odds, std::log(a * d / b / c), 1e-12);
  EXPECT_NEAR(honest.log_odds_z, honest.log_odds / std::sqrt(1 / a + 1 / b + 1 / c + 1 / d), 1e-12);

  // Its shorter parts stand on the same documents, so they were tested once.
  EXPECT_THAT(scan.cue(honest).also, Not(IsEmpty()));
  for (const uint32_t row : scan.examples(honest, true, 5)) {
    EXPECT_EQ(rows[row].label, "l0");
    EXPECT_THAT(rows[row].text, HasSubstr("to be honest"));
  }
  EXPECT_THAT(scan.examples(honest, false, 3), SizeIs(3));
}

TEST(Scan, RuleOfOneCueIsMeasuredOnTheOtherHalf) {
  // The cue is the label: the rule is always right, the majority half of the time.
  std::vector<ScanRow> rows;
  for (size_t i = 0; i < 200; ++i) {
    Rng rng(4, "alone", std::to_string(i));
    rows.push_back({some_words(rng, 6) + (i % 2 == 0 ? " yes" : ""), i % 2 == 0 ? "a" : "b"});
  }
  const Corpus corpus = scan_rows(rows);
  const Scan scan = scanned(corpus);
  ASSERT_FALSE(scan.tests.findings.empty());
  const SingleCueScore& alone = scan.alone.front();
  EXPECT_EQ(scan.cue(scan.tests.findings.front()).also.empty() ? 1U : 2U, 2U) << "last word and word";
  EXPECT_EQ(alone.right, 200U);
  EXPECT_EQ(alone.n, 200U);
  EXPECT_NEAR(alone.majority(), 0.5, 0.05);
  EXPECT_DOUBLE_EQ(alone.macro_f1, 1);
  EXPECT_LT(alone.majority_macro_f1, 0.6);
  EXPECT_EQ(alone.interval.high, 1);
}

// Every finding is false, so with Benjamini-Hochberg the chance of any is at most q.
TEST(Scan, ShuffledLabelsGiveFalseFindingsAtMostAtTheRateAskedFor) {
  for (const Correction correction : {Correction::benjamini_hochberg, Correction::benjamini_yekutieli}) {
    uint32_t corpora_with_any = 0;
    constexpr uint32_t kCorpora = 200;
    for (uint64_t seed = 0; seed < kCorpora; ++seed) {
      auto rows = plain_rows(300, 1000 + seed, 3);
      for (auto& row : rows) row.source = row.text.size() % 3 == 0 ? "x" : "y";
      ScanOptions options;
      options.tests.q = 0.2;
      options.tests.correction = correction;
      corpora_with_any += scanned(scan_rows(rows), options).tests.findings.empty() ? 0 : 1;
    }
    // 0.2 at most; three standard errors above it are 0.285.
    EXPECT_LE(corpora_with_any, 57U);
    if (correction == Correction::benjamini_hochberg) {
      EXPECT_GE(corpora_with_any, 2U) << "the tests are not merely blind";
    }
  }
}

// Authors have words of their own and one label each: documents are many, observations few.
std::vector<ScanRow> rows_of_authors(uint64_t seed, size_t authors, size_t each) {
  std::vector<ScanRow> rows;
  for (size_t a = 0; a < authors; ++a) {
    Rng of_author(seed, "author", std::to_string(a));
    const std::string label = fmt::format("l{}", of_author.below(2));
    std::vector<uint64_t> habits;
    for (int k = 0; k < 4; ++k) habits.push_back(of_author.below(60));
    for (size_t i = 0; i < each; ++i) {
      Rng rng(seed, "text", fmt::format("{} {}", a, i));
      std::string text = some_words(rng, 8);
      for (const uint64_t habit : habits)
        if (rng.chance(0.5)) text += fmt::format(" habit{}", habit);
      rows.push_back({text, label, fmt::format("a{}", a)});
    }
  }
  return rows;
}

TEST(Scan, CountsByGroupsWhereDocumentsDependOnEachOther) {
  constexpr uint32_t kCorpora = 60;
  uint32_t with_groups = 0, without_groups = 0;
  for (uint64_t seed = 0; seed < kCorpora; ++seed) {
    const Corpus corpus = scan_rows(rows_of_authors(seed, 40, 10));
    ScanOptions options;
    options.tests.q = 0.1;
    without_groups += scanned(corpus, options).tests.findings.empty() ? 0 : 1;
    options.group = "author";
    with_groups += scanned(corpus, options).tests.findings.empty() ? 0 : 1;
  }
  // At most 0.1; three standard errors above it are 0.22.
  EXPECT_LE(with_groups, 13U);
  EXPECT_GE(without_groups, 50U) << "who takes documents for independent finds habits of authors";
}

TEST(Scan, GroupsDoNotHideWhatManyGroupsShare) {
  auto rows = rows_of_authors(7, 60, 5);
  for (size_t i = 0; i < rows.size(); ++i) {
    Rng rng(7, "shared", std::to_string(i));
    if (rng.chance(rows[i].label == "l0" ? 0.5 : 0.1)) rows[i].text += " shared cue";
  }
  const Corpus corpus = scan_rows(rows);
  ScanOptions options;
  options.group = "author";
  const Scan scan = scanned(corpus, options);
  EXPECT_THAT(found_cues(scan), Contains("shared cue"));
  EXPECT_TRUE(scan.units.named_groups);
  EXPECT_EQ(scan.units.groups, 60U);
  const CueFinding& found = finding_of(scan, "shared cue");
  EXPECT_GT(found.groups_with, 20U);
  // A word of one author alone is one observation.
  auto alone = rows_of_authors(8, 60, 12);
  for (size_t i = 0; i < 12; ++i) alone[i].text += " onlyhere";
  const Scan other = scanned(scan_rows(alone), options);
  EXPECT_THAT(found_cues(other), Not(Contains("onlyhere")));
}

TEST(Scan, DocumentsAreIndependentWhereEachIsItsOwnGroup) {
  auto rows = plain_rows(300, 5);
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i].author = fmt::format("a{}", i);
    if (rows[i].label == "l1" && i % 3 == 0) rows[i].text += " mark";
  }
  const Corpus corpus = scan_rows(rows);
  ScanOptions options;
  const Scan plain = scanned(corpus, options);
  options.group = "author";
  const Scan grouped = scanned(corpus, options);
  ASSERT_FALSE(plain.tests.findings.empty());
  EXPECT_EQ(finding_of(plain, "mark").p, finding_of(grouped, "mark").p);
  EXPECT_EQ(finding_of(plain, "mark").z, finding_of(grouped, "mark").z);
}

TEST(Scan, IsTheSameForAnyNumberOfThreads) {
  auto rows = rows_of_authors(11, 30, 10);
  const Corpus corpus = scan_rows(rows);
  ScanOptions options;
  options.tests.q = 0.9;
  const Scan one = scanned(corpus, options);
  options.tests.threads = 4;
  const Scan many = scanned(corpus, options);
  ASSERT_EQ(one.tests.findings.size(), many.tests.findings.size());
  for (size_t k = 0; k < one.tests.findings.size(); ++k) {
    EXPECT_EQ(one.tests.findings[k].cue, many.tests.findings[k].cue);
    EXPECT_EQ(one.tests.findings[k].q, many.tests.findings[k].q);
    EXPECT_EQ(one.alone[k].right, many.alone[k].right);
  }
}

TEST(Scan, OrderOfDocumentsAndNamesOfLabelsChangeNothingButHalves) {
  auto rows = rows_of_authors(12, 30, 8);
  ScanOptions options;
  options.tests.q = 0.5;
  const auto facts = [&](const std::vector<ScanRow>& of) {
    std::set<std::tuple<std::string, std::string, double>> all;
    const Scan scan = scanned(scan_rows(of), options);
    for (const auto& finding : scan.tests.findings)
      all.insert({scan.cue(finding).name, scan.label(finding), std::abs(finding.z)});
    return all;
  };
  const auto before = facts(rows);
  std::reverse(rows.begin(), rows.end());
  EXPECT_EQ(facts(rows), before);
}

TEST(Scan, RefusesWhatCannotBeScanned) {
  const auto message = [](const Corpus& corpus, const ScanOptions& options) {
    const auto scan = scan_corpus(corpus, options);
    return scan ? std::string() : scan.error().message;
  };
  auto rows = plain_rows(30, 1);
  ScanOptions options;
  options.target = "lable";
  EXPECT_THAT(message(scan_rows(rows), options), HasSubstr("lable"));
  for (auto& row : rows) row.label = "same";
  EXPECT_THAT(message(scan_rows(rows), {}), HasSubstr("a scan compares at least two labels"));
  const Corpus tiny = scan_rows({{"a", "x"}, {"b", "y"}});
  const Scan scan = scanned(tiny);
  EXPECT_EQ(scan.tests.cues, 0U);
  EXPECT_THAT(scan.tests.findings, IsEmpty());
}

// Of the label "pos" most documents say a good word, beside others that say it too ("fine"), and a mark that nothing else
// replaces ("only") in others.
std::vector<ScanRow> rows_of_worth(size_t n) {
  std::vector<ScanRow> rows;
  for (size_t i = 0; i < n; ++i) {
    Rng rng(21, "worth", std::to_string(i));
    const bool positive = i % 2 == 0;
    std::string text = some_words(rng, 6, 40);
    const bool speaks = rng.chance(0.5);
    if (speaks) {
      for (int k = 0; k < 4; ++k) text += fmt::format(" {}{}", positive ? "good" : "bad", rng.below(4));
      if (positive && rng.chance(0.6)) text += " fine";
    } else if (positive) {
      text += " only only only";
    }
    rows.push_back({text, positive ? "pos" : "neg"});
  }
  return rows;
}

TEST(CueWorth, TellsARedundantCueFromOneThatCarriesTheLabel) {
  const Corpus corpus = scan_rows(rows_of_worth(800));
  ScanOptions scan_options;
  scan_options.cues.longest = 1;
  scan_options.cues.form = false;
  const Scan scan = scanned(corpus, scan_options);
  WorthOptions options;
  options.options = *classifiers().resolve("naive-bayes", {});
  std::vector<uint32_t> asked = {finding_of(scan, "fine").cue, finding_of(scan, "only").cue};
  const auto worth = cue_worth(corpus, scan.units, scan.cues, asked, options);
  ASSERT_TRUE(worth) << worth.error().message;
  EXPECT_GT(worth->accuracy, 0.7);
  EXPECT_EQ(worth->n, 800U);
  ASSERT_THAT(worth->cues, SizeIs(2));
  const CueWorth &fine = worth->cues[0], &only = worth->cues[1];
  EXPECT_EQ(fine.hint, WorthHint::redundant) << hint_name(fine.hint);
  EXPECT_LT(std::abs(fine.blinded.points), 0.02);
  EXPECT_EQ(only.hint, WorthHint::carries) << hint_name(only.hint);
  EXPECT_GT(only.blinded_there.points, 0.2);
  ASSERT_TRUE(only.blinded.interval);
  EXPECT_LT(only.blinded.interval->low, only.blinded.points);
  EXPECT_GT(only.blinded.interval->high, only.blinded.points);
  // Only documents with the cue change when it is blinded.
  EXPECT_NEAR(only.blinded.points, only.blinded_there.points * static_cast<double>(only.documents) / 800,
              1e-12);
  // The same for any number of threads.
  options.threads = 3;
  const auto again = cue_worth(corpus, scan.units, scan.cues, asked, options);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->cues[1].retrained.points, only.retrained.points);
}

TEST(CueWorth, ALeanedOnCueComesBackWithoutIt) {
  // Every document says its label by words of its own; a mark says it louder.
  std::vector<ScanRow> rows;
  for (size_t i = 0; i < 600; ++i) {
    Rng rng(22, "leaned", std::to_string(i));
    const bool positive = i % 2 == 0;
    std::string text = some_words(rng, 4, 30);
    text += fmt::format(" {}{}", positive ? "good" : "bad", rng.below(30));
    // Against its word, the mark decides: it is right in 9 of 10.
    if (positive == rng.chance(0.9)) text += " mark";
    rows.push_back({text, positive ? "pos" : "neg"});
  }
  const Corpus corpus = scan_rows(rows);
  ScanOptions scan_options;
  scan_options.cues.longest = 1;
  scan_options.cues.form = false;
  const Scan scan = scanned(corpus, scan_options);
  WorthOptions options;
  options.options = *classifiers().resolve("naive-bayes", {});
  const auto worth = cue_worth(corpus, scan.units, scan.cues, {finding_of(scan, "mark").cue}, options);
  ASSERT_TRUE(worth) << worth.error().message;
  const CueWorth& mark = worth->cues[0];
  EXPECT_GE(mark.blinded.points, mark.retrained.points) << "training without it is never worse here";
}

TEST(CueWorth, FormsLengthsAndColumnsAreNoWords) {
  auto rows = plain_rows(200, 30);
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i].source = rows[i].label == "l0" ? "x" : "y";
    if (rows[i].label == "l0") rows[i].text = "\n" + rows[i].text + " and more and more and more of it";
  }
  const Corpus corpus = scan_rows(rows);
  const Scan scan = scanned(corpus);
  WorthOptions options;
  options.options = *classifiers().resolve("naive-bayes", {});
  std::vector<uint32_t> asked;
  std::set<CueKind> kinds;
  for (uint32_t c = 0; c < scan.cues.all().size(); ++c)
    if (const CueKind kind = scan.cues.all()[c].kind; kind != CueKind::words && kinds.insert(kind).second)
      asked.push_back(c);
  const auto worth = cue_worth(corpus, scan.units, scan.cues, asked, options);
  ASSERT_TRUE(worth) << worth.error().message;
  for (size_t k = 0; k < asked.size(); ++k) {
    const Cue& cue = scan.cues.all()[asked[k]];
    EXPECT_EQ(worth->cues[k].measured, can_be_taken_out(cue)) << cue.name;
    EXPECT_EQ(worth->cues[k].hint, cue.kind == CueKind::column ? WorthHint::column : WorthHint::form);
    EXPECT_EQ(worth->cues[k].why_not.empty(), worth->cues[k].measured);
  }
}

}  // namespace
}  // namespace standfast
