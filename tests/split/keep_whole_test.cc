// keep-whole, over the whole catalog: groups are never divided, or one message states why they cannot stay
// whole.
#include "standfast/split/keep_whole.h"

#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/split/file/check.h"
#include "standfast/split/file/splits_file.h"
#include "standfast/split/splitter.h"
#include "tests/support/shuffled.h"
#include "tests/support/split_options.h"

namespace standfast {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using testing::MadeUpVectors;

using Options_ = std::map<std::string, OptionValue>;

Result<Split> draw_whole(const SplitterCatalog::Entry& entry, const Corpus& corpus, const Options_& more,
                         uint64_t seed = 0) {
  Options_ given = testing::small_options(entry, 3, 0.2);
  for (const auto& [name, value] : testing::options_of(entry, {{"delta", 3.0},
                                                               {"epsilon", 0.3},
                                                               {"k-max", int64_t{12}},
                                                               {"author-blocks", int64_t{2}},
                                                               {"topic-blocks", int64_t{2}}}))
    given[name] = value;
  for (const auto& [name, value] : testing::options_of(entry, more)) given[name] = value;
  SF_ASSIGN(const auto splitter, splitters().make(entry.name, given));
  const MadeUpVectors vectors(corpus);
  SplitContext context{.seed = seed};
  if (entry.traits.reads_vectors) context.vectors = vectors.view();
  context.classes = testing::needed_classes(entry, corpus);
  return splitter->split(corpus, whole_corpus(corpus), context);
}

// Returns the number of the side of each document; -1 means none.
std::vector<int> sides_of(const Corpus& corpus, const Fold& fold) {
  std::vector<int> side(corpus.size(), -1);
  int number = 0;
  for (const RowSet* rows : {&fold.train, &fold.validation, &fold.test, &fold.aside}) {
    for (const uint32_t row : *rows) side[row] = number;
    ++number;
  }
  return side;
}

std::vector<SplitFinding> checked_again(const Corpus& corpus, const Split& split) {
  const Sample sample = whole_corpus(corpus);
  const auto file = *parse_splits(
      write_splits(corpus, sample, split, split_statistics(corpus, sample, split, nullptr)), "splits.json");
  return check_splits(file, *bind_splits(file, corpus), corpus);
}

// keep-whole refuses to count bytes: one document stands for its group, and its bytes say nothing about the
// group.
TEST(KeepWhole, DoesNotCountBytes) {
  for (const auto& [method, option] : {std::pair{"hold-out", "size-unit"},
                                       {"k-fold", "size-unit"},
                                       {"least-similar-split", "size-unit"},
                                       {"cluster-k-fold", "balance"}}) {
    const auto& entry = **splitters().find(method);
    const auto whole = splitters().resolve(
        method, {{option, std::string("bytes")}, {"keep-whole", std::string("author")}}, "");
    ASSERT_FALSE(whole) << entry.name;
    EXPECT_THAT(whole.error().message,
                HasSubstr(std::string(option) + " = bytes would count the bytes of that document alone"));
    EXPECT_TRUE(splitters().resolve(method, {{option, std::string("bytes")}}, "")) << entry.name;
  }
  EXPECT_TRUE(splitters().resolve("hold-out",
                                  {{"size-unit", std::string("bytes")},
                                   {"group", std::string("author")},
                                   {"keep-whole", std::string("author")}},
                                  ""));
}

TEST(KeepWhole, NoGroupIsPartedWhateverTheSplitter) {
  const Corpus corpus = testing::uneven_corpus_with_sources(10, 8);
  const Column& source = *corpus.column(Role::source);
  size_t kept = 0;
  for (const auto& entry : splitters().entries()) {
    SCOPED_TRACE(entry.name);
    for (const double validation : {0.0, 0.2}) {
      const auto split =
          draw_whole(entry, corpus, {{"validation", validation}, {"keep-whole", std::string("source")}});
      ASSERT_TRUE(split) << split.error().message;
      ++kept;
      for (const Fold& fold : split->folds) {
        const auto side = sides_of(corpus, fold);
        std::map<uint32_t, int> of_source;
        for (uint32_t row = 0; row < corpus.size(); ++row)
          if (source.codes[row] != kMissing) {
            EXPECT_EQ(of_source.try_emplace(source.codes[row], side[row]).first->second, side[row]);
          }
        EXPECT_FALSE(fold.train.empty());
        EXPECT_FALSE(fold.test.empty());
      }
      EXPECT_THAT(split->notes, Contains(HasSubstr("keep-whole: ")));
      EXPECT_TRUE(keeps_apart(entry.traits, split->options, Role::source));
      for (const auto& one : checked_again(corpus, *split))
        EXPECT_TRUE(one.ok) << one.name << ": " << one.message;
    }
  }
  EXPECT_EQ(kept, 2 * splitters().entries().size());
}

TEST(KeepWhole, OfGroupsOfOneDocumentChangesNoFold) {
  auto docs = testing::docs_of(testing::uneven_corpus(10, 8));
  for (size_t i = 0; i < docs.size(); ++i) docs[i].source = i % 5 == 0 ? "" : fmt::format("s{}", i);
  const Corpus corpus = testing::make_corpus(docs);
  for (const auto& entry : splitters().entries()) {
    SCOPED_TRACE(entry.name);
    const auto plain = draw_whole(entry, corpus, {}, 4),
               whole = draw_whole(entry, corpus, {{"keep-whole", std::string("source")}}, 4);
    ASSERT_EQ(plain.has_value(), whole.has_value()) << (whole ? plain : whole).error().message;
    if (!plain) continue;
    ASSERT_EQ(plain->folds.size(), whole->folds.size());
    for (size_t f = 0; f < plain->folds.size(); ++f) {
      EXPECT_EQ(plain->folds[f].train, whole->folds[f].train);
      EXPECT_EQ(plain->folds[f].validation, whole->folds[f].validation);
      EXPECT_EQ(plain->folds[f].test, whole->folds[f].test);
      EXPECT_EQ(plain->folds[f].aside, whole->folds[f].aside);
    }
    EXPECT_EQ(plain->left_out, whole->left_out);
  }
}

TEST(KeepWhole, SaysWhichGroupCannotBeWhole) {
  const Corpus corpus = testing::uneven_corpus_with_sources(10, 8);
  const auto topics = draw_whole(**splitters().find("topic-k-fold"), corpus,
                                 {{"validation", 0.0}, {"keep-whole", std::string("author")}});
  ASSERT_FALSE(topics);
  EXPECT_EQ(topics.error().kind, ErrorKind::data);
  EXPECT_THAT(topics.error().message, HasSubstr("keep-whole = author: the author \"author10"));
  EXPECT_THAT(topics.error().message, HasSubstr("this method keeps topics apart; both cannot be whole"));
  const auto validated = draw_whole(**splitters().find("k-fold"), corpus,
                                    {{"validation", 0.2}, {"keep-whole", std::string("topic")}});
  ASSERT_FALSE(validated);
  EXPECT_THAT(validated.error().message, HasSubstr("validation-unit = author keeps authors whole"));
  EXPECT_TRUE(draw_whole(**splitters().find("k-fold"), corpus,
                         {{"validation", 0.2},
                          {"validation-unit", std::string("document")},
                          {"keep-whole", std::string("topic")}}));
  // Groups that a method keeps whole anyway are no contradiction and are handled once.
  const auto same = draw_whole(**splitters().find("topic-k-fold"), corpus,
                               {{"validation", 0.0}, {"keep-whole", std::string("topic")}});
  ASSERT_TRUE(same) << same.error().message;
  for (const auto& note : same->notes) EXPECT_THAT(note, ::testing::Not(HasSubstr("keep-whole")));
  // But the validation of the method may divide groups that are whole in train and test.
  using WithWhole = std::map<std::string, OptionValue>;
  const auto refusal = [](const std::string& method, WithWhole given) {
    given.insert({"validation", 0.2});
    const auto options = splitters().resolve(method, given, "");
    return options ? std::string() : options.error().message;
  };
  const WithWhole by_document = {{"keep-whole", std::string("author")},
                                 {"validation-unit", std::string("document")}};
  EXPECT_THAT(
      refusal("author-k-fold", by_document),
      HasSubstr(
          "validation-unit = document may take some of its documents from train; validation-unit = author "
          "or validation = 0 does not"));
  EXPECT_EQ(refusal("author-k-fold", {{"keep-whole", std::string("author")}}), "");
  const WithWhole of_source = {{"group", std::string("source")}, {"keep-whole", std::string("source")}};
  EXPECT_THAT(refusal("k-fold", of_source),
              HasSubstr("validation-unit = author may take some of its documents"));
  EXPECT_EQ(refusal("hold-out", of_source), "");
  EXPECT_EQ(refusal("k-fold", {{"keep-whole", std::string("source")}}), "");
  const auto nothing =
      draw_whole(**splitters().find("k-fold"), corpus, {{"keep-whole", std::string("thread")}});
  ASSERT_FALSE(nothing);
  EXPECT_THAT(nothing.error().message, HasSubstr("thread"));
}

TEST(KeepWhole, ACheckFindsAGroupThatIsParted) {
  const Corpus corpus = testing::uneven_corpus_with_sources(10, 8);
  auto split = draw_whole(**splitters().find("hold-out"), corpus,
                          {{"validation", 0.0}, {"keep-whole", std::string("source")}});
  ASSERT_TRUE(split) << split.error().message;
  const Column& source = *corpus.column(Role::source);
  // One document of a tested group with several documents goes to train.
  std::map<uint32_t, size_t> sizes;
  for (const uint32_t row : split->folds[0].test) ++sizes[source.codes[row]];
  auto test = split->folds[0].test.list(), train = split->folds[0].train.list();
  const auto torn = std::find_if(test.begin(), test.end(), [&](uint32_t row) {
    return source.codes[row] != kMissing && sizes[source.codes[row]] > 1;
  });
  ASSERT_NE(torn, test.end());
  train.push_back(*torn);
  test.erase(torn);
  split->folds[0].train = sorted_rows(train);
  split->folds[0].test = sorted_rows(test);
  bool found = false;
  for (const auto& one : checked_again(corpus, *split)) {
    if (one.name != std::string("whole")) continue;
    found = true;
    EXPECT_FALSE(one.ok);
    EXPECT_THAT(one.message, HasSubstr("is in test and in another side, but keep-whole promises otherwise"));
  }
  EXPECT_TRUE(found);
}

TEST(KeepWhole, TheVectorOfAGroupIsTheMean) {
  // Three groups in two regions. The document that stands for "c" is far from the mean of its group.
  std::vector<testing::Doc> docs;
  FloatMatrix matrix(12, 2);
  for (size_t i = 0; i < 12; ++i) {
    const size_t group = i / 4;
    docs.push_back({fmt::format("d{:02}", i), "text", "", "", "", fmt::format("{}", "abc"[group])});
    const bool first = group == 0 || (group == 2 && i == 8);
    matrix.row(i)[first ? 0 : 1] = 1;
  }
  const Corpus corpus = testing::make_corpus(docs);
  const std::vector<uint32_t> rows = whole_corpus(corpus).rows;
  const auto splitter = *splitters().make(
      "cluster-k-fold",
      {{"clusters", int64_t{2}}, {"folds", int64_t{2}}, {"keep-whole", std::string("source")}});
  const auto split =
      splitter->split(corpus, whole_corpus(corpus), {.seed = 1, .vectors = {matrix, rows, "plane"}});
  ASSERT_TRUE(split) << split.error().message;
  for (const Fold& fold : split->folds) {
    std::set<std::string> tested;
    for (const uint32_t row : fold.test) tested.emplace(corpus.value(Role::source, row));
    EXPECT_TRUE(tested == (std::set<std::string>{"a"}) || tested == (std::set<std::string>{"b", "c"}));
  }
}

// Makes six threads with these dates of documents: a 100 to 102, b 101, c 103 to 105, d 104 to 107, e 106 to
// 109, f 108.
Corpus threads_in_time(const std::string& last_of_a = "102") {
  const std::vector<std::pair<const char*, const char*>> docs = {
      {"100", "a"}, {"101", "b"}, {last_of_a.c_str(), "a"},
      {"103", "c"}, {"104", "d"}, {"105", "c"},
      {"106", "e"}, {"107", "d"}, {"108", "f"},
      {"109", "e"}};
  std::vector<testing::Doc> made;
  for (size_t i = 0; i < docs.size(); ++i)
    made.push_back({fmt::format("d{}", i), "text", "", "", docs[i].first, docs[i].second});
  return testing::make_corpus(made);
}

Result<Split> in_time(const Corpus& corpus, Options_ more) {
  more.insert({{"keep-whole", std::string("source")}, {"test-share", 0.34}});
  SF_ASSIGN(const auto splitter, splitters().make("temporal", more));
  return splitter->split(corpus, whole_corpus(corpus), {});
}

TEST(KeepWhole, OfTimeAGroupIsTestedWhereItBeginsAndTrainsOnceItHasEnded) {
  const Corpus corpus = threads_in_time();
  const auto one = in_time(corpus, {});
  ASSERT_TRUE(one) << one.error().message;
  EXPECT_EQ(one->folds[0].test, (RowSet{6, 8, 9})) << "e and f begin at 106 and later";
  EXPECT_EQ(one->folds[0].train, (RowSet{0, 1, 2, 3, 5})) << "a, b and c have ended by then, d has not";
  EXPECT_EQ(one->left_out, (std::vector<uint32_t>{4, 7}));
  EXPECT_THAT(one->notes, Contains(HasSubstr("1 groups a fold begin before its test block and end in it")));
  EXPECT_EQ(in_time(corpus, {{"gap", 2.0}})->folds[0].train, (RowSet{0, 1, 2}))
      << "c ends at 105, at most 2 before 106";
  const auto validated = in_time(corpus, {{"validation", 0.3}});
  EXPECT_EQ(validated->folds[0].validation, (RowSet{3, 5})) << "c ends last";
  EXPECT_EQ(validated->folds[0].train, (RowSet{0, 1, 2}));
  const auto two = in_time(corpus, {{"folds", int64_t{2}}, {"test-share", 0.67}});
  ASSERT_TRUE(two) << two.error().message;
  EXPECT_EQ(two->folds[0].test, (RowSet{3, 4, 5, 7}));
  EXPECT_EQ(two->folds[0].train, (RowSet{0, 1, 2}));
  EXPECT_EQ(two->folds[1].test, (RowSet{6, 8, 9}));
  EXPECT_EQ(two->folds[1].train, (RowSet{0, 1, 2, 3, 5}));
  for (const auto* split : {&*one, &*validated, &*two})
    for (const auto& finding : checked_again(corpus, *split))
      EXPECT_TRUE(finding.ok) << finding.name << ": " << finding.message;
  const auto undated = in_time(threads_in_time(""), {});
  EXPECT_EQ(undated->left_out, (std::vector<uint32_t>{0, 2, 4, 7})) << "a has a document without a date";
}

TEST(KeepWhole, OfAScoreAGroupHasTheMean) {
  // Lengths: the longest text is in group "a", but "b" is the longest on average.
  const std::vector<std::pair<size_t, const char*>> texts = {{20, "a"}, {2, "a"}, {13, "b"}, {12, "b"},
                                                             {9, "c"},  {10, ""}, {5, "d"},  {4, "d"}};
  std::vector<testing::Doc> docs;
  for (size_t i = 0; i < texts.size(); ++i) {
    std::string text;
    for (size_t w = 0; w < texts[i].first; ++w) text += "word ";
    docs.push_back({fmt::format("d{}", i), text, "", "", "", texts[i].second});
  }
  const Corpus corpus = testing::make_corpus(docs);
  const auto splitter =
      *splitters().make("score-split", {{"test-share", 0.4}, {"keep-whole", std::string("source")}});
  const auto split = splitter->split(corpus, whole_corpus(corpus), {});
  ASSERT_TRUE(split) << split.error().message;
  // Means 11, 12.5, 9, 10 (by itself) and 4.5: two of five are tested.
  EXPECT_EQ(split->folds[0].test, (RowSet{0, 1, 2, 3}));
  EXPECT_THAT(split->notes, Contains(HasSubstr("words: mean 11.75 in the test side and 7.8333 in the rest")));
}

// keep-whole moves nothing in a given split and reports the groups that it divides. A validation side that is
// drawn in addition keeps groups whole.
TEST(KeepWhole, OfAGivenSplitIsAQuestionToIt) {
  std::vector<testing::Doc> docs;
  for (size_t i = 0; i < 12; ++i)
    docs.push_back({fmt::format("d{:02}", i), "text", fmt::format("author{}", i / 2),
                    i < 4 ? "test" : "train", "", fmt::format("s{}", i / 2)});
  const auto split = [](const Corpus& corpus, Options_ more) -> Result<Split> {
    more.insert({{"column", std::string("topic")}, {"keep-whole", std::string("source")}});
    SF_ASSIGN(const auto splitter, splitters().make("given", more));
    return splitter->split(corpus, whole_corpus(corpus), {.seed = 3});
  };
  const Corpus whole = testing::make_corpus(docs);
  const auto kept = split(whole, {{"validation", 0.25}, {"validation-unit", std::string("document")}});
  ASSERT_TRUE(kept) << kept.error().message;
  EXPECT_EQ(kept->folds[0].test, (RowSet{0, 1, 2, 3}));
  ASSERT_EQ(kept->folds[0].validation.size(), 2U);
  EXPECT_EQ(kept->folds[0].validation.front() % 2, 0U);
  EXPECT_EQ(kept->folds[0].validation.back(), kept->folds[0].validation.front() + 1) << "a whole group";
  EXPECT_THAT(kept->notes, Contains("keep-whole: the given split divides none of 6 sources"));
  docs[3].topic = "train";
  const auto parted = split(testing::make_corpus(docs), {});
  ASSERT_FALSE(parted);
  EXPECT_EQ(parted.error().kind, ErrorKind::data);
  EXPECT_THAT(parted.error().message,
              HasSubstr("divides the source \"s1\" in fold 0: \"d02\" is in test and \"d03\" in train"));
  docs[3].topic = "";
  EXPECT_TRUE(split(testing::make_corpus(docs), {}))
      << "a document that the split does not use parts nothing";
}

TEST(KeepWhole, OfTopicConfusionGroupsHaveOneAuthorAndOneTopic) {
  const Corpus corpus = testing::uneven_corpus_with_sources(10, 8);
  const auto refused =
      draw_whole(**splitters().find("topic-confusion"), corpus, {{"keep-whole", std::string("date")}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::data);
  EXPECT_THAT(refused.error().message, HasSubstr("this method places documents by author and topic"));
}

TEST(KeepWhole, TheDocumentOfAGroupHasItsClassAndItsMean) {
  const Corpus corpus = testing::make_corpus({{"a", "t", "x", "", "", "one"},
                                              {"b", "t", "y", "", "", "one"},
                                              {"c", "t", "y", "", "", "one"},
                                              {"d", "t", "x", "", "", "two"},
                                              {"e", "t", "y", "", "", "two"},
                                              {"f", "t", "x", "", "", ""}});
  auto groups = *split_groups(corpus, whole_corpus(corpus), "source");
  const Representatives all(corpus, std::move(groups), corpus.column(Role::author));
  // In "one" class y is the most frequent, and b is its smallest id; in "two" both classes have one document,
  // and d is the smaller id.
  EXPECT_EQ(all.rows(), (std::vector<uint32_t>{1, 3, 5}));
  FloatMatrix matrix(6, 2);
  for (size_t i = 0; i < 6; ++i) matrix.row(i)[0] = static_cast<float>(i * i);
  const std::vector<uint32_t> rows = {0, 1, 2, 3, 4, 5};
  const auto means = all.means(corpus, {matrix, rows, "numbers"});
  ASSERT_TRUE(means) << means.error().message;
  EXPECT_FLOAT_EQ(means->row(0)[0], 5.0F / 3);  // 0, 1, 4
  EXPECT_FLOAT_EQ(means->row(1)[0], 12.5F);     // 9, 16
  EXPECT_FLOAT_EQ(means->row(2)[0], 25);
}

}  // namespace
}  // namespace standfast
