#include "standfast/feature/ngram/tfidf.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/num/kernel/csr.h"

namespace standfast {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pointwise;

const std::vector<std::string_view> kToy = {"The cat\n\nsat.", "the  dog sat!", "A cat"};

std::vector<double> row_of(const CsrMatrix& m, size_t row, size_t columns) {
  std::vector<double> out(columns);
  for (size_t k = 0; k < m.row_columns(row).size(); ++k) out[m.row_columns(row)[k]] = m.row_values(row)[k];
  return out;
}

// Three terms have count 2. Of the fourteen terms with count 1, the first three in code point order are kept.
TEST(Tfidf, EqualsAtTheCutAreKeptInTermOrder) {
  TfidfOptions options;
  options.max_features = 6;
  Tfidf tfidf(options);
  ASSERT_TRUE(tfidf.fit(kToy));
  EXPECT_THAT(tfidf.terms(), ElementsAre(" cat", " dog", " sat", "a ca", "at s", "the "));
  EXPECT_NEAR(tfidf.idf()[0], 1.287682, 1e-6);
  EXPECT_NEAR(tfidf.idf()[1], 1.693147, 1e-6);
  const CsrMatrix m = tfidf.transform(kToy);
  EXPECT_THAT(row_of(m, 0, 6),
              Pointwise(DoubleNear(1e-6), {0.459854, 0.0, 0.459854, 0.0, 0.604652, 0.459854}));
}

// The cut of scikit-learn 1.2.1 keeps other terms among equals (" cat", " sat", "a ca", "at s", "cat ", "the
// "). The weights of its row 1 are those columns of the full vocabulary, divided by their length.
TEST(Tfidf, ToyRowOverTheTermsThatScikitLearnKeeps) {
  TfidfOptions options;
  options.max_features = 0;
  Tfidf tfidf(options);
  ASSERT_TRUE(tfidf.fit(kToy));
  const CsrMatrix m = tfidf.transform(kToy);
  const auto all = row_of(m, 0, tfidf.features());
  std::vector<double> row;
  double squares = 0;
  for (const std::string term : {" cat", " sat", "a ca", "at s", "cat ", "the "}) {
    const auto at = std::find(tfidf.terms().begin(), tfidf.terms().end(), term);
    ASSERT_NE(at, tfidf.terms().end()) << term;
    row.push_back(all[static_cast<size_t>(at - tfidf.terms().begin())]);
    squares += row.back() * row.back();
  }
  for (double& weight : row) weight /= std::sqrt(squares);
  EXPECT_THAT(row, Pointwise(DoubleNear(1e-6), {.393511, .393511, 0.0, .51742, .51742, .393511}));
}

TEST(Tfidf, ToyCosineOverTheFullVocabulary) {
  TfidfOptions options;
  options.max_features = 0;
  Tfidf tfidf(options);
  ASSERT_TRUE(tfidf.fit(kToy));
  EXPECT_EQ(tfidf.features(), 17U);
  const CsrMatrix m = tfidf.transform(kToy);
  EXPECT_NEAR(row_cosine(m, 0, m, 1), 0.145634, 1e-6);
  EXPECT_NEAR(row_cosine(m, 1, m, 1), 1, 1e-15);
}

TEST(Tfidf, TextsWithoutATermAreZeroRows) {
  Tfidf tfidf;
  ASSERT_TRUE(tfidf.fit(kToy));
  const std::vector<std::string_view> texts = {"", "abc", "zzzzzz", "The cat"};
  const CsrMatrix m = tfidf.transform(texts);
  EXPECT_THAT(m.begin, ElementsAre(0, 0, 0, 0, 4));
  EXPECT_EQ(row_cosine(m, 0, m, 3), 0);
}

TEST(Tfidf, RefusesWhatLeavesNoTerm) {
  Tfidf empty;
  const std::vector<std::string_view> none = {"", "abc"};
  EXPECT_EQ(empty.fit(none).error().kind, ErrorKind::data);
  TfidfOptions options;
  options.min_df = DocumentBound::count(4);
  EXPECT_EQ(Tfidf(options).fit(kToy).error().kind, ErrorKind::usage);  // more than all documents
  options.min_df = DocumentBound::share(1.0);
  EXPECT_EQ(Tfidf(options).fit(kToy).error().kind, ErrorKind::data);
  options.min_n = 5;
  EXPECT_EQ(Tfidf(options).fit(kToy).error().kind, ErrorKind::usage);
}

TEST(Tfidf, RepetitionsCountAsDocuments) {
  const std::vector<uint32_t> times = {2, 0, 1};
  const std::vector<std::string_view> written_out = {kToy[0], kToy[0], kToy[2]};
  Tfidf by_times, by_hand;
  ASSERT_TRUE(by_times.fit(kToy, 1, times));
  ASSERT_TRUE(by_hand.fit(written_out));
  EXPECT_EQ(by_times.save(), by_hand.save());
  EXPECT_EQ(by_times.documents(), 3U);
}

TEST(Tfidf, SaveAndRestore) {
  TfidfOptions options;
  options.analyzer = Analyzer::words;
  options.min_n = options.max_n = 1;
  Tfidf tfidf(options), other;
  ASSERT_TRUE(tfidf.fit(kToy));
  EXPECT_THAT(tfidf.terms(), ElementsAre("cat", "dog", "sat", "the"));
  ASSERT_TRUE(other.restore(tfidf.save()));
  EXPECT_EQ(other.save(), tfidf.save());
  EXPECT_EQ(other.transform(kToy).values, tfidf.transform(kToy).values);
  EXPECT_EQ(other.restore("{}").error().kind, ErrorKind::data);
  EXPECT_EQ(other.restore("nonsense").error().kind, ErrorKind::data);
}

TEST(Tfidf, RefusesNumbersThatNoVectorizerHas) {
  Tfidf tfidf({.min_n = 1, .max_n = 2});
  ASSERT_TRUE(tfidf.fit(kToy));
  const std::string saved = tfidf.save();
  const auto refusal = [&](const std::string& from, const std::string& to) {
    std::string changed = saved;
    EXPECT_NE(changed.find(from), std::string::npos) << from;
    Tfidf other;
    const auto status = other.restore(changed.replace(changed.find(from), from.size(), to));
    return status ? std::string("accepted") : status.error().message;
  };
  EXPECT_EQ(refusal("\"max_n\":2", "\"max_n\":3"), "accepted");
  for (const char* length :
       {"0", "1001", "2147483648", "4294967295", "18446744073709551616", "-1", "1e3", "1e26"})
    EXPECT_THAT(refusal("\"max_n\":2", std::string("\"max_n\":") + length), HasSubstr("saved vectorizer: "))
        << length;
  EXPECT_THAT(refusal("\"min_n\":1", "\"min_n\":0"),
              HasSubstr("n-gram lengths must be 1 <= min <= max <= 1000"));
  EXPECT_THAT(refusal("\"documents\":", "\"documents\":0,\"was\":"), HasSubstr("than there were"));
  EXPECT_THAT(refusal("\"documents\":", "\"documents\":18446744073709551615,\"was\":"),
              HasSubstr("than there can be"));
  EXPECT_FALSE(Tfidf({.min_n = 1, .max_n = 1001}).fit(kToy)) << "what cannot be restored is not made";
}

}  // namespace
}  // namespace standfast
