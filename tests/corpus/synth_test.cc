// Tests of the generator's promises: each knob does what it says, and nothing else does it.
#include "standfast/corpus/synth/synth.h"

#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include <gmock/gmock.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/corpus/synth/synth_grammar.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

Synth make(const SynthOptions& options) {
  auto synth = Synth::make(options);
  if (!synth) throw std::runtime_error(synth.error().message);
  return std::move(*synth);
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text + " ") {
    if (std::isalpha(static_cast<unsigned char>(c)) || c == '\'') {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
  }
  return words;
}

using Counts = std::map<std::string, double>;

double cosine(const Counts& a, const Counts& b) {
  double dot = 0, aa = 0, bb = 0;
  for (const auto& [word, n] : a) {
    aa += n * n;
    if (const auto it = b.find(word); it != b.end()) dot += n * it->second;
  }
  for (const auto& [word, n] : b) bb += n * n;
  return dot / std::sqrt(aa * bb);
}

// Counts the content words of each topic: all words that are not function words.
std::map<std::string, Counts> topic_words(const Synth& synth) {
  std::set<std::string> function;
  for (size_t c = 0; c < synth::kClasses; ++c)
    for (const auto phrase : synth::function_words(static_cast<synth::Class>(c)))
      for (const auto& word : words_of(std::string(phrase))) function.insert(word);
  for (const auto word : synth::contracted_modals()) function.emplace(word);
  std::map<std::string, Counts> out;
  for (uint64_t i = 0; i < synth.size(); ++i) {
    const auto document = synth.document(i);
    for (const auto& word : words_of(document.text))
      if (!function.contains(word)) ++out[document.topic][word];
  }
  return out;
}

// Returns the mean cosine of topics of one family and of topics of different families.
std::pair<double, double> within_and_across(const SynthOptions& options) {
  const Synth synth = make(options);
  const auto words = topic_words(synth);
  std::map<std::string, std::string> family;
  for (const auto& topic : synth.truth().topics) family[topic.name] = topic.family;
  double within = 0, across = 0, n_within = 0, n_across = 0;
  for (const auto& [a, wa] : words)
    for (const auto& [b, wb] : words) {
      if (a >= b) continue;
      const bool twins = family[a] == family[b];
      (twins ? within : across) += cosine(wa, wb);
      ++(twins ? n_within : n_across);
    }
  return {within / n_within, across / n_across};
}

// Computes Pearson's chi-square of author x preposition less its degrees of freedom, in standard deviations.
// The prepositions of one author are independent draws, so without style the result is near 0.
double preposition_excess(double style) {
  SynthOptions options;
  options.authors = 20;
  options.documents = 1000;
  options.style = style;
  const Synth synth = make(options);
  const auto& prepositions = synth::function_words(synth::Class::preposition);
  std::map<std::string, Counts> table;
  for (uint64_t i = 0; i < synth.size(); ++i) {
    const auto document = synth.document(i);
    for (const auto& word : words_of(document.text))
      // The words "of", "in", "on", "at", "for" and "after" also occur in openers ("of course", "in fact"
      // ...).
      if (std::find(prepositions.begin() + 6, prepositions.end(), word) != prepositions.end() &&
          word != "after")
        ++table[document.author][word];
  }
  Counts rows, columns;
  double total = 0;
  for (const auto& [author, counts] : table)
    for (const auto& [word, n] : counts) {
      rows[author] += n;
      columns[word] += n;
      total += n;
    }
  double chi = 0;
  for (const auto& [author, row] : rows)
    for (const auto& [word, column] : columns) {
      const double expected = row * column / total;
      const double observed = table[author].contains(word) ? table[author][word] : 0;
      chi += (observed - expected) * (observed - expected) / expected;
    }
  const auto freedom = static_cast<double>((rows.size() - 1) * (columns.size() - 1));
  return (chi - freedom) / std::sqrt(2 * freedom);
}

TEST(Synth, WithoutStyleAuthorsShareTheirFunctionWords) {
  EXPECT_LT(std::abs(preposition_excess(0)), 4);
}

TEST(Synth, WithStyleTheyDoNot) {
  const double half = preposition_excess(0.5), whole = preposition_excess(1);
  EXPECT_GT(half, 8);
  EXPECT_GT(whole, 2 * half);
}

TEST(Synth, WithoutStyleAuthorsShareEveryOtherHabit) {
  SynthOptions options;
  options.style = 0;
  for (const auto& author : make(options).truth().authors) {
    EXPECT_EQ(author.words_per_sentence, 15);
    EXPECT_TRUE(author.favourites.empty());
  }
}

TEST(Synth, OverlapMakesTwins) {
  SynthOptions options;
  options.topics = 12;
  options.families = 4;
  options.documents = 600;
  options.overlap = 1;
  const auto [twins, strangers] = within_and_across(options);
  EXPECT_GT(twins, 0.95);
  EXPECT_LT(strangers, 0.5);
  options.overlap = 0;
  const auto [within, across] = within_and_across(options);
  EXPECT_NEAR(within, across, 0.05);
}

TEST(Synth, WithoutTopicStrengthAllTopicsAreOne) {
  SynthOptions options;
  options.topics = 12;
  options.families = 4;
  options.documents = 600;
  options.topic_strength = 0;
  EXPECT_GT(within_and_across(options).second, 0.95);
}

TEST(Synth, CorrelationKeepsAuthorsAtHome) {
  SynthOptions options;
  options.authors = 6;
  options.topics = 12;
  options.families = 12;
  options.documents = 1200;
  options.length = 5;
  for (const double correlation : {0.0, 0.5, 1.0}) {
    options.author_topic_correlation = correlation;
    const Synth synth = make(options);
    const auto truth = synth.truth();
    double at_home = 0;
    std::map<std::string, double> documents;
    for (uint64_t i = 0; i < synth.size(); ++i) {
      const auto document = synth.document(i);
      ++documents[document.topic];
      const auto& homes = truth.authors[i % 6].home_topics;
      at_home += std::find(homes.begin(), homes.end(), document.topic) != homes.end();
    }
    // By chance, two of the twelve topics are home topics.
    EXPECT_NEAR(at_home / 1200, correlation + (1 - correlation) / 6, 0.06) << correlation;
    for (const auto& topic : truth.topics) {
      EXPECT_EQ(static_cast<double>(topic.documents), documents[topic.name]);
      EXPECT_GT(topic.documents, 60u);  // the mean is 100: no topic is starved
    }
  }
}

TEST(Synth, DocumentsAreAsLongAsAskedWhoeverWrites) {
  SynthOptions options;
  options.authors = 10;
  options.documents = 1000;
  const Synth synth = make(options);
  std::map<std::string, double> words;
  for (uint64_t i = 0; i < synth.size(); ++i) {
    const auto document = synth.document(i);
    words[document.author] += static_cast<double>(words_of(document.text).size()) / 100;
    EXPECT_FALSE(document.text.empty());
    for (const char c : document.text)
      ASSERT_TRUE(c == '\n' || (c >= ' ' && c < 127 && c != '"' && c != '\\'));
  }
  for (const auto& [author, mean] : words) EXPECT_NEAR(mean, 162, 16) << author;
}

TEST(Synth, ADocumentDoesNotDependOnHowManyThereAre) {
  SynthOptions options;
  const auto few = make(options).document(17);
  options.documents = 2900;  // an id has as many digits
  EXPECT_EQ(make(options).document(17).text, few.text);
  EXPECT_EQ(make(options).document(17).topic, few.topic);
  options.seed = 2;
  EXPECT_NE(make(options).document(17).text, few.text);
}

TEST(Synth, WritesTheSameBytesForAnyThreadsAndWhatItHolds) {
  SynthOptions options;
  options.documents = 500;
  options.length = 40;
  const Synth synth = make(options);
  testing::TemporaryFolder folder;
  const auto one = synth.write(folder.file("one.jsonl"), 1, null_sink());
  ASSERT_TRUE(one) << one.error().message;
  ASSERT_TRUE(synth.write(folder.file("three.jsonl"), 3, null_sink()));
  ASSERT_TRUE(synth.write(folder.file("packed.jsonl.gz"), 2, null_sink()));
  const std::string bytes = *read_file(folder.file("one.jsonl"));
  EXPECT_EQ(bytes, *read_file(folder.file("three.jsonl")));
  EXPECT_EQ(bytes, *read_file(folder.file("packed.jsonl.gz")));

  const auto corpus = synth.corpus(2);
  ASSERT_TRUE(corpus);
  std::istringstream lines(bytes);
  uint64_t n = 0, text_bytes = 0;
  for (std::string line; std::getline(lines, line); ++n) {
    const auto json = nlohmann::json::parse(line);
    const auto row = static_cast<uint32_t>(n);
    ASSERT_EQ(json["id"], synth.document(n).id);
    ASSERT_EQ(json["text"], synth.document(n).text);
    ASSERT_EQ(json["family"], synth.document(n).family);
    ASSERT_EQ(json["id"], std::string(corpus->id(row)));
    ASSERT_EQ(json["text"], std::string(corpus->text(row)));
    ASSERT_EQ(json["author"], std::string(corpus->value(Role::author, row)));
    ASSERT_EQ(json["topic"], std::string(corpus->value(Role::topic, row)));
    text_bytes += synth.document(n).text.size();
  }
  EXPECT_EQ(n, 500u);
  EXPECT_EQ(one->documents, 500u);
  EXPECT_EQ(one->text_bytes, text_bytes);
}

TEST(Synth, RefusesByName) {
  const auto refusal = [](auto change) {
    SynthOptions options;
    change(options);
    const auto made = Synth::make(options);
    EXPECT_FALSE(made);
    return made ? std::string() : made.error().message;
  };
  EXPECT_THAT(refusal([](auto& o) { o.style = -1; }), HasSubstr("style must be between 0 and 4, not -1"));
  EXPECT_THAT(refusal([](auto& o) { o.overlap = 1.5; }), HasSubstr("overlap"));
  EXPECT_THAT(refusal([](auto& o) { o.topic_strength = std::nan(""); }), HasSubstr("topic-strength"));
  EXPECT_THAT(refusal([](auto& o) { o.author_topic_correlation = 2; }),
              HasSubstr("author-topic-correlation"));
  EXPECT_THAT(refusal([](auto& o) { o.authors = 0; }), HasSubstr("authors"));
  EXPECT_THAT(refusal([](auto& o) { o.documents = 0; }), HasSubstr("documents"));
  EXPECT_THAT(refusal([](auto& o) { o.length = 0; }), HasSubstr("length"));
  EXPECT_THAT(refusal([](auto& o) { o.families = 37; }),
              HasSubstr("families must be between 1 and the number of topics"));
}

// A replica has exactly the documents that the table says, under its names, and the knobs act as usual.
TEST(SynthTable, CountsAreThoseOfTheTable) {
  SynthOptions options;
  options.table =
      *read_topic_counts(std::string(STANDFAST_SOURCE_DIR) + "/studies/novel-topic-nyt-counts.csv");
  options.families = 23;
  options.length = 2;
  const Corpus corpus = *make(options).corpus(2);
  ASSERT_EQ(corpus.size(), 18862U);
  uint64_t without = 0;
  const auto counts = *topic_counts(corpus, Role::author, without);
  EXPECT_EQ(without, 0U);
  for (size_t t = 0; t < counts.topics.size(); ++t)
    for (size_t a = 0; a < counts.authors.size(); ++a) {
      const auto place = [](const std::vector<std::string>& names, const std::string& name) {
        return static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
      };
      EXPECT_EQ(counts.at(t, a), options.table->at(place(options.table->topics, counts.topics[t]),
                                                   place(options.table->authors, counts.authors[a])));
    }
  // The rows are mixed, so that the beginning of the file is a sample.
  std::set<std::string> topics;
  for (uint32_t row = 0; row < 200; ++row) topics.emplace(corpus.value(Role::topic, row));
  EXPECT_GT(topics.size(), 8U);
  const auto truth = make(options).truth();
  EXPECT_EQ(truth.authors[0].home_topics, (std::vector<std::string>{"Dancing", "Theatre"}));
  EXPECT_EQ(truth.topics[1].documents, 1934U);
}

TEST(SynthTable, NamesAreWrittenAsTheyAre) {
  SynthOptions options;
  options.table = *parse_topic_counts("topic,\"ann \"\"x\"\"\",b\\en\nsea,2,1\nsky,1,3\n", "t.csv");
  options.families = 2;
  options.length = 5;
  testing::TemporaryFolder folder;
  ASSERT_TRUE(make(options).write(folder.file("c.jsonl"), 1, null_sink()));
  std::istringstream lines(*read_file(folder.file("c.jsonl")));
  std::map<std::string, int> authors;
  for (std::string line; std::getline(lines, line);) ++authors[nlohmann::json::parse(line)["author"]];
  EXPECT_EQ(authors, (std::map<std::string, int>{{"ann \"x\"", 3}, {"b\\en", 4}}));
}

// Threads without strength leave every byte of the texts unchanged.
TEST(SynthThreads, WithoutStrengthTextsAreTheSame) {
  SynthOptions options;
  options.documents = 40;
  options.length = 20;
  const Synth without = make(options);
  options.threads = 3;
  const Synth with = make(options);
  for (uint64_t i = 0; i < without.size(); ++i) {
    EXPECT_EQ(with.document(i).text, without.document(i).text);
    EXPECT_EQ(without.document(i).thread, "");
    EXPECT_NE(with.document(i).thread, "");
  }
}

// Each cell of a table is dealt evenly to its threads, and the documents of a thread share words that other
// threads lack.
TEST(SynthThreads, AreConversationsOfAnAuthorOnATopic) {
  SynthOptions options;
  options.table = TopicCounts::from_table({"sea", "sky"}, {"ann", "bo"}, {6, 6, 6, 5});
  options.families = 2;
  options.threads = 3;
  options.topic_strength = 0;
  options.thread_strength = 1;
  const Synth synth = make(options);
  std::map<std::string, int> sizes;
  std::map<std::string, Counts> words;
  for (uint64_t i = 0; i < synth.size(); ++i) {
    const auto document = synth.document(i);
    EXPECT_TRUE(document.thread.starts_with(document.topic + "/" + document.author + "/")) << document.thread;
    ++sizes[document.thread];
    for (const auto& word : words_of(document.text)) ++words[document.thread][word];
  }
  ASSERT_EQ(sizes.size(), 12U);
  for (const auto& [thread, n] : sizes) EXPECT_GE(n, thread == "sky/bo/3" ? 1 : 2) << thread;
  // Nearly all content words of a thread occur in no other thread.
  const auto content = [](const std::string& word) { return word.size() > 5; };
  for (const auto& [thread, counts] : words) {
    double own = 0, all = 0;
    for (const auto& [word, n] : counts) {
      if (!content(word)) continue;
      all += n;
      own += std::none_of(
                 words.begin(), words.end(),
                 [&, name = thread](const auto& w) { return w.first != name && w.second.contains(word); })
                 ? n
                 : 0;
    }
    EXPECT_GT(own, .75 * all) << thread;
  }
}

TEST(SynthThreads, AreWrittenAndRefusedByName) {
  SynthOptions options;
  options.documents = 5;
  options.threads = 2;
  testing::TemporaryFolder folder;
  ASSERT_TRUE(make(options).write(folder.file("c.jsonl"), 1, null_sink()));
  std::istringstream lines(*read_file(folder.file("c.jsonl")));
  for (std::string line; std::getline(lines, line);)
    EXPECT_FALSE(nlohmann::json::parse(line)["thread"].get<std::string>().empty());
  options.threads = -1;
  EXPECT_THAT(Synth::make(options).error().message, HasSubstr("threads"));
  options.threads = 0;
  options.thread_strength = 0.5;
  EXPECT_THAT(Synth::make(options).error().message, HasSubstr("thread-strength needs threads"));
}

}  // namespace
}  // namespace standfast
