// Tests of models with files of their own: these lie in MODEL/checkpoint, and damage to any of them is found.
#include <algorithm>
#include <filesystem>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/parse_json.h"
#include "standfast/base/sealed.h"
#include "standfast/model/robust/robust_classifier.h"
#include "standfast/model/saved/model_folder.h"
#include "standfast/model/saved/saved_models.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"
#include "tests/support/kept_state.h"
#include "tests/support/weights_classifier.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

class SavedFilesTest : public ::testing::Test {
 protected:
  std::unique_ptr<Classifier> fitted(size_t documents = 20) const {
    std::vector<uint32_t> rows, classes;
    const Column& authors = *corpus_.column(Role::author);
    for (uint32_t row = 0; row < documents; ++row) {
      rows.push_back(row);
      classes.push_back(authors.codes[row]);
    }
    auto classifier = std::make_unique<testing::WeightsClassifier>();
    EXPECT_TRUE(classifier->fit({{&corpus_, rows}, classes, authors.names}, {}));
    return classifier;
  }
  Status save(const Classifier& classifier) const {
    return save_classifier(model_, "weights", *testing::weights_catalog().resolve("weights", {}), classifier,
                           {"author", corpus_.column(Role::author)->names});
  }
  Result<SavedClassifier> load() const { return load_classifier(model_, testing::weights_catalog()); }
  std::vector<double> answers(const Classifier& classifier) const {
    const std::vector<uint32_t> rows = {0};
    DenseMatrix out;
    EXPECT_TRUE(classifier.predict({&corpus_, rows}, {}, out));
    return out.data;
  }
  // Returns the result of loading the folder after an edit. Each call saves the model anew first.
  std::string after(const std::function<void(const std::string& checkpoint)>& edit) const {
    EXPECT_TRUE(save(*fitted()));
    edit(model_ + "/checkpoint");
    const auto loaded = load();
    return loaded ? "loaded" : fmt::format("{} {}", exit_code(loaded.error().kind), loaded.error().message);
  }
  // Returns the names of all files in the folder of the test.
  std::vector<std::string> all_files() const {
    std::vector<std::string> names;
    for (const auto& file : fs::recursive_directory_iterator(folder_.path()))
      if (!file.is_directory()) names.push_back(file.path().lexically_relative(folder_.path()).string());
    std::sort(names.begin(), names.end());
    return names;
  }
  // Saves a state that writes what the function writes.
  Status save_what(const std::function<Status(const std::string&)>& write) const {
    return write_model_folder(model_, {kClassifierKind, "weights", {}, {}, {}}, {},
                              {.fields = {}, .files = {.write = write}});
  }

  testing::TemporaryFolder folder_;
  std::string model_ = folder_.file("model");
  Corpus corpus_ = testing::grid_corpus(3, 4, 2);
};

TEST_F(SavedFilesTest, LieInAFolderOfTheirOwnAndComeBack) {
  ASSERT_TRUE(save(*fitted()));
  EXPECT_THAT(all_files(),
              ElementsAre("model/checkpoint/1_Pooling/config.json", "model/checkpoint/config.json",
                          "model/checkpoint/model.safetensors", "model/model.json"));
  const auto loaded = load();
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(answers(*loaded->classifier), answers(*fitted()));
  EXPECT_EQ(testing::state_bytes(*loaded->classifier->save()), testing::state_bytes(*fitted()->save()));
  const auto json = parse_json(read_file(model_ + "/model.json").value()).value();
  EXPECT_EQ(json.at("files").at("checkpoint/config.json").at("bytes"), 2);
  EXPECT_EQ(json.at("files").size(), 3U);
}

TEST_F(SavedFilesTest, AModelWithoutSuchFilesHasNoFolderForThem) {
  auto prior = classifiers().make("prior", {}).value();
  const std::vector<uint32_t> rows = {0, 1}, classes = {0, 1};
  ASSERT_TRUE(prior->fit({{&corpus_, rows}, classes, corpus_.column(Role::author)->names}, {}));
  ASSERT_TRUE(save_classifier(model_, "prior", {}, *prior, {"author", corpus_.column(Role::author)->names}));
  EXPECT_FALSE(fs::exists(model_ + "/checkpoint"));
  EXPECT_FALSE(parse_json(read_file(model_ + "/model.json").value())->contains("files"));
}

TEST_F(SavedFilesTest, AStateOutlivesItsModel) {
  auto classifier = fitted();
  const auto bytes = testing::state_bytes(*classifier->save());
  const ModelState state = classifier->save().value();
  classifier.reset();
  EXPECT_EQ(testing::state_bytes(state), bytes);
  EXPECT_EQ(testing::state_bytes(state), bytes) << "a second time";
}

TEST_F(SavedFilesTest, AnySingleChangeIsFound) {
  EXPECT_EQ(after([](const std::string&) {}), "loaded");
  for (const char* name : {"model.safetensors", "config.json", "1_Pooling/config.json"}) {
    const std::string said = fmt::format("3 {}: checkpoint/{} ", model_, name);
    const auto flip = [&](const std::string& at) {
      std::string bytes = read_plain_file(at + "/" + name).value();
      bytes.back() ^= 1;
      ASSERT_TRUE(write_file(at + "/" + name, bytes));
    };
    EXPECT_EQ(after(flip),
              said + "differs from the file that was saved (by its SHA-256): the file is damaged");
    const auto cut = [&](const std::string& at) { fs::resize_file(at + "/" + name, 1); };
    EXPECT_THAT(after(cut), HasSubstr(said + "has 1 bytes, "));
    const auto remove = [&](const std::string& at) { fs::remove(at + "/" + name); };
    EXPECT_EQ(after(remove), said + "cannot be read (No such file or directory)");
    const auto make_folder = [&](const std::string& at) {
      fs::remove(at + "/" + name);
      fs::create_directory(at + "/" + name);
    };
    EXPECT_THAT(after(make_folder), HasSubstr(said + "cannot be read"));
  }
}

TEST_F(SavedFilesTest, AFileThatALoaderWouldTakeToo) {
  const auto add = [](const std::string& name) {
    return [=](const std::string& at) { ASSERT_TRUE(write_file(at + "/" + name, "{}")); };
  };
  EXPECT_EQ(
      after(add("added_tokens.json")),
      fmt::format("3 {}: checkpoint/added_tokens.json was not saved with the model; remove it", model_));
  EXPECT_THAT(after(add("1_Pooling/more")), HasSubstr("checkpoint/1_Pooling/more was not saved"));
  EXPECT_EQ(after(add(".DS_Store")), "loaded");
}

// Another program could write names that lead out of the folder, or a list without its files.
TEST_F(SavedFilesTest, NamesOutsideOfTheFolderAreRefused) {
  for (const char* name : {"checkpoint/../model.json", "model.json", "/etc/hostname", "checkpoint",
                           "checkpoint/.x", "other/config.json", "checkpoint//etc/hostname", ""}) {
    ASSERT_TRUE(save(*fitted()));
    auto json = parse_json(read_file(model_ + "/model.json").value()).value();
    json.erase("seal");
    json["files"][name] = {{"bytes", 2}, {"sha256", ""}};
    ASSERT_TRUE(write_file(model_ + "/model.json", sealed_text(json)));
    EXPECT_THAT(load().error().message, HasSubstr(fmt::format("\"{}\" is not a file name", name)));
  }
}

TEST_F(SavedFilesTest, WhatFailsLeavesTheModelThatWasThere) {
  ASSERT_TRUE(save(*fitted(20)));
  const auto before = all_files();
  const auto fail_halfway = [](const std::string& folder) -> Status {
    SF_TRY(write_file(folder + "/config.json", "{}"));
    return data_error("no room");
  };
  const auto failed = save_what(fail_halfway);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "weights: no room");
  EXPECT_EQ(all_files(), before) << "and no temporary";
  EXPECT_EQ(answers(*load()->classifier), answers(*fitted(20)));
  ASSERT_TRUE(save(*fitted(10)));
  EXPECT_EQ(answers(*load()->classifier), answers(*fitted(10)));
}

TEST_F(SavedFilesTest, OnlyPlainFilesAreSaved) {
  EXPECT_THAT(save_what([](const std::string&) { return Status(); }).error().message,
              HasSubstr("it has files of its own and wrote none"));
  const auto link = [](const std::string& folder) -> Status {
    fs::create_symlink("/etc/hostname", folder + "/vocab.txt");
    return {};
  };
  EXPECT_THAT(save_what(link).error().message,
              HasSubstr("checkpoint/vocab.txt is to be saved but is not a plain file"));
  EXPECT_TRUE(all_files().empty());
}

// A robust method saves the files of each of its models in a folder of its own.
TEST_F(SavedFilesTest, MembersOfARobustModelKeepTheirFilesApart) {
  RobustModel whole;
  whole.classes = 4;
  whole.members = {fitted(20), fitted(10)};
  whole.facts = nlohmann::ordered_json::object();
  const ModelState saved = whole.save().value();
  const auto bytes = testing::state_bytes(saved);
  EXPECT_EQ(bytes.size(), 6U);
  EXPECT_NE(bytes.at("files/member-0/model.safetensors"), bytes.at("files/member-1/model.safetensors"));
  ASSERT_TRUE(write_model_folder(model_, {kClassifierKind, "robust", {}, {}, {}}, {}, saved));
  const auto& catalog = testing::weights_catalog();
  const BaseModel base{*catalog.find("weights"), *catalog.resolve("weights", {})};
  RobustModel again;
  const Status read = read_model_folder(
      model_, kClassifierKind, [&](ModelFolder& folder) { return again.restore(folder.state, base); });
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(answers(*again.members.at(0)), answers(*fitted(20)));
  EXPECT_EQ(answers(*again.members.at(1)), answers(*fitted(10)));
  EXPECT_EQ(testing::state_bytes(*again.save()), bytes);
}

}  // namespace
}  // namespace standfast
