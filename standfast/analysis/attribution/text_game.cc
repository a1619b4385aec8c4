#include "standfast/analysis/attribution/text_game.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "standfast/base/parallel.h"
#include "standfast/text/utf8.h"

namespace standfast {

void TextGame::walk(uint32_t, std::span<const uint32_t>, DenseMatrix&) const {
  assert(false && "this game does not walk");
}

OptionTable<GameOptions> game_table() {
  using O = GameOptions;
  using Words = std::vector<std::string>;
  OptionTable<O> table;
  table.words_in_order(
      "tokens", &O::tokens, Words{"words", "whitespace", "fine"},
      "words: words and the marks around them; whitespace: runs between white space; fine: runs "
      "of letters, and every other character");
  table.add("mask", &O::mask, "replacement of a token that is left out; empty: nothing (one space)");
  table.add("collapse", &O::collapse, "replace a run of tokens that are left out by one mask");
  table.words_in_order("output", &O::output, kOutputSpaces,
                       "explained output: the log-odds of each class against all others, or its probability");
  table.words(
      "evaluate", &O::by_texts, {{"auto", false}, {"texts", true}},
      "auto: linear models of single words are evaluated from their weights; texts: every model is given "
      "texts");
  table.require([](const O& o) { return is_valid_utf8(o.mask) ? std::string() : "mask is not UTF-8"; });
  return table;
}

std::vector<std::vector<TokenSpan>> players_of(const GameRequest& request, TokenRule rule) {
  std::vector<std::vector<TokenSpan>> players;
  for (uint32_t i = 0; i < request.documents.size(); ++i) {
    players.push_back(split_tokens(request.documents.text(i), rule));
    if (!request.whole.empty()) players.back() = join_tokens(players.back(), request.whole[i]);
  }
  return players;
}

namespace {

// A document as the terms of its tokens. Terms are numbered within the document.
struct BagDocument {
  struct Entry {
    uint32_t term = 0, count = 0;
  };
  std::vector<uint32_t> begins = {0};  // players + 1: the entries of player i are begins[i] .. begins[i + 1]
  std::vector<Entry> entries;
  std::vector<double> scale;    // by term: its idf, or 1
  std::vector<double> weights;  // terms x classes of the model, times the scale
};

// The running sums of an answer as players join.
struct BagSums {
  std::vector<uint32_t> counts;  // by term
  std::vector<double> scores;    // by class of the model, before norm and intercept
  double length = 0;             // length of the row: squared (l2) or summed (l1)
  std::vector<double> answer, softmax;

  void clear(size_t terms, size_t classes) {
    counts.assign(terms, 0);
    scores.assign(classes, 0);
    softmax.resize(classes);
    length = 0;
  }
};

class BagGame final : public TextGame {
 public:
  BagGame(const GameRequest& request, const GameOptions& options, LinearView view, WordBag bag)
      : TextGame(players_of(request, options.tokens), request.classes),
        view_(std::move(view)),
        bag_(std::move(bag)),
        output_(options.output),
        threads_(request.context.threads),
        documents_(request.documents.size()) {
    // The value of a presence model is 0 or 1, whatever the weights of the row are.
    if (view_.presence) bag_ = {.idf = {}, .norm = Norm::none, .binary = true, .words = bag_.words};
    parallel_for(
        documents_.size(), threads_,
        [&](size_t i) { read(static_cast<uint32_t>(i), request.documents.text(i)); }, 16);
  }

  Status play(const Coalitions& coalitions, DenseMatrix& values) const override {
    values = DenseMatrix(coalitions.size(), classes());
    parallel_ranges(coalitions.size(), threads_, 64, [&](size_t begin, size_t end, int) {
      BagSums sums;
      for (size_t i = begin; i < end; ++i) {
        const uint32_t document = coalitions.document(i);
        const BagDocument& bag = documents_[document];
        sums.clear(bag.scale.size(), view_.classes.size());
        const auto players = coalitions.players(i);
        for (size_t p = 0; p < this->players(document); ++p)
          if (plays(players, p)) join(bag, p, sums);
        answer(sums, values.row(i));
      }
    });
    return {};
  }

  bool walks() const override { return true; }
  void walk(uint32_t document, std::span<const uint32_t> order, DenseMatrix& values) const override {
    const BagDocument& bag = documents_[document];
    BagSums sums;
    sums.clear(bag.scale.size(), view_.classes.size());
    values.rows = order.size() + 1;
    values.columns = classes();
    values.data.resize(values.rows * values.columns);
    answer(sums, values.row(0));
    for (size_t i = 0; i < order.size(); ++i) {
      join(bag, order[i], sums);
      answer(sums, values.row(i + 1));
    }
  }

 private:
  void read(uint32_t document, std::string_view text) {
    BagDocument& bag = documents_[document];
    const auto& tokens = this->tokens(document);
    auto places = view_.features->places(text);
    std::sort(places.begin(), places.end(), [](const FeaturePlace& a, const FeaturePlace& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.column < b.column;
    });
    std::unordered_map<uint32_t, uint32_t> term_of;
    size_t at = 0;
    for (const TokenSpan& token : tokens) {
      const size_t first = bag.entries.size();
      for (; at < places.size() && places[at].begin < token.end; ++at) {
        const auto [known, is_new] =
            term_of.try_emplace(places[at].column, static_cast<uint32_t>(bag.scale.size()));
        if (is_new) bag.scale.push_back(bag_.idf.empty() ? 1.0 : bag_.idf[places[at].column]);
        const auto same =
            std::find_if(bag.entries.begin() + static_cast<std::ptrdiff_t>(first), bag.entries.end(),
                         [&, term = known->second](const auto& entry) { return entry.term == term; });
        if (same == bag.entries.end())
          bag.entries.push_back({known->second, 1});
        else
          ++same->count;
      }
      bag.begins.push_back(static_cast<uint32_t>(bag.entries.size()));
    }
    const size_t classes = view_.classes.size();
    bag.weights.resize(bag.scale.size() * classes);
    for (const auto& [column, term] : term_of)
      for (size_t c = 0; c < classes; ++c)
        bag.weights[term * classes + c] = bag.scale[term] * view_.weights.row(column)[c];
  }

  void join(const BagDocument& bag, size_t player, BagSums& sums) const {
    const size_t classes = view_.classes.size();
    for (uint32_t e = bag.begins[player]; e < bag.begins[player + 1]; ++e) {
      const auto [term, count] = bag.entries[e];
      const uint32_t before = sums.counts[term], after = before + count;
      sums.counts[term] = after;
      if (bag_.binary && before > 0) continue;
      const double was = before, is = bag_.binary ? 1.0 : after, scale = bag.scale[term];
      const double* const weights = bag.weights.data() + term * classes;
      for (size_t c = 0; c < classes; ++c) sums.scores[c] += (is - was) * weights[c];
      sums.length += bag_.norm == Norm::l2 ? (is * is - was * was) * scale * scale : (is - was) * scale;
    }
  }

  void answer(BagSums& sums, std::span<double> out) const {
    double factor = 1;
    if (bag_.norm != Norm::none && sums.length > 0)
      factor = 1 / (bag_.norm == Norm::l2 ? std::sqrt(sums.length) : sums.length);
    const size_t n = view_.classes.size();
    double highest = -INFINITY, sum = 0;
    for (size_t c = 0; c < n; ++c) {
      sums.softmax[c] = view_.bias[c] + factor * sums.scores[c];
      highest = std::max(highest, sums.softmax[c]);
    }
    for (size_t c = 0; c < n; ++c) sum += sums.softmax[c] = std::exp(sums.softmax[c] - highest);
    sums.answer.assign(out.size(), 0);
    for (size_t c = 0; c < n; ++c) sums.answer[view_.classes[c]] = sums.softmax[c] / sum;
    to_output(sums.answer, output_, out);
  }

  LinearView view_;
  WordBag bag_;
  OutputSpace output_;
  int threads_;
  std::vector<BagDocument> documents_;
};

}  // namespace

Result<std::unique_ptr<TextGame>> make_bag_game(const GameRequest& request, const GameOptions& options) {
  const LinearModel* linear = linear_model(*request.classifier);
  if (linear == nullptr) return nullptr;
  SF_ASSIGN(LinearView view, linear->linear());
  auto bag = view.features->word_bag();
  if (!bag || (bag->words != WordRule::letters && options.tokens == TokenRule::fine)) return nullptr;
  if (!options.mask.empty() && !view.features->places(options.mask).empty()) return nullptr;
  return std::make_unique<BagGame>(request, options, std::move(view), std::move(*bag));
}

namespace {

// The size of a batch of edited texts. A program (`command`) is started once per batch.
constexpr size_t kLotBytes = size_t{64} << 20;

// The text game of any classifier: edited texts are created and passed to the classifier in batches.
class PredictGame final : public TextGame {
 public:
  PredictGame(const GameRequest& request, const GameOptions& options)
      : TextGame(players_of(request, options.tokens), request.classes),
        request_(request),
        rule_{options.mask, options.collapse},
        output_(options.output) {}

  Status play(const Coalitions& coalitions, DenseMatrix& values) const override {
    values = DenseMatrix(coalitions.size(), classes());
    std::string text;
    for (size_t begin = 0; begin < coalitions.size();) {
      CorpusBuilder builder("edited texts");
      size_t end = begin, bytes = 0;
      for (; end < coalitions.size() && bytes < kLotBytes; ++end) {
        const uint32_t document = coalitions.document(end);
        write_edited(request_.documents.text(document), tokens(document), coalitions.players(end), rule_,
                     text);
        bytes += text.size() + 64;
        SF_TRY(builder.add(fmt::format("{}/{}", document, end), text, {}));
      }
      const Corpus edited = std::move(builder).finish();
      std::vector<uint32_t> rows(edited.size());
      std::iota(rows.begin(), rows.end(), 0U);
      DenseMatrix answers;
      SF_TRY(request_.classifier->predict({&edited, rows}, request_.context, answers));
      for (size_t i = begin; i < end; ++i) to_output(answers.row(i - begin), output_, values.row(i));
      begin = end;
    }
    return {};
  }

 private:
  GameRequest request_;
  MaskRule rule_;
  OutputSpace output_;
};

std::unique_ptr<TextGame> make_predict_game(const GameRequest& request, const GameOptions& options) {
  return std::make_unique<PredictGame>(request, options);
}

// Creates the fastest text game for a classifier. A linear model of single words is asked for its weights,
// and its answers to edited texts are computed without creating them (unless by_texts), up to rounding; any
// other classifier gets the texts. Objects named in the request must outlive the game.
Result<std::unique_ptr<TextGame>> make_text_game(const GameRequest& request, const GameOptions& options) {
  if (!options.by_texts) {
    SF_ASSIGN(auto bag, make_bag_game(request, options));
    if (bag) return bag;
  }
  return make_predict_game(request, options);
}

}  // namespace

Result<std::vector<Attribution>> GameExplainer::explain(const ExplainedModel& model,
                                                        const DocumentView& documents,
                                                        const ExplainContext& context) const {
  const GameRequest request{
      .classifier = model.classifier,
      .classes = model.names.size(),
      .documents = documents,
      .whole = context.whole,
      .context = {{.seed = context.seed, .threads = context.threads, .sink = context.sink}}};
  SF_ASSIGN(const auto game, make_text_game(request, game_));
  std::vector<Attribution> out(documents.size());
  Coalitions ends;
  for (uint32_t i = 0; i < out.size(); ++i) {
    out[i].tokens = game->tokens(i);
    out[i].shares = DenseMatrix(game->players(i), game->classes());
    out[i].elsewhere.assign(game->classes(), 0);
    ends.add(i, PlayerSet(words_of_players(game->players(i)), 0));
    ends.add(i, all_players(game->players(i)));
  }
  DenseMatrix values;
  SF_TRY(game->play(ends, values));
  for (size_t i = 0; i < out.size(); ++i) {
    const auto base = values.row(2 * i), prediction = values.row(2 * i + 1);
    out[i].base.assign(base.begin(), base.end());
    out[i].prediction.assign(prediction.begin(), prediction.end());
    out[i].evaluations = 2;
  }
  SF_TRY(share(*game, documents, context, out));
  return out;
}

Status in_lots(size_t documents, size_t most, const std::function<size_t(uint32_t)>& cost,
               const std::function<Status(uint32_t begin, uint32_t end)>& body) {
  for (uint32_t begin = 0; begin < documents;) {
    uint32_t end = begin;
    for (size_t sum = 0; end < documents && (end == begin || sum + cost(end) <= most); ++end)
      sum += cost(end);
    SF_TRY(body(begin, end));
    begin = end;
  }
  return {};
}

}  // namespace standfast
