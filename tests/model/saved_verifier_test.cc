#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/model/saved/saved_models.h"
#include "standfast/model/verify/verifier.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"
#include "tests/support/resealed.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

// A model with a blob, to be damaged.
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
  EXPECT_THAT(error(), HasSubstr("a number that no model has"));
  ASSERT_TRUE(write_file(model_ + "/model.json", "{\"schema\": "));
  EXPECT_THAT(error(), HasSubstr("damaged or not a model"));
  ASSERT_TRUE(write_file(model_ + "/model.json", "[]"));
  EXPECT_THAT(error(), HasSubstr("damaged or not a model"));
}

}  // namespace
}  // namespace standfast
