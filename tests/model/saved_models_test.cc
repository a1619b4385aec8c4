// Tests of the folders of fitted verifiers and classifiers.
#include "standfast/model/saved/saved_models.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/saved/model_folder.h"
#include "standfast/model/verify/verifier.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"
#include "tests/support/text_with.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

// A model with a blob, which the tests damage.
class SavedVerifierTest : public ::testing::Test {
 protected:
  void SetUp() override { save("char-ngram", model_); }

  void save(const std::string& name, const std::string& folder) {
    const auto corpus = testing::grid_corpus(3, 4, 2);
    std::vector<Pair> pairs;
    for (uint32_t a = 0; a < corpus.size(); ++a)
      for (uint32_t b = a + 1; b < corpus.size(); ++b)
        pairs.push_back({a, b, corpus.value(Role::author, a) == corpus.value(Role::author, b)});
    const auto* entry = verifiers().find(name).value();
    const auto options = Options::resolve(name, entry->options, {}).value();
    auto verifier = entry->make(options).value();
    ASSERT_TRUE(verifier->fit({&corpus, pairs}, {&corpus, {}}, {}));
    const auto saved = save_verifier(folder, name, options, *verifier);
    ASSERT_TRUE(saved) << saved.error().message;
  }
  void rewrite(const std::string& file, const std::string& from, const std::string& to) {
    const std::string path = model_ + "/" + file;
    std::string text = read_file(path).value();
    const auto at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    ASSERT_TRUE(write_file(path, file == "model.json" ? testing::resealed(text) : text));
  }
  std::string error() {
    const auto loaded = load_verifier(model_);
    return loaded ? "loaded" : fmt::format("{} {}", exit_code(loaded.error().kind), loaded.error().message);
  }

  testing::TemporaryFolder folder_;
  std::string model_ = folder_.file("model");
};

TEST_F(SavedVerifierTest, Loads) {
  const auto saved = load_verifier(model_);
  ASSERT_TRUE(saved) << saved.error().message;
  EXPECT_EQ(saved->name, "char-ngram");
  EXPECT_TRUE(std::filesystem::exists(model_ + "/vocabulary.json"));
}

TEST_F(SavedVerifierTest, ReplacesAModelAndNothingElse) {
  save("prior", model_ + "/");
  EXPECT_EQ(load_verifier(model_)->name, "prior");
  EXPECT_FALSE(std::filesystem::exists(model_ + "/vocabulary.json"));
  const std::string other = folder_.file("letters");
  ASSERT_TRUE(make_directories(other));
  ASSERT_TRUE(write_file(other + "/dear.txt", "diary"));
  const auto saved = load_verifier(model_);
  const auto refused = save_verifier(other, saved->name, saved->options, *saved->verifier);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("holds no model"));
  EXPECT_EQ(read_file(other + "/dear.txt").value(), "diary");
  // Nothing temporary is left.
  size_t entries = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_.path())) ++entries;
  EXPECT_EQ(entries, 2U);
}

TEST_F(SavedVerifierTest, SaysWhatIsWrongWithAFolder) {
  EXPECT_THAT(load_verifier(folder_.file("nowhere")).error().message, HasSubstr("no such model folder"));
  EXPECT_EQ(load_verifier(folder_.file("nowhere")).error().kind, ErrorKind::missing);
  EXPECT_THAT(load_verifier(folder_.path()).error().message, HasSubstr("no model.json"));
}

TEST_F(SavedVerifierTest, NoticesADamagedBlob) {
  rewrite("vocabulary.json", "e", "o");
  EXPECT_THAT(error(), ::testing::StartsWith("3 "));
  EXPECT_THAT(error(), HasSubstr("SHA-256"));
  ASSERT_TRUE(write_file(model_ + "/vocabulary.json", "{}"));
  EXPECT_THAT(error(), HasSubstr("has 2 bytes"));
  std::filesystem::remove(model_ + "/vocabulary.json");
  EXPECT_THAT(error(), HasSubstr("vocabulary.json"));
}

TEST_F(SavedVerifierTest, NoticesAForeignDescription) {
  rewrite("model.json", "standfast-model/2", "standfast-model/9");
  EXPECT_THAT(error(), HasSubstr("newer Standfast"));
  save("char-ngram", model_);
  rewrite("model.json", "\"model\": \"char-ngram\"", "\"model\": \"char-ngran\"");
  EXPECT_THAT(error(), HasSubstr("did you mean \"char-ngram\""));
  save("char-ngram", model_);
  rewrite("model.json", "\"vocabulary.json\"", "\"../../etc/passwd\"");
  EXPECT_THAT(error(), HasSubstr("not a file name"));
  save("char-ngram", model_);
  rewrite("model.json", "\"fields\"", "\"gardens\"");
  EXPECT_THAT(error(), HasSubstr("damaged or not a model"));
  save("char-ngram", model_);
  rewrite("model.json", "\"p1\": ", "\"p0\": 8e92, \"p1\": ");
  EXPECT_THAT(error(), HasSubstr("a number that is out of range"));
  ASSERT_TRUE(write_file(model_ + "/model.json", "{\"schema\": "));
  EXPECT_THAT(error(), HasSubstr("damaged or not a model"));
  ASSERT_TRUE(write_file(model_ + "/model.json", "[]"));
  EXPECT_THAT(error(), HasSubstr("damaged or not a model"));
}

class SavedClassifierTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto corpus = testing::grid_corpus(3, 4, 2);
    std::vector<uint32_t> rows;
    for (uint32_t row = 0; row < corpus.size(); ++row) rows.push_back(row);
    const Column& authors = *corpus.column(Role::author);
    auto classifier = classifiers().make("prior", {}).value();
    ASSERT_TRUE(classifier->fit({{&corpus, rows}, authors.codes, authors.names}, {}));
    ASSERT_TRUE(save_classifier(model_, "prior", {}, *classifier, {"author", authors.names},
                                {{"documents", corpus.size()}}));
    const std::vector<Pair> pairs = {{0, 1, true}, {0, 2, false}};
    auto verifier = verifiers().make("prior", {}).value();
    ASSERT_TRUE(verifier->fit({&corpus, pairs}, {&corpus, {}}, {}));
    ASSERT_TRUE(save_verifier(verifier_, "prior", {}, *verifier));
  }
  void rewrite(const std::string& from, const std::string& to) {
    std::string text = read_file(model_ + "/model.json").value();
    const auto at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    ASSERT_TRUE(write_file(model_ + "/model.json", testing::resealed(text.replace(at, from.size(), to))));
  }
  std::string error() {
    const auto loaded = load_classifier(model_);
    return loaded ? "loaded" : fmt::format("{} {}", exit_code(loaded.error().kind), loaded.error().message);
  }

  testing::TemporaryFolder folder_;
  std::string model_ = folder_.file("classifier"), verifier_ = folder_.file("verifier");
};

TEST_F(SavedClassifierTest, KnowsItsKind) {
  EXPECT_EQ(model_kind(model_).value(), "classifier");
  EXPECT_EQ(model_kind(verifier_).value(), "verifier");
  EXPECT_EQ(model_kind(folder_.file("nowhere")).error().kind, ErrorKind::missing);
  ASSERT_TRUE(load_classifier(model_));
  const auto wrong = load_classifier(verifier_);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().kind, ErrorKind::data);
  EXPECT_THAT(wrong.error().message, HasSubstr("holds a verifier (prior), but a classifier is needed"));
  EXPECT_THAT(load_verifier(model_).error().message,
              HasSubstr("holds a classifier (prior), but a verifier is needed"));
}

TEST_F(SavedClassifierTest, NoticesWhatCannotBe) {
  rewrite("\"target\": \"author\",", "");
  EXPECT_THAT(error(), HasSubstr("damaged or not a model"));
  SetUp();
  rewrite("\"author100\",", "");  // the first is that of the folder
  EXPECT_THAT(error(), HasSubstr("3 "));
  EXPECT_THAT(error(), HasSubstr("names 3 classes and answers 4"));
}

// The seal covers the whole text, so a change of any digit, in a threshold, a size or the seal itself, gives
// a model that was never trained.
TEST_F(SavedClassifierTest, RefusesEveryChangeOfOneDigit) {
  const std::string path = model_ + "/model.json", good = read_file(path).value();
  size_t tried = 0;
  for (size_t at = 0; at < good.size(); ++at) {
    if (good[at] < '0' || good[at] > '9') continue;
    std::string bad = good;
    bad[at] = good[at] == '9' ? '0' : static_cast<char>(good[at] + 1);
    ASSERT_TRUE(write_file(path, bad, Flush::no));
    ASSERT_EQ(error(), fmt::format("3 {}: damaged or not a model: it was changed after it was written (its "
                                   "seal differs); train the model again",
                                   path))
        << at;
    ++tried;
  }
  EXPECT_GT(tried, 40U);
  ASSERT_TRUE(write_file(path, good));
  EXPECT_EQ(error(), "loaded");
}

// In models from before the seal, a change could not be seen.
TEST_F(SavedClassifierTest, RefusesAModelWithoutASeal) {
  const std::string path = model_ + "/model.json";
  auto json = nlohmann::ordered_json::parse(read_file(path).value());
  json.erase("seal");
  ASSERT_TRUE(write_file(path, json.dump(2)));
  EXPECT_THAT(error(), HasSubstr("it has no seal"));
  json["schema"] = "standfast-model/1";
  ASSERT_TRUE(write_file(path, json.dump(2)));
  EXPECT_EQ(error(),
            fmt::format("3 {}: was saved by an earlier version of Standfast, without a seal that would "
                        "show a change; train the model again",
                        path));
}

}  // namespace
}  // namespace standfast
