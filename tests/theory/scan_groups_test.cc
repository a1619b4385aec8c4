// False findings and power of the scan where documents have authors: few authors, many, and some with most
// documents. docs/scan.md shows the output.
#include <cmath>
#include <cstdio>
#include <numeric>

#include <gtest/gtest.h>

#include "standfast/base/parallel.h"
#include "tests/support/scan_rows.h"

namespace standfast {
namespace {

using testing::scan_rows;
using testing::scanned;
using testing::ScanRow;

struct AuthorShape {
  const char* name;
  std::vector<size_t> documents;  // by author
};

std::vector<AuthorShape> author_shapes() {
  std::vector<AuthorShape> shapes;
  for (const auto& [name, authors, each] : {std::tuple{"6 authors of 60 documents", 6, 60},
                                            {"8 of 50", 8, 50},
                                            {"12 of 30", 12, 30},
                                            {"20 of 20", 20, 20},
                                            {"40 of 10", 40, 10},
                                            {"60 of 8", 60, 8},
                                            {"200 of 3", 200, 3}})
    shapes.push_back({name, std::vector<size_t>(static_cast<size_t>(authors), static_cast<size_t>(each))});
  shapes.push_back({"20 of 402 to 22", {}});
  for (size_t a = 0; a < 20; ++a) shapes.back().documents.push_back(400 / (a + 1) + 2);
  shapes.push_back({"60 of 200 to 3", {}});
  for (size_t a = 0; a < 60; ++a) shapes.back().documents.push_back(200 / (a + 1));
  shapes.push_back({"2 of 400 and 18 of 10", {400, 400}});
  shapes.back().documents.resize(20, 10);
  return shapes;
}

// Makes documents whose authors use each of 40 words at their own rate: some words often, most of them
// seldom. Labels are assigned to authors at random, and the first two authors have different ones. cue: the
// rate of a planted word in documents of l0.
std::vector<ScanRow> rows_with_habits(const AuthorShape& shape, uint64_t seed, double cue) {
  std::vector<ScanRow> rows;
  for (size_t a = 0; a < shape.documents.size(); ++a) {
    Rng of_author(seed, "author", std::to_string(a));
    const std::string label = fmt::format("l{}", a < 2 ? a : of_author.below(2));
    std::vector<double> habits;
    for (int k = 0; k < 40; ++k) habits.push_back(std::pow(of_author.uniform(), 3));
    for (size_t i = 0; i < shape.documents[a]; ++i) {
      Rng rng(seed, "text", fmt::format("{} {}", a, i));
      std::string text = testing::some_words(rng, 3);
      for (size_t k = 0; k < habits.size(); ++k)
        if (rng.chance(habits[k])) text += fmt::format(" habit{}", k);
      if (rng.chance(label == "l0" ? cue : cue / 10)) text += " planted";
      rows.push_back({text, label, fmt::format("a{}", a)});
    }
  }
  return rows;
}

struct Counted {
  uint32_t any = 0, planted = 0;  // corpora with a finding; with the planted word
};

Counted corpora_with_findings(size_t corpora, const AuthorShape& shape, const std::string& group,
                              double cue) {
  std::vector<Counted> each(corpora);
  parallel_for(corpora, available_threads(), [&](size_t seed) {
    ScanOptions options;
    options.group = group;
    options.cues = {.longest = 1, .form = false};
    options.without_columns = group.empty() ? std::vector<std::string>{"author"} : std::vector<std::string>{};
    const Scan scan = scanned(scan_rows(rows_with_habits(shape, seed, cue)), options);
    each[seed].any = scan.tests.findings.empty() ? 0 : 1;
    each[seed].planted = testing::found_cues(scan).contains("planted") ? 1 : 0;
  });
  Counted sum;
  for (const Counted& one : each) {
    sum.any += one.any;
    sum.planted += one.planted;
  }
  return sum;
}

void expect_levels(size_t corpora) {
  std::printf(
      "%-24s corpora of %zu with a false finding: by documents, by authors; with the planted word found by authors\n",
      "authors", corpora);
  const auto n = static_cast<double>(corpora);
  for (const AuthorShape& shape : author_shapes()) {
    const uint32_t by_documents = corpora_with_findings(corpora, shape, "", 0).any;
    const uint32_t by_authors = corpora_with_findings(corpora, shape, "author", 0).any;
    const uint32_t planted = corpora_with_findings(corpora, shape, "author", 0.5).planted;
    std::printf("%-24s %3u %3u %3u\n", shape.name, by_documents, by_authors, planted);
    EXPECT_LE(by_authors, 0.05 * n + 3 * std::sqrt(0.05 * 0.95 * n))
        << shape.name << ": .05 at most, and three standard errors";
    if (shape.documents.size() >= 60 && shape.documents[0] == shape.documents[1]) {
      EXPECT_GE(planted, 0.95 * n) << shape.name;
    }
  }
}

TEST(ScanGroups, FindNothingWhereNothingIsAndWhatManyShare) {
  expect_levels(25);
}

TEST(ScanGroups, FindNothingWhereNothingIsAndWhatManyShareAtLength) {
  expect_levels(100);
}

// Copies are no evidence for other texts either: two texts are posted again and again, each with one label,
// all others once, and labels are random.
TEST(ScanGroups, CopiesAreNoEvidenceForOtherTextsEither) {
  constexpr size_t kCorpora = 100;
  std::vector<uint32_t> any(kCorpora);
  parallel_for(kCorpora, available_threads(), [&](size_t seed) {
    std::vector<ScanRow> rows;
    for (size_t i = 0; i < 302; ++i) {
      Rng rng(seed, "copied", std::to_string(i));
      const ScanRow row{testing::some_words(rng, 12), fmt::format("l{}", rng.below(2))};
      rows.insert(rows.end(), i < 2 ? 300 : 1, row);
    }
    ScanOptions options;
    options.cues = {.longest = 1, .form = false};
    any[seed] = scanned(scan_rows(rows), options).tests.findings.empty() ? 0 : 1;
  });
  const auto with_any = std::accumulate(any.begin(), any.end(), 0U);
  std::printf("two texts of 300 copies and 300 others: %u of 100 corpora have a false finding\n", with_any);
  EXPECT_LE(with_any, 11U);
}

}  // namespace
}  // namespace standfast
