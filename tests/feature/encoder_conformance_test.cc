// Tests of the duties of encoders (standfast/feature/encoder/encoder.h), over the whole catalog.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>

#include <gtest/gtest.h>

#include "standfast/corpus/fold.h"
#include "standfast/feature/encoder/encoder.h"
#include "tests/support/catalog_laws.h"
#include "tests/support/data.h"
#include "tests/support/shuffled.h"
#include "tests/support/small_checkpoint.h"

namespace standfast {
namespace {

using testing::in_another_order;
using testing::uneven_corpus;

using Given = std::map<std::string, OptionValue>;

std::vector<double> row_of(const CsrMatrix& m, size_t row) {
  std::vector<double> dense(m.columns_count, 0.0);
  for (size_t e = 0; e < m.row_columns(row).size(); ++e) dense[m.row_columns(row)[e]] = m.row_values(row)[e];
  return dense;
}
template <class T>
std::vector<double> row_of(const Dense<T>& m, size_t row) {
  return {m.row(row).begin(), m.row(row).end()};
}
// Returns the vectors row by row, whatever their storage.
std::vector<std::vector<double>> dense_rows(const Encoded& encoded) {
  std::vector<std::vector<double>> rows;
  for (size_t i = 0; i < encoded.rows(); ++i)
    rows.push_back(std::visit([&](const auto& m) { return row_of(m, i); }, encoded.vectors));
  return rows;
}

class EveryEncoder : public ::testing::TestWithParam<size_t> {
 protected:
  const EncoderCatalog::Entry& entry() const { return encoders().entries()[GetParam()]; }
  bool has(const std::string& option) const {
    return std::any_of(entry().options.begin(), entry().options.end(),
                       [&](const auto& o) { return o.name == option; });
  }
  // Returns settings that suit a corpus of some two hundred short texts.
  Given small() const {
    Given given;
    if (has("min-df")) given["min-df"] = 2.0;
    if (has("components")) given["components"] = int64_t{5};
    if (has("checkpoint")) {
      testing::SmallSentenceModel{}.write(folder_.file("model"));
      given["checkpoint"] = folder_.file("model");
    } else if (entry().traits.reads_files) {
      const Corpus corpus = uneven_corpus();
      std::ofstream file(folder_.file("vectors.jsonl"));
      for (uint32_t row = 0; row < corpus.size(); ++row)
        file << "{\"id\": \"" << corpus.id(row) << "\", \"vector\": [" << row % 7 << ", 0.5, " << row / 9.0
             << "]}\n";
      given["path"] = folder_.file("vectors.jsonl");
    }
    return given;
  }
  Result<Encoded> encode(const Corpus& corpus, uint64_t seed, int threads = 1) const {
    return encode(corpus, whole_corpus(corpus).rows, seed, threads);
  }
  Result<Encoded> encode(const Corpus& corpus, const std::vector<uint32_t>& rows, uint64_t seed,
                         int threads) const {
    auto encoder = encoders().make(entry().name, small());
    if (!encoder) return Failure(encoder.error());
    return (*encoder)->encode(corpus, rows, {seed, threads, &null_sink()});
  }

  testing::TemporaryFolder folder_;
};

// The encoders that read texts; the others go by ids.
class EveryEncoderOfTexts : public EveryEncoder {};

TEST_P(EveryEncoder, OneFiniteRowADocumentAndTheTraitsHold) {
  const Corpus corpus = uneven_corpus();
  const auto encoded = encode(corpus, 1);
  ASSERT_TRUE(encoded) << encoded.error().message;
  ASSERT_EQ(encoded->rows(), corpus.size());
  ASSERT_GT(encoded->columns(), 0U);
  double sum = 0;
  for (const auto& row : dense_rows(*encoded))
    for (const double value : row) {
      ASSERT_TRUE(std::isfinite(value));
      if (entry().traits.nonnegative) {
        ASSERT_GE(value, 0);
      }
      sum += std::abs(value);
    }
  EXPECT_GT(sum, 0);
  EXPECT_EQ(std::holds_alternative<CsrMatrix>(encoded->vectors), entry().traits.sparse);
  for (const auto& fact : encoded->facts) {
    const double* number = std::get_if<double>(&fact.value);
    EXPECT_TRUE(number == nullptr || std::isfinite(*number)) << fact.name;
  }
}

TEST_P(EveryEncoder, RestoredItGivesTheSameVectors) {
  const Corpus corpus = uneven_corpus();
  std::vector<uint32_t> some = whole_corpus(corpus).rows;
  some.resize(some.size() / 2);
  const auto encoder = encoders().make(entry().name, small());
  ASSERT_TRUE(encoder) << encoder.error().message;
  const auto fitted = (*encoder)->fit({.documents = {&corpus, some}}, {.seed = 3});
  ASSERT_TRUE(fitted) << fitted.error().message;
  const auto parts = (*fitted)->save();
  const auto restored = (*encoder)->restore(parts, {});
  ASSERT_TRUE(restored) << restored.error().message;
  const std::vector<uint32_t> all = whole_corpus(corpus).rows;
  EXPECT_EQ(dense_rows(*(*restored)->transform({&corpus, all}, {})),
            dense_rows(*(*fitted)->transform({&corpus, all}, {})));
  EXPECT_EQ((*restored)->save(), parts);
  for (const auto& [name, bytes] : parts) {
    auto damaged = parts;
    damaged.erase(name);
    EXPECT_FALSE((*encoder)->restore(damaged, {})) << "without " << name;
    damaged[name] = bytes.substr(0, bytes.size() / 2);
    EXPECT_FALSE((*encoder)->restore(damaged, {})) << "half of " << name;
  }
}

TEST_P(EveryEncoder, SameSeedSameBytesForAnyThreadCount) {
  const Corpus corpus = uneven_corpus();
  const auto once = encode(corpus, 7, 1), again = encode(corpus, 7, 3);
  ASSERT_TRUE(once && again);
  EXPECT_EQ(dense_rows(*once), dense_rows(*again));
  for (size_t i = 0; i < once->facts.size(); ++i) EXPECT_EQ(once->facts[i].value, again->facts[i].value);
}

TEST_P(EveryEncoder, TheSeedMattersExactlyWhereTheCatalogSaysSo) {
  const Corpus corpus = uneven_corpus();
  const auto one = encode(corpus, 1), other = encode(corpus, 2);
  ASSERT_TRUE(one && other);
  EXPECT_EQ(dense_rows(*one) == dense_rows(*other), entry().traits.deterministic);
}

TEST_P(EveryEncoder, AnotherOrderOfDocumentsGivesTheSameVectors) {
  const Corpus corpus = uneven_corpus(), shuffled = in_another_order(corpus);
  const auto a = encode(corpus, 3), b = encode(shuffled, 3, 2);
  ASSERT_TRUE(a && b);
  const auto x = dense_rows(*a), y = dense_rows(*b);
  for (uint32_t row = 0; row < corpus.size(); ++row)
    EXPECT_EQ(x[row], y[*shuffled.row_of(corpus.id(row))]) << corpus.id(row);
}

TEST_P(EveryEncoder, RowsMayBeGivenInAnyOrder) {
  const Corpus corpus = uneven_corpus();
  std::vector<uint32_t> rows = whole_corpus(corpus).rows;
  rows.resize(rows.size() - 20);
  auto reversed = rows;
  std::reverse(reversed.begin(), reversed.end());
  const auto a = encode(corpus, rows, 3, 1), b = encode(corpus, reversed, 3, 1);
  ASSERT_TRUE(a && b);
  auto x = dense_rows(*a);
  std::reverse(x.begin(), x.end());
  EXPECT_EQ(x, dense_rows(*b));
}

TEST_P(EveryEncoder, NoDocumentIsAClearError) {
  const Corpus corpus = uneven_corpus();
  const auto nothing = encode(corpus, {}, 1, 1);
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().kind, ErrorKind::data);
  EXPECT_FALSE(nothing.error().message.empty());
}

TEST_P(EveryEncoderOfTexts, NoWordLeftIsAClearError) {
  const Corpus corpus = testing::make_corpus(
      {{"1", "aa bb", "x", "s"}, {"2", "cc dd", "x", "t"}, {"3", "ee", "x", "t"}, {"4", "ff", "x", "t"}});
  const auto nothing = encode(corpus, 1);
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().kind, ErrorKind::data);
  EXPECT_NE(nothing.error().message.find("words in at least 2 documents and at most 50 %"), std::string::npos)
      << nothing.error().message;
}

TEST_P(EveryEncoderOfTexts, AnEmptyDocumentIsAFiniteRow) {
  auto docs = testing::docs_of(uneven_corpus());
  docs[3].text = "";
  const Corpus corpus = testing::make_corpus(docs);
  const auto encoded = encode(corpus, 1);
  ASSERT_TRUE(encoded) << encoded.error().message;
  const auto rows = dense_rows(*encoded);
  for (const double value : rows[3]) EXPECT_TRUE(std::isfinite(value));
}

TEST_P(EveryEncoder, UnknownAndImpossibleOptionsAreRefused) {
  auto given = small();
  given["compnents"] = int64_t{3};
  const auto unknown = encoders().make(entry().name, given);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().kind, ErrorKind::usage);
  EXPECT_NE(unknown.error().message.find("has no option \"compnents\""), std::string::npos);
  for (const auto& [name, bad] : {std::pair<std::string, OptionValue>{"components", int64_t{0}},
                                  {"min-df", -1.0},
                                  {"max-df", 0.0},
                                  {"max-features", int64_t{-1}},
                                  {"iterations", int64_t{0}},
                                  {"tol", -1.0}}) {
    if (!has(name)) continue;
    auto wrong = small();
    wrong[name] = bad;
    const auto made = encoders().make(entry().name, wrong);
    ASSERT_FALSE(made) << name;
    EXPECT_EQ(made.error().kind, ErrorKind::usage);
    EXPECT_NE(made.error().message.find(name), std::string::npos) << made.error().message;
  }
}

TEST_P(EveryEncoder, MoreFactorsThanDirectionsAreRefused) {
  if (entry().name != "lsa" && entry().name != "nmf") return;  // the two that factorise the matrix of words
  auto given = small();
  given["components"] = int64_t{5000};
  const Corpus corpus = uneven_corpus();
  std::vector<uint32_t> rows(corpus.size());
  std::iota(rows.begin(), rows.end(), 0U);
  const auto encoded =
      encoders().make(entry().name, given).value()->encode(corpus, rows, {1, 1, &null_sink()});
  ASSERT_FALSE(encoded);
  EXPECT_EQ(encoded.error().kind, ErrorKind::data);
  EXPECT_NE(encoded.error().message.find("components = 5000"), std::string::npos);
}

TEST_P(EveryEncoder, TransformOfTheFittedRowsIsTheirEncoding) {
  const Corpus corpus = uneven_corpus();
  const auto rows = whole_corpus(corpus).rows;
  const auto encoded = encode(corpus, 3);
  const auto fitted =
      encoders().make(entry().name, small()).value()->fit({.documents = {&corpus, rows}}, {.seed = 3});
  ASSERT_TRUE(fitted) << fitted.error().message;
  const auto again = (*fitted)->transform({&corpus, rows}, {.seed = 99, .threads = 3});
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(dense_rows(*again), dense_rows(*encoded)) << "the seed of a transform has no effect";
  const auto facts = (*fitted)->facts();
  ASSERT_LE(facts.size(), encoded->facts.size());  // the facts of the answers come after these
  for (size_t i = 0; i < facts.size(); ++i) {
    EXPECT_EQ(facts[i].name, encoded->facts[i].name);
    EXPECT_EQ(facts[i].value, encoded->facts[i].value);
  }
}

// The encoder learns from half of the corpus, and the other half is new; the corpus of the fit is gone by
// then.
TEST_P(EveryEncoder, NewDocumentsAreTransformedOneByOneAsTogether) {
  const Corpus corpus = uneven_corpus();
  std::vector<uint32_t> known, all = whole_corpus(corpus).rows;
  for (const uint32_t row : all)
    if (row % 2 == 0) known.push_back(row);
  std::unique_ptr<FittedEncoder> fitted;
  {
    const Corpus copy = testing::make_corpus(testing::docs_of(corpus));
    fitted = encoders()
                 .make(entry().name, small())
                 .value()
                 ->fit({.documents = {&copy, known}}, {.seed = 3})
                 .value();
  }
  const auto together = fitted->transform({&corpus, all}, {});
  ASSERT_TRUE(together) << together.error().message;
  ASSERT_EQ(together->rows(), all.size());
  const auto rows = dense_rows(*together);
  double sum = 0;
  for (const uint32_t row : all)
    for (const double value : rows[row]) {
      ASSERT_TRUE(std::isfinite(value));
      if (entry().traits.nonnegative) {
        ASSERT_GE(value, 0);
      }
      if (row % 2 == 1) sum += std::abs(value);
    }
  EXPECT_GT(sum, 0);
  for (const uint32_t row : {1U, 2U, 7U}) {
    const std::vector<uint32_t> alone = {row};
    const auto one = fitted->transform({&corpus, alone}, {.threads = 2});
    ASSERT_TRUE(one);
    EXPECT_EQ(dense_rows(*one).front(), rows[row]) << row;
  }
  const auto none = fitted->transform({&corpus, {}}, {});
  ASSERT_TRUE(none);
  EXPECT_EQ(none->rows(), 0U);
  EXPECT_EQ(none->columns(), together->columns());
}

// A text of the fit under another id is a new document: it gets nearly the same vector as its twin.
TEST_P(EveryEncoderOfTexts, ATextOfTheFitUnderAnotherIdIsNearItsTwin) {
  auto docs = testing::docs_of(uneven_corpus());
  const Corpus corpus = testing::make_corpus(docs);
  const auto rows = whole_corpus(corpus).rows;
  auto given = small();
  if (has("tol")) given["tol"] = 1e-7;
  const auto fitted =
      encoders().make(entry().name, given).value()->fit({.documents = {&corpus, rows}}, {.seed = 3}).value();
  for (auto& doc : docs) doc.id = "new " + doc.id;
  const Corpus renamed = testing::make_corpus(docs);
  const auto old = dense_rows(*fitted->transform({&corpus, rows}, {})),
             now = dense_rows(*fitted->transform({&renamed, rows}, {}));
  for (size_t i = 0; i < old.size(); ++i)
    for (size_t c = 0; c < old[i].size(); ++c)
      ASSERT_NEAR(old[i][c], now[i][c], 0.01) << entry().name << " " << i;
}

TEST_P(EveryEncoder, ClassesAreLookedAtExactlyWhereTheCatalogSaysSo) {
  const Corpus corpus = uneven_corpus();
  const auto rows = whole_corpus(corpus).rows;
  const Column& authors = *corpus.column(Role::author);
  const auto vectors = [&](const TrainingSet& training) {
    const auto fitted = encoders().make(entry().name, small()).value()->fit(training, {.seed = 3});
    return dense_rows(*fitted.value()->transform({&corpus, rows}, {}));
  };
  EXPECT_EQ(vectors({.documents = {&corpus, rows}}) !=
                vectors({.documents = {&corpus, rows}, .classes = authors.codes, .names = authors.names}),
            entry().traits.learns_classes);
}

TEST_P(EveryEncoder, IsDescribed) {
  EXPECT_FALSE(entry().summary.empty());
  for (const auto& option : entry().options) EXPECT_FALSE(option.meaning.empty()) << option.name;
}

TEST(EncoderCatalogTest, KeepsTheLawsOfCatalogs) {
  testing::expect_laws_of_catalog(encoders(), {{"vectors", {{"path", std::string("a.npy")}}},
                                               {"sentence", {{"checkpoint", std::string("model")}}}});
}

std::vector<size_t> encoders_of_texts() {
  std::vector<size_t> chosen;
  for (size_t i = 0; i < encoders().entries().size(); ++i)
    if (!encoders().entries()[i].traits.reads_files) chosen.push_back(i);
  return chosen;
}

std::string name_of_encoder(const ::testing::TestParamInfo<size_t>& chosen) {
  std::string name = encoders().entries()[chosen.param].name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryEncoder, ::testing::Range<size_t>(0, encoders().entries().size()),
                         name_of_encoder);
INSTANTIATE_TEST_SUITE_P(Catalog, EveryEncoderOfTexts, ::testing::ValuesIn(encoders_of_texts()),
                         name_of_encoder);

}  // namespace
}  // namespace standfast
