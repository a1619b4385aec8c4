#include "standfast/neural/a2r/a2r_network.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <numeric>
#include <utility>

#include "standfast/base/file.h"
#include "standfast/base/parallel.h"
#include "standfast/base/parse_json.h"
#include "standfast/base/rng.h"
#include "standfast/neural/encoder/network_files.h"
#include "standfast/neural/encoder/word_vectors.h"
#include "standfast/num/autodiff/attention_pool.h"
#include "standfast/num/autodiff/categorical.h"
#include "standfast/num/autodiff/gather.h"
#include "standfast/num/autodiff/pool.h"
#include "standfast/text/sentences.h"
#include "standfast/text/unicode.h"

namespace standfast {
namespace {

// Approximate number of words of a piece. They bound the memory, and their texts are the rows of the products
// of a step.
constexpr size_t kWordsOfPiece = 2048;
// The standard deviation of initial word vectors.
constexpr double kWordDeviation = 0.1;

// Draws weights, each part from a stream of its own.
class Beginning {
 public:
  explicit Beginning(uint64_t seed) : seed_(seed) {}

  std::vector<float> uniform(size_t n, size_t inputs, const std::string& name) const {
    Rng rng(seed_, "a2r/begin", name);
    const double bound = 1 / std::sqrt(static_cast<double>(inputs));
    std::vector<float> out(n);
    for (float& number : out) number = static_cast<float>((2 * rng.uniform() - 1) * bound);
    return out;
  }
  // inputs_of_bound: the number of inputs that sets the bound of the weights and the bias.
  Linear layer(size_t inputs, size_t outputs, size_t inputs_of_bound, const std::string& name) const {
    const auto weights = uniform(inputs * outputs, inputs_of_bound, name);
    return {pack_outputs({weights.data(), outputs, inputs, inputs}),
            uniform(outputs, inputs_of_bound, name + ", bias")};
  }
  Gru gru(size_t inputs, size_t units, const std::string& name) const {
    return {layer(inputs, 3 * units, units, name + ", input"),
            layer(units, 3 * units, units, name + ", recurrent")};
  }
  BidirectionalGru both(size_t inputs, size_t units, const std::string& name) const {
    return {gru(inputs, units, name + ", forward"), gru(inputs, units, name + ", backward")};
  }
  Table words(size_t rows, size_t columns, const std::string& name) const {
    Rng rng(seed_, "a2r/begin", name);
    FloatMatrix out(rows, columns);
    for (size_t i = A2rVocabulary::kFirstWord; i < rows; ++i)
      for (float& number : out.row(i)) number = static_cast<float>(kWordDeviation * rng.normal());
    return out;
  }
  Table vector(size_t columns, const std::string& name) const {
    FloatMatrix out(1, columns);
    out.data = uniform(columns, columns, name);
    return out;
  }

 private:
  uint64_t seed_;
};

// Computes vectors of the candidates of texts: the maximum over the states of their words, which depend on
// the whole text.
ValuePtr read_sentences(Tape& tape, const Table& words, const BidirectionalGru& network,
                        const PackedSentences& texts) {
  const auto x = gather(tape, {{&words, texts.words}});
  const auto forward = gru(tape, x, texts.of_texts, network.forward, Direction::forward);
  const auto states =
      join_columns(tape, {forward, gru(tape, x, texts.of_texts, network.backward, Direction::backward)});
  const auto sentences = pool(tape, Pooling::max, states, texts.of_sentences);
  return texts.candidates.size() == sentences->rows ? sentences
                                                    : pick_rows(tape, sentences, texts.candidates);
}

// The input of one direction for texts of which one sentence is seen: its words, and the places of the
// sentence's words.
struct SeenWords {
  std::vector<uint32_t> words, of_texts = {0}, places;

  void add(std::span<const uint32_t> seen, size_t left_out_before, size_t left_out_behind) {
    words.insert(words.end(), left_out_before, A2rVocabulary::kLeftOut);
    for (const uint32_t word : seen) {
      places.push_back(static_cast<uint32_t>(words.size()));
      words.push_back(word);
    }
    words.insert(words.end(), left_out_behind, A2rVocabulary::kLeftOut);
  }
  void end_text() { of_texts.push_back(static_cast<uint32_t>(words.size())); }
};

}  // namespace

A2rNetwork A2rNetwork::begin(const A2rSizes& sizes, uint64_t seed) {
  const Beginning draw(seed);
  const size_t columns = sizes.word_columns, units = sizes.units;
  return {.generator_words = draw.words(sizes.word_rows, columns, "generator, words"),
          .generator = draw.both(columns, units, "generator"),
          .score = draw.vector(2 * units, "score"),
          .predictor_words = draw.words(sizes.word_rows, columns, "predictor, words"),
          .predictor = draw.both(columns, units, "predictor"),
          .soft = draw.layer(2 * units, sizes.classes, 2 * units, "soft head"),
          .hard = draw.layer(2 * units, sizes.classes, 2 * units, "hard head")};
}

namespace {

// Makes parts trainable and lists them. The row of left-out words stays zeros.
struct LearnPart {
  std::vector<Parameter>& list;
  void operator()(const std::string& name, Table& table) const {
    static constexpr uint32_t kStays[] = {A2rVocabulary::kLeftOut};
    learn(table, name, list,
          table.rows > 1 ? std::span<const uint32_t>(kStays) : std::span<const uint32_t>());
  }
  void operator()(const std::string& name, Linear& layer, size_t outputs) const {
    learn(layer, outputs, name, list);
  }
};

}  // namespace

std::vector<Parameter> let_generator_learn(A2rNetwork& network) {
  std::vector<Parameter> list;
  each_generator_part(network, LearnPart{list});
  return list;
}
std::vector<Parameter> let_predictor_learn(A2rNetwork& network) {
  std::vector<Parameter> list;
  each_predictor_part(network, LearnPart{list});
  return list;
}
void stop_learning(A2rNetwork& network) {
  const auto stop = [](const std::string&, auto& part, auto...) { part.learns.reset(); };
  each_generator_part(network, stop);
  each_predictor_part(network, stop);
}

ValuePtr candidate_shares(Tape& tape, const A2rNetwork& network, const PackedSentences& texts) {
  const auto sentences = read_sentences(tape, network.generator_words, network.generator, texts);
  return segment_softmax(tape, row_scores(tape, sentences, network.score), texts.of_candidates);
}

ValuePtr candidate_vectors(Tape& tape, const A2rNetwork& network, const PackedSentences& texts) {
  return read_sentences(tape, network.predictor_words, network.predictor, texts);
}

ValuePtr soft_scores(Tape& tape, const A2rNetwork& network, const PackedSentences& texts,
                     const ValuePtr& shares, const ValuePtr& vectors) {
  return linear(tape, weighted_sum(tape, shares, vectors, texts.of_candidates), network.soft);
}

// A state of the forward direction depends only on the words before it, and a state of the backward direction
// on the words after it. So each direction ends with the sentence, and half of the zeros are never computed.
ValuePtr hard_scores(Tape& tape, const A2rNetwork& network, const PackedSentences& texts,
                     std::span<const uint32_t> chosen) {
  SeenWords forward, backward;
  std::vector<uint32_t> of_sentences = {0};
  for (size_t t = 0; t < texts.texts(); ++t) {
    if (chosen[t] != kNothingDrawn) {
      const uint32_t sentence = texts.candidates[chosen[t]];
      const size_t begin = texts.of_sentences[sentence], end = texts.of_sentences[sentence + 1];
      const auto seen = std::span(texts.words).subspan(begin, end - begin);
      forward.add(seen, begin - texts.of_texts[t], 0);
      backward.add(seen, 0, texts.of_texts[t + 1] - end);
    }
    forward.end_text();
    backward.end_text();
    of_sentences.push_back(static_cast<uint32_t>(forward.places.size()));
  }
  const auto way = [&](SeenWords& seen, const Gru& network_of_way, Direction direction) {
    const auto x = gather(tape, {{&network.predictor_words, std::move(seen.words)}});
    return pick_rows(tape, gru(tape, x, seen.of_texts, network_of_way, direction), std::move(seen.places));
  };
  const auto ahead = way(forward, network.predictor.forward, Direction::forward);
  const auto states =
      join_columns(tape, {ahead, way(backward, network.predictor.backward, Direction::backward)});
  return linear(tape, pool(tape, Pooling::max, states, of_sentences), network.hard);
}

std::vector<uint32_t> most_probable(const Value& shares, std::span<const uint32_t> of_candidates) {
  std::vector<uint32_t> out;
  for (size_t t = 0; t + 1 < of_candidates.size(); ++t) {
    const uint32_t first = of_candidates[t], count = of_candidates[t + 1] - first;
    const auto some = std::span(shares.numbers).subspan(first, count);
    out.push_back(count == 0 ? kNothingDrawn
                             : first + static_cast<uint32_t>(std::ranges::max_element(some) - some.begin()));
  }
  return out;
}

std::vector<size_t> pieces_of_texts(std::span<const A2rText* const> texts) {
  std::vector<size_t> out = {0};
  size_t words = 0;
  for (size_t t = 0; t < texts.size(); ++t) {
    const size_t some = texts[t]->words.size();
    if (t > out.back() && words + some > kWordsOfPiece) {
      out.push_back(t);
      words = 0;
    }
    words += some;
  }
  if (!texts.empty()) out.push_back(texts.size());
  return out;
}

A2rAnswers answers_of(const A2rNetwork& network, std::span<const A2rText> texts, int threads) {
  A2rAnswers out{FloatMatrix(texts.size(), network.classes()),
                 std::vector<uint32_t>(texts.size(), kNothingDrawn)};
  std::vector<const A2rText*> all;
  for (const A2rText& text : texts) all.push_back(&text);
  const std::vector<size_t> begins = pieces_of_texts(all);
  parallel_for(begins.size() - 1, threads, [&](size_t piece) {
    const size_t first = begins[piece], last = begins[piece + 1];
    PackedSentences packed;
    for (size_t t = first; t < last; ++t) packed.add(texts[t]);
    Tape tape;
    const auto chosen = most_probable(*candidate_shares(tape, network, packed), packed.of_candidates);
    const auto scores = hard_scores(tape, network, packed, chosen);
    std::ranges::copy(scores->numbers, out.scores.row(first).begin());
    for (size_t t = first; t < last; ++t)
      if (chosen[t - first] != kNothingDrawn)
        out.chosen[t] = chosen[t - first] - packed.of_candidates[t - first];
  });
  return out;
}

namespace {

std::string vocabulary_file(const std::string& folder) {
  return (std::filesystem::path(folder) / "vocabulary.json").string();
}

// Returns a dimension of a matrix in the file; a data error if it is missing or 0.
Result<size_t> size_in(const Weights& weights, const char* name, size_t dimension) {
  const TensorInfo* found = weights.find(name);
  if (found == nullptr || found->shape.size() != 2 || found->shape[0] == 0 || found->shape[1] == 0)
    return data_error(weights.folder() + ": there is no matrix " + name);
  return static_cast<size_t>(found->shape[dimension]);
}

}  // namespace

Status save_a2r(const std::string& folder, const LoadedA2r& model) {
  TensorList list;
  const auto add = [&](const auto&... part) { list.add(part...); };
  each_generator_part(model.network, add);
  each_predictor_part(model.network, add);
  SF_TRY(list.write(folder));
  return write_file(vocabulary_file(folder), model.vocabulary.save().dump() + "\n");
}

Result<LoadedA2r> load_a2r(const std::string& folder) {
  const std::string path = vocabulary_file(folder);
  SF_ASSIGN(const std::string text, read_plain_file(path));
  SF_ASSIGN(const auto json, parse_json(text, path));
  SF_ASSIGN(A2rVocabulary vocabulary, A2rVocabulary::restore(json));
  SF_ASSIGN(const Weights weights, Weights::open(folder));
  A2rSizes sizes{.word_rows = vocabulary.rows()};
  SF_ASSIGN(sizes.word_columns, size_in(weights, "predictor.words.weight", 1));
  SF_ASSIGN(sizes.units, size_in(weights, "predictor.forward.recurrent.weight", 1));
  SF_ASSIGN(sizes.classes, size_in(weights, "predictor.hard.weight", 0));
  LoadedA2r out{std::move(vocabulary), A2rNetwork::begin(sizes, 0)};
  PartReader reader(weights);
  const auto fill = [&](auto&&... part) { reader.fill(part...); };
  each_generator_part(out.network, fill);
  each_predictor_part(out.network, fill);
  if (!reader.status()) return Failure(reader.status().error());
  return out;
}

A2rTokens a2r_tokens(std::string_view text, const A2rReading& reading) {
  A2rTokens out;
  std::vector<uint32_t> starts;
  sentence_starts(text, starts);
  std::string lower;
  for (size_t s = 0; s < starts.size() && !out.cut; ++s) {
    const size_t begin = starts[s], end = s + 1 < starts.size() ? starts[s + 1] : text.size();
    bool goes_on = out.spans.size() == reading.most_sentences;
    for (const std::string_view token : word_tokens(text.substr(begin, end - begin))) {
      if (out.tokens.size() == reading.most_tokens) {
        out.cut = true;
        break;
      }
      const auto at = static_cast<uint32_t>(token.data() - text.data()),
                 behind = static_cast<uint32_t>(at + token.size());
      if (!goes_on) {
        out.spans.push_back({at, behind});
        out.sentences.push_back(out.sentences.back());
        goes_on = true;
      }
      lower.clear();
      to_lower(token, lower);
      out.tokens.push_back(lower);
      out.spans.back().end = behind;
      ++out.sentences.back();
    }
  }
  return out;
}

A2rVocabulary A2rVocabulary::learn(std::span<const A2rTokens> texts, uint64_t least_count) {
  std::map<std::string_view, uint64_t> counts;
  for (const A2rTokens& text : texts)
    for (const std::string& token : text.tokens) ++counts[token];
  A2rVocabulary out;
  for (const auto& [word, count] : counts)
    if (count >= least_count) out.words_.emplace_back(word);
  return out;
}

uint32_t A2rVocabulary::number(std::string_view word) const {
  const auto found = std::ranges::lower_bound(words_, word, std::less<>());
  return found == words_.end() || *found != word ? kUnknown
                                                 : kFirstWord + static_cast<uint32_t>(found - words_.begin());
}

Result<A2rVocabulary> A2rVocabulary::restore(const nlohmann::ordered_json& saved) {
  A2rVocabulary out;
  saved.get_to(out.words_);
  if (std::ranges::adjacent_find(out.words_, std::greater_equal<>()) != out.words_.end())
    return data_error("the words of a saved vocabulary are not in ascending order");
  return out;
}

A2rText numbered(const A2rVocabulary& vocabulary, const A2rTokens& tokens, const A2rReading& reading) {
  A2rText out;
  for (const std::string& token : tokens.tokens) out.words.push_back(vocabulary.number(token));
  out.sentences = tokens.sentences;
  const auto sentences = static_cast<uint32_t>(tokens.spans.size());
  for (uint32_t s = 0; s < sentences; ++s)
    if (tokens.sentences[s + 1] - tokens.sentences[s] >= reading.shortest_sentence)
      out.candidates.push_back(s);
  if (!out.candidates.empty()) return out;
  out.candidates.resize(sentences);
  std::iota(out.candidates.begin(), out.candidates.end(), 0U);
  return out;
}

void PackedSentences::add(const A2rText& text) {
  const auto first = static_cast<uint32_t>(of_sentences.size() - 1);
  const uint32_t before = of_texts.back();
  words.insert(words.end(), text.words.begin(), text.words.end());
  for (size_t s = 1; s < text.sentences.size(); ++s) of_sentences.push_back(before + text.sentences[s]);
  for (const uint32_t candidate : text.candidates) candidates.push_back(first + candidate);
  of_texts.push_back(static_cast<uint32_t>(words.size()));
  of_candidates.push_back(static_cast<uint32_t>(candidates.size()));
}

}  // namespace standfast
