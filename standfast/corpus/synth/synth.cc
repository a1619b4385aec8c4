#include "standfast/corpus/synth/synth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json_text.h"
#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/corpus/synth/synth_grammar.h"

namespace standfast {
namespace {

using synth::Class;
using synth::Die;
using synth::falling_weights;
using synth::kClasses;
using synth::kHabits;
using synth::Lexicon;

// The habits of the average writer.
constexpr std::array<double, kHabits> kAverage = {0.35, 0.30, 0.25, 0.35, 0.15, 0.40, 0.65, 0.40, 0.22,
                                                  0.70, 0.35, 0.50, 0.15, 0.30, 0.06, 0.06, 0.06};

// The spread of habits between authors at style 1. It is chosen so that 150 words tell authors apart well but
// not perfectly (see tests/corpus/synth_test.cc).
constexpr double kWordSpread = 0.55;      // standard deviation of the logarithm of a function word's weight
constexpr double kHabitSpread = 0.70;     // standard deviation of the log-odds of a habit
constexpr double kSentenceSpread = 0.22;  // standard deviation of the logarithm of the sentence length
constexpr double kAverageSentence = 15;

struct AuthorProfile {
  std::string name;
  synth::Habits habits;
  std::vector<uint32_t> homes;
  std::vector<std::string> favourites;
};

struct TopicProfile {
  std::string name;
  uint32_t family = 0;
  Lexicon words;
};

Lexicon make_lexicon(synth::StemMaker& maker, Rng rng, size_t size) {
  Lexicon lexicon;
  for (size_t i = 0; i < size; ++i) lexicon.nouns.push_back(maker.stem(rng));
  for (size_t i = 0; i < size / 2; ++i) lexicon.verbs.push_back(maker.stem(rng));
  for (size_t i = 0; i < size / 3; ++i)
    lexicon.adjectives.push_back(maker.stem(rng) + (i % 2 == 0 ? "al" : "ish"));
  return lexicon;
}

constexpr size_t kCommonNouns = 300, kTopicNouns = 60, kThreadNouns = 24;

std::string padded(std::string_view prefix, uint64_t number, uint64_t largest) {
  return fmt::format("{}{:0{}}", prefix, number, fmt::formatted_size("{}", largest));
}

}  // namespace

struct Synth::State {
  SynthOptions options;
  std::vector<AuthorProfile> authors;
  std::vector<TopicProfile> topics;
  std::vector<std::string> family_names;
  std::vector<Lexicon> families;
  synth::WordSources sources;

  std::vector<uint32_t> cells;          // with a table: the number of the cell of each document
  std::vector<uint32_t> place_in_cell;  // ... and its place in that cell, where there are threads

  void make_topics();
  void make_authors();
  void make_cells();
  // Returns an author's home topics. written: the cells of an author in the table, where there is one.
  std::vector<uint32_t> homes_of(size_t author, const std::vector<uint32_t>& pack,
                                 std::vector<TopicCounts::Cell> written) const;
  size_t author_of(uint64_t index) const {
    return cells.empty() ? index % authors.size() : options.table->cells[cells[index]].author;
  }
  uint32_t topic_of(uint64_t index, Rng& rng) const;
  // Returns the number of a document's thread among the documents of its author on its topic.
  uint64_t thread_of(uint64_t index) const;
  // Makes the words of a thread when asked for, because there may be more threads than memory for their
  // words. So two threads may share a word; with a million stems this is rare.
  Lexicon thread_words(const std::string& name) const {
    synth::StemMaker maker;
    return make_lexicon(maker, Rng(options.seed, "synth/thread", name), kThreadNouns);
  }
};

namespace {

Status in_range(std::string_view name, double value, double low, double high) {
  if (value >= low && value <= high) return {};
  return usage_error(fmt::format("synth: {} must be between {} and {}, not {}", name, low, high, value));
}

}  // namespace

void Synth::State::make_topics() {
  synth::StemMaker maker;
  sources.common = make_lexicon(maker, Rng(options.seed, "synth/common"), kCommonNouns);
  for (int64_t f = 0; f < options.families; ++f) {
    Rng rng(options.seed, "synth/family", std::to_string(f));
    family_names.push_back(maker.stem(rng));
    families.push_back(make_lexicon(maker, rng, kTopicNouns));
  }
  const int64_t largest = (options.topics + options.families - 1) / options.families;
  for (int64_t t = 0; t < options.topics; ++t) {
    const auto family = static_cast<uint32_t>(t % options.families);
    topics.push_back(
        {options.table ? options.table->topics[static_cast<size_t>(t)]
                       : padded(family_names[family] + "-", static_cast<uint64_t>(t / options.families + 1),
                                static_cast<uint64_t>(largest)),
         family, make_lexicon(maker, Rng(options.seed, "synth/topic", std::to_string(t)), kTopicNouns)});
  }
  sources.common_nouns = Die(falling_weights(sources.common.nouns.size()));
  sources.common_verbs = Die(falling_weights(sources.common.verbs.size()));
  sources.common_adjectives = Die(falling_weights(sources.common.adjectives.size()));
  const Lexicon& any = topics.front().words;
  sources.nouns = Die(falling_weights(any.nouns.size()));
  sources.verbs = Die(falling_weights(any.verbs.size()));
  sources.adjectives = Die(falling_weights(any.adjectives.size()));
  sources.thread_nouns = Die(falling_weights(kThreadNouns));
  sources.thread_verbs = Die(falling_weights(kThreadNouns / 2));
  sources.thread_adjectives = Die(falling_weights(kThreadNouns / 3));
  sources.thread_share = static_cast<uint32_t>(std::lround(4096 * options.thread_strength));
  sources.below_topic =
      static_cast<uint32_t>(std::lround(4096 * options.topic_strength * (1 - options.overlap)));
  sources.below_family = static_cast<uint32_t>(std::lround(4096 * options.topic_strength));
}

void Synth::State::make_authors() {
  // Homes are dealt from a shuffled pack, so that every topic is home to the same number of authors.
  std::vector<uint32_t> pack(topics.size());
  for (uint32_t t = 0; t < pack.size(); ++t) pack[t] = t;
  Rng(options.seed, "synth/homes").shuffle(pack);
  std::vector<std::vector<TopicCounts::Cell>> written;
  if (options.table) {
    written.resize(options.table->authors.size());
    for (const auto& cell : options.table->cells) written[cell.author].push_back(cell);
  }
  for (int64_t a = 0; a < options.authors; ++a) {
    AuthorProfile author;
    author.name = options.table ? options.table->authors[static_cast<size_t>(a)]
                                : padded("author-", static_cast<uint64_t>(a + 1),
                                         static_cast<uint64_t>(options.authors));
    Rng rng(options.seed, "synth/author", std::to_string(a));
    std::vector<std::pair<double, std::string>> leanings;
    for (size_t c = 0; c < kClasses; ++c) {
      const auto& list = synth::function_words(static_cast<Class>(c));
      auto weights = falling_weights(list.size());
      for (size_t i = 0; i < list.size(); ++i) {
        const double leaning = options.style * kWordSpread * rng.normal();
        weights[i] *= std::exp(leaning);
        leanings.emplace_back(leaning, std::string(list[i]));
      }
      author.habits.words[c] = Die(weights);
    }
    for (size_t h = 0; h < kHabits; ++h) {
      const double odds =
          kAverage[h] / (1 - kAverage[h]) * std::exp(options.style * kHabitSpread * rng.normal());
      author.habits.chances[h] = static_cast<uint32_t>(std::lround(4096 * odds / (1 + odds)));
    }
    author.habits.words_per_sentence =
        std::clamp(kAverageSentence * std::exp(options.style * kSentenceSpread * rng.normal()), 5.0, 45.0);
    author.homes =
        homes_of(static_cast<size_t>(a), pack,
                 options.table ? written[static_cast<size_t>(a)] : std::vector<TopicCounts::Cell>());
    std::stable_sort(leanings.begin(), leanings.end(),
                     [](const auto& x, const auto& y) { return x.first > y.first; });
    if (options.style > 0)
      for (size_t i = 0; i < 5; ++i) author.favourites.push_back(leanings[i].second);
    authors.push_back(std::move(author));
  }
}

std::vector<uint32_t> Synth::State::homes_of(size_t author, const std::vector<uint32_t>& pack,
                                             std::vector<TopicCounts::Cell> written) const {
  std::vector<uint32_t> homes(std::min<size_t>(2, topics.size()));
  for (size_t h = 0; h < homes.size(); ++h) homes[h] = pack[(author * homes.size() + h) % pack.size()];
  if (!options.table) return homes;
  // The topics with most documents come first, then the first topics without any.
  std::stable_sort(written.begin(), written.end(),
                   [](const auto& x, const auto& y) { return x.documents > y.documents; });
  size_t found = std::min(homes.size(), written.size());
  for (size_t h = 0; h < found; ++h) homes[h] = written[h].topic;
  for (uint32_t t = 0; found < homes.size(); ++t)
    if (std::none_of(written.begin(), written.end(), [t](const auto& cell) { return cell.topic == t; }))
      homes[found++] = t;
  return homes;
}

void Synth::State::make_cells() {
  if (!options.table) return;
  const TopicCounts& table = *options.table;
  for (uint32_t cell = 0; cell < table.cells.size(); ++cell)
    cells.insert(cells.end(), table.cells[cell].documents, cell);
  Rng(options.seed, "synth/table").shuffle(cells);
  if (options.threads == 0) return;
  std::vector<uint32_t> seen(table.cells.size(), 0);
  for (const uint32_t cell : cells) place_in_cell.push_back(seen[cell]++);
}

uint64_t Synth::State::thread_of(uint64_t index) const {
  const auto threads = static_cast<uint64_t>(options.threads);
  if (!place_in_cell.empty() && !options.shared_threads) return place_in_cell[index] % threads;
  return Rng(options.seed, "synth/thread-of", std::to_string(index)).below(threads);
}

uint32_t Synth::State::topic_of(uint64_t index, Rng& rng) const {
  if (!cells.empty()) return options.table->cells[cells[index]].topic;
  const auto& homes = authors[author_of(index)].homes;
  if (rng.chance(options.author_topic_correlation)) return homes[rng.below(homes.size())];
  return static_cast<uint32_t>(rng.below(topics.size()));
}

Synth::Synth(std::unique_ptr<State> state) : state_(std::move(state)) {}
Synth::Synth(Synth&&) noexcept = default;
Synth& Synth::operator=(Synth&&) noexcept = default;
Synth::~Synth() = default;

namespace {

constexpr uint64_t kLargestTable = 10'000'000;

// Replaces the sizes given by the sizes of the table.
Result<SynthOptions> with_table(SynthOptions options) {
  if (!options.table) return options;
  const uint64_t documents = options.table->total();
  if (documents == 0 || documents > kLargestTable)
    return usage_error(fmt::format("synth: the table has {} documents; it must have from 1 to {}", documents,
                                   kLargestTable));
  options.authors = static_cast<int64_t>(options.table->authors.size());
  options.topics = static_cast<int64_t>(options.table->topics.size());
  options.documents = static_cast<int64_t>(documents);
  options.author_topic_correlation = 0;
  return options;
}

}  // namespace

Result<Synth> Synth::make(const SynthOptions& given) {
  SF_ASSIGN(const SynthOptions options, with_table(given));
  SF_TRY(in_range("authors", static_cast<double>(options.authors), 1, 1e6));
  SF_TRY(in_range("topics", static_cast<double>(options.topics), 1, 1e4));
  SF_TRY(in_range("documents", static_cast<double>(options.documents), 1, 1e9));
  SF_TRY(in_range("length", static_cast<double>(options.length), 1, 1e6));
  SF_TRY(in_range("style", options.style, 0, 4));
  SF_TRY(in_range("topic-strength", options.topic_strength, 0, 1));
  SF_TRY(in_range("overlap", options.overlap, 0, 1));
  SF_TRY(in_range("author-topic-correlation", options.author_topic_correlation, 0, 1));
  SF_TRY(in_range("threads", static_cast<double>(options.threads), 0, 1000));
  SF_TRY(in_range("thread-strength", options.thread_strength, 0, 1));
  if (options.thread_strength > 0 && options.threads == 0)
    return usage_error("synth: thread-strength needs threads");
  if (options.families < 1 || options.families > options.topics)
    return usage_error(fmt::format("synth: families must be between 1 and the number of topics ({}), not {}",
                                   options.topics, options.families));
  auto state = std::make_unique<State>();
  state->options = options;
  state->make_topics();
  state->make_authors();
  state->make_cells();
  return Synth(std::move(state));
}

uint64_t Synth::size() const {
  return static_cast<uint64_t>(state_->options.documents);
}

SynthDocument Synth::document(uint64_t index) const {
  const State& s = *state_;
  SynthDocument document;
  document.id = padded("doc-", index + 1, size());
  Rng rng(s.options.seed, "synth/document", std::to_string(index));
  const AuthorProfile& author = s.authors[s.author_of(index)];
  const TopicProfile& topic = s.topics[s.topic_of(index, rng)];
  document.author = author.name;
  document.topic = topic.name;
  document.family = s.family_names[topic.family];
  const auto words = std::max<int64_t>(
      1, static_cast<int64_t>(static_cast<double>(s.options.length) * (0.7 + 0.6 * rng.uniform())));
  document.text.reserve(static_cast<size_t>(words) * 7);
  std::optional<Lexicon> thread;
  if (s.options.threads > 0) {
    document.thread = s.options.shared_threads
                          ? fmt::format("{}/{}", document.topic, s.thread_of(index) + 1)
                          : fmt::format("{}/{}/{}", document.topic, document.author, s.thread_of(index) + 1);
    if (s.options.thread_strength > 0) thread = s.thread_words(document.thread);
  }
  write_text(author.habits, {topic.words, s.families[topic.family], thread ? &*thread : nullptr}, s.sources,
             words, rng, document.text);
  return document;
}

SynthTruth Synth::truth() const {
  const State& s = *state_;
  SynthTruth truth;
  for (const auto& topic : s.topics) truth.topics.push_back({topic.name, s.family_names[topic.family], 0});
  for (uint64_t i = 0; i < size(); ++i) {
    Rng rng(s.options.seed, "synth/document", std::to_string(i));
    ++truth.topics[s.topic_of(i, rng)].documents;
  }
  for (const auto& author : s.authors) {
    SynthTruth::Author out{author.name, {}, author.habits.words_per_sentence, author.favourites};
    for (const auto home : author.homes) out.home_topics.push_back(s.topics[home].name);
    truth.authors.push_back(std::move(out));
  }
  return truth;
}

namespace {

// Returns the number of documents made at a time: enough to keep threads busy, few enough to hold in memory.
uint64_t block_size(const SynthOptions& options) {
  return std::clamp<uint64_t>((uint64_t{8} << 20) / static_cast<uint64_t>(options.length * 7), 1, 8192);
}

void append_line(std::string& out, const SynthDocument& document) {
  out += fmt::format(R"({{"id":"{}","author":)", document.id);
  append_json_string(out, document.author);  // names may come from a table
  out += R"(,"topic":)";
  append_json_string(out, document.topic);
  out += fmt::format(R"(,"family":"{}")", document.family);
  if (!document.thread.empty()) {
    out += R"(,"thread":)";
    append_json_string(out, document.thread);
  }
  out += R"(,"text":")";
  // The text is ASCII without quotes or backslashes. A line break is the only character that JSON escapes.
  for (size_t from = 0;;) {
    const size_t to = document.text.find('\n', from);
    out.append(document.text, from, to - from);
    if (to == std::string::npos) break;
    out += "\\n";
    from = to + 1;
  }
  out += "\"}\n";
}

}  // namespace

Result<Synth::Written> Synth::write(const std::string& path, int threads, Sink& sink) const {
  SF_ASSIGN(OutputFile file, OutputFile::create(path));
  Written written;
  const uint64_t block = block_size(state_->options);
  std::vector<std::string> lines;
  std::vector<uint64_t> bytes;
  for (uint64_t begin = 0; begin < size(); begin += block) {
    const uint64_t n = std::min(block, size() - begin);
    lines.assign(n, {});
    bytes.assign(n, 0);
    parallel_for(
        n, threads,
        [&](size_t i) {
          const auto made = document(begin + i);
          bytes[i] = made.text.size();
          append_line(lines[i], made);
        },
        16);
    for (uint64_t i = 0; i < n; ++i) {
      SF_TRY(file.write(lines[i]));
      written.text_bytes += bytes[i];
    }
    written.documents += n;
    sink.progress("writing documents", written.documents, size());
  }
  SF_TRY(file.commit());
  return written;
}

Result<Corpus> Synth::corpus(int threads) const {
  CorpusBuilder builder("synth");
  const uint64_t block = block_size(state_->options);
  std::vector<SynthDocument> documents;
  for (uint64_t begin = 0; begin < size(); begin += block) {
    const uint64_t n = std::min(block, size() - begin);
    documents.assign(n, {});
    parallel_for(
        n, threads, [&](size_t i) { documents[i] = document(begin + i); }, 16);
    for (const auto& made : documents) {
      std::array<std::optional<std::string_view>, kRoles.size()> values;
      values[static_cast<size_t>(Role::author)] = made.author;
      values[static_cast<size_t>(Role::topic)] = made.topic;
      SF_TRY(builder.add(made.id, made.text, values));
    }
  }
  return std::move(builder).finish();
}

}  // namespace standfast
