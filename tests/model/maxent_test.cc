// Tests of the classifier maxent: duties of classifiers, starts, absent classes, and equality with
// scikit-learn on real texts.
#include "standfast/model/classify/maxent.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numeric>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/corpus/synth/synth.h"
#include "standfast/feature/document/document_features.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/num/softmax/softmax_regression.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using Given = std::map<std::string, OptionValue>;

std::unique_ptr<Classifier> maxent(const Given& given = {}) {
  auto made = classifiers().make("maxent", given);
  if (!made) throw std::runtime_error(made.error().message);
  return std::move(*made);
}

// Documents of synthetic authors; the class is the author.
struct Sample {
  Corpus corpus;
  std::vector<uint32_t> rows, classes;
  std::vector<std::string> names;

  explicit Sample(int64_t documents = 240, int64_t authors = 6)
      : corpus(*Synth::make(
                    {.authors = authors, .topics = 6, .families = 6, .documents = documents, .length = 60})
                    ->corpus(1)),
        names(corpus.column(Role::author)->names) {
    rows.resize(corpus.size());
    std::iota(rows.begin(), rows.end(), 0U);
    classes = corpus.column(Role::author)->codes;
  }
  DocumentView view() const { return {&corpus, rows}; }
};

DenseMatrix answers(const Classifier& model, const DocumentView& view) {
  DenseMatrix out;
  const auto status = model.predict(view, {}, out);
  if (!status) throw std::runtime_error(status.error().message);
  return out;
}

double largest_difference(const DenseMatrix& a, const DenseMatrix& b) {
  double most = 0;
  for (size_t k = 0; k < a.data.size(); ++k) most = std::max(most, std::abs(a.data[k] - b.data[k]));
  return most;
}

TEST(Maxent, LearnsAndSays) {
  const Sample sample;
  const auto model = maxent();
  EXPECT_EQ(model->facts(), nlohmann::ordered_json::object());
  ASSERT_TRUE(model->fit({sample.view(), sample.classes, sample.names}, {}));
  const DenseMatrix p = answers(*model, sample.view());
  size_t right = 0;
  for (size_t i = 0; i < p.rows; ++i) {
    EXPECT_NEAR(std::accumulate(p.row(i).begin(), p.row(i).end(), 0.0), 1, 1e-9);
    right += std::max_element(p.row(i).begin(), p.row(i).end()) - p.row(i).begin() == sample.classes[i];
  }
  EXPECT_GT(right, 230U);
  const auto facts = model->facts();
  EXPECT_EQ(facts["documents"], 240);
  EXPECT_TRUE(facts["converged"].get<bool>());
  EXPECT_FALSE(facts["started"].get<bool>());
  EXPECT_EQ(facts["telling"].size(), 6U);
  EXPECT_EQ(facts["telling"][sample.names[0]].size(), 10U);
}

TEST(Maxent, NeitherOrderNorNamesNorThreadsChangeABit) {
  const Sample sample;
  const auto model = maxent();
  ASSERT_TRUE(model->fit({sample.view(), sample.classes, sample.names}, {}));
  const DenseMatrix p = answers(*model, sample.view());

  Sample turned;
  std::reverse(turned.rows.begin(), turned.rows.end());
  std::reverse(turned.classes.begin(), turned.classes.end());
  for (uint32_t& c : turned.classes) c = static_cast<uint32_t>(sample.names.size()) - 1 - c;
  std::reverse(turned.names.begin(), turned.names.end());
  ASSERT_TRUE(model->fit({turned.view(), turned.classes, turned.names}, {{.threads = 3}}));
  const DenseMatrix q = answers(*model, sample.view());
  for (size_t i = 0; i < p.rows; ++i)
    for (size_t c = 0; c < p.columns; ++c) ASSERT_EQ(p.row(i)[c], q.row(i)[p.columns - 1 - c]);
}

TEST(Maxent, AStartChangesNothingButTime) {
  const Sample sample(400, 8);
  const auto all = maxent({{"exact", true}});
  ASSERT_TRUE(all->fit({sample.view(), sample.classes, sample.names}, {}));
  const auto start = all->save();
  ASSERT_TRUE(start);
  // In this fold the documents of one topic are left out, and some words with them.
  Sample fold(400, 8);
  fold.rows.clear();
  fold.classes.clear();
  for (uint32_t row = 0; row < fold.corpus.size(); ++row)
    if (fold.corpus.column(Role::topic)->codes[row] != 2) {
      fold.rows.push_back(row);
      fold.classes.push_back(fold.corpus.column(Role::author)->codes[row]);
    }
  const auto cold = maxent({{"exact", true}}), warm = maxent({{"exact", true}});
  ASSERT_TRUE(cold->fit({fold.view(), fold.classes, fold.names}, {}));
  ASSERT_TRUE(warm->fit({fold.view(), fold.classes, fold.names}, {{}, &*start}));
  EXPECT_LT(warm->facts()["features"].get<int>(), all->facts()["features"].get<int>());
  EXPECT_TRUE(warm->facts()["started"].get<bool>());
  EXPECT_LT(warm->facts()["passes"].get<int>(), cold->facts()["passes"].get<int>());
  const double objective = cold->facts()["objective"];
  EXPECT_NEAR(warm->facts()["objective"].get<double>(), objective, 1e-8 * objective);
  EXPECT_LT(largest_difference(answers(*cold, sample.view()), answers(*warm, sample.view())), 1e-5);

  ModelState broken = *start;
  broken.blobs["weights.f64"].pop_back();
  EXPECT_FALSE(warm->fit({fold.view(), fold.classes, fold.names}, {{}, &broken}));
  broken = *start;
  broken.fields.erase("bias");
  EXPECT_FALSE(warm->fit({fold.view(), fold.classes, fold.names}, {{}, &broken}));
}

// The default stops earlier, with the same answers. The option `exact` equals the tolerance that it stands
// for, to the last byte.
TEST(Maxent, ExactFitsLongerAndChangesNoAnswer) {
  const Sample sample(400, 8);
  const auto plain = maxent(), exact = maxent({{"exact", true}}),
             spelled = maxent({{"tolerance", kSoftmaxExact}});
  for (const auto* model : {&plain, &exact, &spelled})
    ASSERT_TRUE((*model)->fit({sample.view(), sample.classes, sample.names}, {}));
  EXPECT_LT(plain->facts()["passes"].get<int>(), exact->facts()["passes"].get<int>());
  EXPECT_GT(plain->facts()["gradient_norm"].get<double>(), exact->facts()["gradient_norm"].get<double>());
  const DenseMatrix p = answers(*plain, sample.view()), q = answers(*exact, sample.view());
  EXPECT_EQ(q.data, answers(*spelled, sample.view()).data);
  EXPECT_LT(largest_difference(p, q), 1e-4);
  for (size_t i = 0; i < p.rows; ++i)
    EXPECT_EQ(std::ranges::max_element(p.row(i)) - p.row(i).begin(),
              std::ranges::max_element(q.row(i)) - q.row(i).begin());
}

TEST(Maxent, RefitForgetsAndSavedAnswersTheSame) {
  const Sample sample, other(90, 3);
  for (const Given& given : {Given{}, Given{{"features", std::string("function-words+char")},
                                            {"char-n", std::string("2")},
                                            {"weight", std::string("relative")},
                                            {"lambda", 0.01}}}) {
    const auto once = maxent(given), twice = maxent(given), restored = maxent(given);
    DenseMatrix none;
    EXPECT_FALSE(once->predict(sample.view(), {}, none));
    EXPECT_FALSE(once->save());
    ASSERT_TRUE(once->fit({sample.view(), sample.classes, sample.names}, {}));
    ASSERT_TRUE(twice->fit({other.view(), other.classes, other.names}, {}));
    ASSERT_TRUE(twice->fit({sample.view(), sample.classes, sample.names}, {}));
    const auto state = once->save();
    ASSERT_TRUE(state);
    EXPECT_EQ(state->blobs, twice->save()->blobs);
    EXPECT_EQ(state->fields, twice->save()->fields);
    ASSERT_TRUE(restored->restore(*state));
    EXPECT_EQ(answers(*restored, other.view()).data, answers(*once, other.view()).data);
    EXPECT_EQ(restored->facts(), once->facts());
  }
}

TEST(Maxent, AClassWithoutDocumentsIsNeverAnswered) {
  Sample sample;
  sample.names.insert(sample.names.begin() + 1, "nobody");
  for (uint32_t& c : sample.classes) c += c >= 1 ? 1 : 0;
  const auto model = maxent();
  ASSERT_TRUE(model->fit({sample.view(), sample.classes, sample.names}, {}));
  const DenseMatrix p = answers(*model, sample.view());
  for (size_t i = 0; i < p.rows; ++i) EXPECT_EQ(p.row(i)[1], 0.0);
  EXPECT_EQ(model->facts()["classes_without_documents"], nlohmann::ordered_json({"nobody"}));
  EXPECT_FALSE(model->fit({{&sample.corpus, {}}, {}, sample.names}, {}));
}

TEST(Maxent, TuningHalvesLambda) {
  const Sample sample;
  const auto model = maxent({{"tune", 0.2}, {"lambda", 64.0}});
  ASSERT_TRUE(model->fit({sample.view(), sample.classes, sample.names}, {}));
  const double lambda = model->facts()["lambda"];
  EXPECT_LT(lambda, 64.0);
  EXPECT_EQ(std::exp2(std::round(std::log2(lambda))), lambda);
}

class Warnings final : public Sink {
 public:
  void log(Level level, std::string_view line) override {
    if (level == Level::warning) lines += line;
  }
  void progress(std::string_view, uint64_t, uint64_t) override {}
  std::string lines;
};

TEST(Maxent, SaysWhatIsWrong) {
  const auto message = [](const Given& given) {
    const auto made = classifiers().make("maxent", given);
    return made ? std::string("made") : made.error().message;
  };
  EXPECT_THAT(message({{"lambda", 0.0}}), HasSubstr("lambda = 0: must be above 0"));
  EXPECT_THAT(message({{"tune", 0.7}}), HasSubstr("tune = 0.7: must be 0 to 0.5"));
  EXPECT_THAT(message({{"tolerance", 0.0}}), HasSubstr("tolerance = 0: must be above 0"));
  EXPECT_THAT(message({{"exact", true}, {"tolerance", 1e-6}}),
              HasSubstr("exact = true is a tolerance of 1e-12: leave out either exact or tolerance = 1e-06"));
  EXPECT_THAT(message({{"features", std::string("nouns")}}), HasSubstr("there is no family \"nouns\""));
  const Sample sample;
  Warnings warnings;
  const auto model = maxent({{"max-iterations", int64_t{1}}});
  ASSERT_TRUE(model->fit({sample.view(), sample.classes, sample.names}, {{.sink = &warnings}}));
  EXPECT_THAT(warnings.lines, HasSubstr("not converged after 1 iterations"));

  const auto state = model->save();
  const auto refused = [&](auto&& change) {
    ModelState changed = *state;
    change(changed);
    try {
      return !maxent()->restore(changed);
    } catch (const nlohmann::json::exception&) {
      return true;
    }
  };
  EXPECT_FALSE(refused([](ModelState&) {}));
  EXPECT_TRUE(refused([](ModelState& s) { s.blobs.erase("features.json"); }));
  EXPECT_TRUE(refused([](ModelState& s) { s.blobs.erase("weights.f64"); }));
  EXPECT_TRUE(refused([](ModelState& s) { s.blobs["weights.f64"] += "12345678"; }));
  EXPECT_TRUE(refused([](ModelState& s) { s.blobs["weights.f64"].replace(0, 8, 8, '\xff'); }));
  EXPECT_TRUE(refused([](ModelState& s) { s.fields["present"][0] = 77; }));
  EXPECT_TRUE(refused([](ModelState& s) { s.fields["present"][0] = s.fields["present"][1]; }));
  EXPECT_TRUE(refused([](ModelState& s) { s.fields["bias"].erase(0); }));
  EXPECT_TRUE(refused([](ModelState& s) { s.fields.erase("classes"); }));
}

// scikit-learn runs live, to its tight optimum, on real posts.
TEST(Maxent, EqualsScikitLearnOnRealTextsLive) {
  const std::string path = "authorship/iac_dense/docs.jsonl.gz";
  STANDFAST_NEEDS_DATA(path);
  const std::string python = "/usr/bin/python3";
  if (std::system((python + " -c 'import sklearn' 2>/dev/null").c_str()) != 0)
    GTEST_SKIP() << "needs scikit-learn for " << python;
  const auto content = read_file(testing::data_path(path));
  ASSERT_TRUE(content);
  std::istringstream lines(*content);
  std::vector<std::string> texts;
  std::vector<uint32_t> labels;
  std::map<std::string, uint32_t> authors;
  size_t number = 0;
  for (std::string line; std::getline(lines, line) && texts.size() < 100;) {
    if (number++ % 9 != 0) continue;
    const auto row = nlohmann::json::parse(line);
    if (!authors.contains(row["author"]) && authors.size() == 5) continue;
    texts.push_back(row["text"]);
    labels.push_back(authors.emplace(row["author"], authors.size()).first->second);
  }
  ASSERT_EQ(authors.size(), 5U);
  DocumentFeatures features;
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  ASSERT_TRUE(features.fit(views));
  const CsrMatrix x = features.transform(views);
  nlohmann::json problem = {
      {"labels", labels}, {"columns", x.columns_count}, {"classes", authors.size()}, {"lambda", 1.0}};
  for (size_t i = 0; i < x.rows(); ++i) {
    problem["rows"].push_back(nlohmann::json::array());
    for (const uint32_t column : x.row_columns(i)) problem["rows"][i].push_back({column, 1.0});
  }
  const testing::TemporaryFolder folder;
  std::ofstream(folder.file("request.json")) << nlohmann::json{{"problems", {problem}}};
  const std::string command =
      fmt::format("OPENBLAS_NUM_THREADS=1 {} {}/tests/reference/softmax_reference.py {} {}", python,
                  STANDFAST_SOURCE_DIR, folder.file("request.json"), folder.file("answer.json"));
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  std::ifstream file(folder.file("answer.json"));
  const auto answer = nlohmann::json::parse(file)["answers"][0];
  const auto model = fit_softmax(x, labels, authors.size());
  EXPECT_TRUE(model.converged);
  const double objective = answer["objective"];
  EXPECT_NEAR(model.objective, objective, 1e-8 * objective);
  EXPECT_LE(model.objective, objective * (1 + 1e-10));
  double most = 0;
  for (size_t j = 0; j < x.columns_count; ++j)
    for (size_t c = 0; c < authors.size(); ++c)
      most = std::max(most, std::abs(model.weights.row(j)[c] - answer["weights"][j][c].get<double>()));
  EXPECT_LT(most, 1e-4);
}

}  // namespace
}  // namespace standfast
