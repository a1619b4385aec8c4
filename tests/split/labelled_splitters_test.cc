// multilabel-k-fold, stratified-group-k-fold and the balance of author-k-fold: sizes, whole groups, balance,
// and independence of the order of the file and of the names of labels and groups.
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/split/file/check.h"
#include "standfast/split/file/statistics.h"
#include "standfast/split/splitter.h"
#include "tests/support/labelled_corpus.h"
#include "tests/support/shuffled.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::ids_of;
using testing::labelled_corpus;
using testing::labelled_docs;
using testing::LabelledDoc;

using Given = std::map<std::string, OptionValue>;

Result<Split> drawn(const Corpus& corpus, const std::string& method, const Given& given, uint64_t seed = 0) {
  SF_ASSIGN(const auto splitter, splitters().make(method, given));
  return splitter->split(corpus, whole_corpus(corpus), {.seed = seed});
}

const Given kLabels = {{"folds", int64_t{5}}, {"by", std::string("label,targets")}};
const Given kGroups = {{"folds", int64_t{5}}};

std::vector<std::set<std::string>> tests_of(const Corpus& corpus, const Split& split) {
  std::vector<std::set<std::string>> tests;
  for (const auto& fold : split.folds) tests.push_back(ids_of(corpus, fold.test));
  return tests;
}

TEST(MultilabelKFold, SizesDifferByOneAndEveryValueIsInProportion) {
  const Corpus corpus = labelled_corpus(labelled_docs(303));
  const auto split = drawn(corpus, "multilabel-k-fold", kLabels);
  ASSERT_TRUE(split) << split.error().message;
  for (const auto& fold : split->folds) {
    EXPECT_GE(fold.test.size(), 60U);
    EXPECT_LE(fold.test.size(), 61U);
  }
  const LabelBalance balance = label_balance(corpus, whole_corpus(corpus), *split);
  ASSERT_EQ(balance.labels.size(), 10U);  // three labels, six targets, no target
  EXPECT_EQ(balance.labels.back().column, "targets");
  EXPECT_EQ(balance.labels.back().value, "");
  for (const auto& label : balance.labels) {
    const auto [least, most] = std::minmax_element(label.tested.begin(), label.tested.end());
    EXPECT_LE(*most - *least, 1U) << label.column << " " << label.value;
  }
  EXPECT_THAT(split->notes, ::testing::Contains(HasSubstr("no folds are more even")));
  // Random folds are less even.
  const auto random = drawn(corpus, "k-fold", {{"folds", int64_t{5}}});
  Split named = *random;
  named.options = split->options;
  EXPECT_GT(label_balance(corpus, whole_corpus(corpus), named).mean_sd, 3 * balance.mean_sd);
}

TEST(StratifiedGroupKFold, KeepsGroupsWholeAndClassesEven) {
  const Corpus corpus = labelled_corpus(labelled_docs());
  const auto split = drawn(corpus, "stratified-group-k-fold", kGroups);
  ASSERT_TRUE(split) << split.error().message;
  std::map<std::string, std::set<size_t>> folds_of;
  for (size_t f = 0; f < split->folds.size(); ++f) {
    EXPECT_FALSE(split->folds[f].test.empty());
    for (const uint32_t row : split->folds[f].test)
      folds_of[std::string(corpus.value(Role::author, row))].insert(f);
  }
  for (const auto& [author, folds] : folds_of) EXPECT_EQ(folds.size(), 1U) << author;
  const auto balance = label_balance(corpus, whole_corpus(corpus), *split);
  auto by_documents = drawn(corpus, "author-k-fold", kGroups);
  by_documents->options = split->options;
  EXPECT_LT(balance.mean_sd, label_balance(corpus, whole_corpus(corpus), *by_documents).mean_sd);
  const auto balanced =
      drawn(corpus, "author-k-fold",
            {{"folds", int64_t{5}}, {"balance", std::string("classes")}, {"by", std::string("label")}});
  ASSERT_TRUE(balanced) << balanced.error().message;
  EXPECT_NEAR(label_balance(corpus, whole_corpus(corpus), *balanced).mean_sd, balance.mean_sd, 0.01);
}

TEST(StratifiedGroupKFold, SaysWhatIsWrong) {
  const Corpus corpus = labelled_corpus(labelled_docs());
  EXPECT_THAT(drawn(corpus, "stratified-group-k-fold", {{"folds", int64_t{30}}}).error().message,
              HasSubstr("authors are too few for 30 folds of whole authors"));
  EXPECT_THAT(drawn(corpus, "stratified-group-k-fold", {{"group", std::string("none")}}).error().message,
              HasSubstr("group names the column"));
  EXPECT_THAT(drawn(corpus, "stratified-group-k-fold", {{"by", std::string("author")}}).error().message,
              HasSubstr("by and group are both author"));
  EXPECT_THAT(drawn(corpus, "multilabel-k-fold", {{"by", std::string("label,nothing")}}).error().message,
              HasSubstr("nothing"));
  EXPECT_THAT(drawn(corpus, "author-k-fold", {{"balance", std::string("classes")}}).error().message,
              HasSubstr("balance = classes needs the column of the classes"));
}

// Renames labels, targets, authors and threads so that their order is reversed.
std::string other_name(const std::string& name) {
  std::string other = name;
  for (char& c : other)
    if (c >= 'a' && c <= 'z')
      c = static_cast<char>('a' + 'z' - c);
    else if (c >= '0' && c <= '9')
      c = static_cast<char>('0' + '9' - c);
  return other;
}

TEST(LabelledSplitters, OtherNamesAndAnotherOrderGiveTheSameFolds) {
  std::vector<LabelledDoc> docs = labelled_docs();
  const Corpus corpus = labelled_corpus(docs);
  std::vector<LabelledDoc> renamed = docs;
  for (auto& doc : renamed) {
    for (auto* name : {&doc.label, &doc.author, &doc.thread}) *name = other_name(*name);
    for (auto& target : doc.targets) target = other_name(target);
  }
  std::reverse(renamed.begin(), renamed.end());
  const Corpus other = labelled_corpus(renamed);
  const std::vector<std::pair<std::string, Given>> methods = {
      {"multilabel-k-fold", kLabels},
      {"stratified-group-k-fold", kGroups},
      {"stratified-group-k-fold",
       {{"folds", int64_t{4}}, {"group", std::string("thread")}, {"by", std::string("label,targets")}}},
      {"leave-groups-out", {{"p", int64_t{3}}, {"draws", int64_t{20}}}},
      {"k-fold", {{"folds", int64_t{4}}, {"group", std::string("thread")}}},
      {"hold-out", {{"size-unit", std::string("bytes")}, {"repeats", int64_t{3}}}}};
  for (const auto& [method, given] : methods) {
    SCOPED_TRACE(method);
    const auto a = drawn(corpus, method, given, 3), b = drawn(other, method, given, 3);
    ASSERT_TRUE(a && b) << (a ? b.error().message : a.error().message);
    EXPECT_EQ(tests_of(corpus, *a), tests_of(other, *b));
  }
}

TEST(KFold, KeepsGroupsWholeAndSizesEven) {
  const Corpus corpus = labelled_corpus(labelled_docs());
  for (const std::string unit : {"documents", "groups", "bytes"}) {
    const auto split = drawn(corpus, "k-fold",
                             {{"folds", int64_t{4}}, {"group", std::string("thread")}, {"size-unit", unit}});
    ASSERT_TRUE(split) << split.error().message;
    std::vector<uint64_t> sizes;
    for (const auto& fold : split->folds) {
      std::set<uint32_t> tested, trained;
      uint64_t size = unit == "documents" ? fold.test.size() : 0;
      const auto& codes = corpus.named_column("thread")->codes;
      for (const uint32_t row : fold.test) {
        tested.insert(codes[row]);
        if (unit == "bytes") size += corpus.text(row).size();
      }
      if (unit == "groups") size = tested.size();
      for (const uint32_t row : fold.train) EXPECT_FALSE(tested.contains(codes[row]));
      sizes.push_back(size);
    }
    const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
    EXPECT_LE(*most - *least, unit == "bytes" ? *most / 20 : 1) << unit;
  }
}

// Counts the notes of a split that have these words.
size_t notes_with(const Split& split, const std::string& words) {
  return static_cast<size_t>(std::ranges::count_if(
      split.notes, [&](const std::string& note) { return note.find(words) != std::string::npos; }));
}

TEST(MultilabelKFold, SaysThatNoFoldsAreMoreEvenOnlyWhereItIsSo) {
  // Two folds of two documents: in every pairing some fold has a target twice or not at all.
  const Corpus corpus = labelled_corpus({{"p", "text", "", "", "", {"a", "b"}},
                                         {"q", "text", "", "", "", {"b", "c"}},
                                         {"r", "text", "", "", "", {"a", "c"}},
                                         {"s", "text", "", "", "", {}}});
  const auto split =
      drawn(corpus, "multilabel-k-fold", {{"folds", int64_t{2}}, {"by", std::string("targets")}});
  ASSERT_TRUE(split) << split.error().message;
  EXPECT_EQ(notes_with(*split, "no folds are more even"), 0U);
}

TEST(StratifiedGroupKFold, SaysThatNoFoldsAreMoreEvenOnlyWhereItIsSo) {
  std::vector<LabelledDoc> docs;
  for (int i = 0; i < 6; ++i)
    docs.push_back({"d" + std::to_string(i), "text", "x", i < 5 ? "ann" : "bob", "", {}});
  const auto uneven = drawn(labelled_corpus(docs), "stratified-group-k-fold", {{"folds", int64_t{2}}});
  ASSERT_TRUE(uneven) << uneven.error().message;
  EXPECT_EQ(notes_with(*uneven, "no folds are more even"), 0U);
  for (int i = 0; i < 6; ++i) docs[static_cast<size_t>(i)].author = i < 3 ? "ann" : "bob";
  const auto even = drawn(labelled_corpus(docs), "stratified-group-k-fold", {{"folds", int64_t{2}}});
  EXPECT_EQ(notes_with(*even, "no folds are more even"), 1U);
}

TEST(MultilabelKFold, ValuesWithADocumentForEachFoldAreNotRare) {
  std::vector<LabelledDoc> docs;
  for (int i = 0; i < 10; ++i)
    docs.push_back({"d" + std::to_string(i), "text", i < 5 ? "five" : i < 9 ? "four" : "one", "", "", {}});
  const auto split = drawn(labelled_corpus(docs), "multilabel-k-fold", {{"folds", int64_t{5}}});
  ASSERT_TRUE(split) << split.error().message;
  EXPECT_EQ(notes_with(*split, "2 of 3 values have fewer documents than there are folds"), 1U);
}

TEST(LabelledSplitters, RepeatsAreOtherFolds) {
  const Corpus corpus = labelled_corpus(labelled_docs());
  const std::vector<std::pair<std::string, Given>> methods = {
      {"multilabel-k-fold", {{"by", std::string("label,targets")}}},
      {"stratified-group-k-fold", {}},
      {"author-k-fold", {}},
      {"author-k-fold", {{"balance", std::string("classes")}, {"by", std::string("label")}}}};
  for (auto [method, options] : methods) {
    options["folds"] = int64_t{5};
    options["repeats"] = int64_t{4};
    const auto split = drawn(corpus, method, options);
    ASSERT_TRUE(split) << split.error().message;
    const auto tests = tests_of(corpus, *split);
    ASSERT_EQ(tests.size(), 20U);
    std::set<std::set<std::set<std::string>>> drawings;
    for (size_t repeat = 0; repeat < 4; ++repeat)
      drawings.emplace(tests.begin() + static_cast<std::ptrdiff_t>(5 * repeat),
                       tests.begin() + static_cast<std::ptrdiff_t>(5 * repeat + 5));
    // If only a few assignments are the most even, some are drawn twice.
    EXPECT_GT(drawings.size(), 1U) << method;
  }
}

}  // namespace
}  // namespace standfast
