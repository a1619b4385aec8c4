#include "standfast/neural/masked/learn_masked.h"

#include <algorithm>
#include <cmath>

#include "standfast/base/parallel.h"
#include "standfast/neural/train/learned_parts.h"
#include "standfast/num/autodiff/linear.h"
#include "standfast/num/autodiff/losses.h"

namespace standfast {
namespace {

// The masked tokens of a batch, text by text.
struct Asked {
  std::vector<uint32_t> places;  // within their texts
  std::vector<uint32_t> words;
  std::vector<size_t> begins = {0};  // of each text

  explicit Asked(std::span<const MaskedTokens> hidden) {
    for (const MaskedTokens& one : hidden) {
      places.insert(places.end(), one.places.begin(), one.places.end());
      words.insert(words.end(), one.words.begin(), one.words.end());
      begins.push_back(places.size());
    }
  }

  // Computes the losses of texts [first, last), and gradients if the tape records. Each loss is weighted by
  // `share`.
  void go(const MaskedModel& model, Tape& tape, const TokenRows& rows, size_t first, size_t last,
          double share, std::span<double> losses) const {
    const size_t from = begins[first], some = begins[last] - from;
    if (some == 0) return;
    std::vector<uint32_t> at;
    for (size_t s = first; s < last; ++s)
      for (size_t i = begins[s]; i < begins[s + 1]; ++i) at.push_back(rows.segments[s - first] + places[i]);
    const ValuePtr scores = model.scores(tape, rows, std::move(at));
    const std::vector<double> shares(some, share);
    cross_entropy(tape, scores, std::span(words).subspan(from, some), shares, losses.subspan(from, some));
  }
};

}  // namespace

std::vector<Parameter> let_learn(MaskedModel& model) {
  std::vector<Parameter> list;
  learn(model.encoder(), 0, list);
  MaskedHead& head = model.head();
  learn(head.dense, "head", list);
  learn(head.norm, "head norm", list);
  let_learn(head.words);
  list.push_back(
      {.name = "words of the head.bias", .numbers = head.words.bias, .gradient = head.words.learns->bias});
  return list;
}

void stop_learning(MaskedModel& model) {
  stop_learning(model.encoder());
  MaskedHead& head = model.head();
  head.dense.learns.reset();
  head.norm.learns.reset();
  head.words.learns.reset();
}

void follow_table(MaskedModel& model, int threads) {
  follow(model.encoder().weights().words, model.head().words, threads);
}

double learn_masked(MaskedModel& model, BatchRunner& runner, const Batch& batch,
                    std::span<const MaskedTokens> hidden, std::span<const uint64_t> streams, int threads) {
  const Asked asked(hidden);
  const double share = 1 / static_cast<double>(asked.words.size());
  std::vector<double> losses(asked.words.size());
  runner.run(
      batch, streams,
      [&](Tape& tape, const TokenRows& rows, size_t first, size_t last) {
        asked.go(model, tape, rows, first, last, share, losses);
      },
      threads);
  give_gradient(model.head().words, model.encoder().weights().words, threads);
  double loss = 0;
  for (const double one : losses) loss += share * one;
  return loss;
}

double loss_of_masked(const MaskedModel& model, const Batch& batch, std::span<const MaskedTokens> hidden) {
  const Asked asked(hidden);
  std::vector<double> losses(asked.words.size());
  Tape tape;
  asked.go(model, tape, {.ids = batch.ids, .types = {}, .segments = batch.segments}, 0, batch.texts(), 1,
           losses);
  double loss = 0;
  for (const double one : losses) loss += one;
  return loss;
}

MaskedTokens mask_tokens(const TokenMaskRule& rule, Rng rng, std::span<int32_t> ids) {
  std::vector<uint32_t> plain;
  for (uint32_t i = 0; i < ids.size(); ++i)
    if (ids[i] >= rule.first_plain) plain.push_back(i);
  const auto wanted = static_cast<uint32_t>(std::llround(rule.share * static_cast<double>(plain.size())));
  MaskedTokens out;
  for (const uint32_t chosen :
       rng.choose(static_cast<uint32_t>(plain.size()),
                  std::clamp<uint32_t>(wanted, 1, static_cast<uint32_t>(plain.size())))) {
    int32_t& id = ids[plain[chosen]];
    out.places.push_back(plain[chosen]);
    out.words.push_back(static_cast<uint32_t>(id));
    const double way = rng.uniform();
    if (way < 0.8)
      id = rule.mask;
    else if (way < 0.9)
      id = rule.first_plain +
           static_cast<int32_t>(rng.below(static_cast<uint64_t>(rule.end - rule.first_plain)));
  }
  return out;
}

static void add_blocks(std::span<const int32_t> text, size_t length, int32_t first_plain, TextTokens& out) {
  const size_t most = length - 2;
  const auto inside = text.subspan(1, text.size() - 2);
  for (size_t at = 0; at < inside.size(); at += most) {
    const auto some = inside.subspan(at, std::min(most, inside.size() - at));
    if (std::ranges::all_of(some, [&](int32_t id) { return id < first_plain; })) continue;
    out.ids.push_back(text.front());
    out.ids.insert(out.ids.end(), some.begin(), some.end());
    out.ids.push_back(text.back());
    out.begins.push_back(static_cast<uint32_t>(out.ids.size()));
  }
}

TextTokens cut_blocks(const token::Tokenizer& tokenizer, std::span<const std::string_view> texts,
                      size_t length, int32_t first_plain, int threads) {
  constexpr size_t kTextsOfPiece = 64;
  std::vector<TextTokens> pieces((texts.size() + kTextsOfPiece - 1) / kTextsOfPiece);
  parallel_for(pieces.size(), threads, [&](size_t p) {
    token::Tokens tokens;
    const size_t from = p * kTextsOfPiece;
    for (const std::string_view text : texts.subspan(from, std::min(kTextsOfPiece, texts.size() - from))) {
      tokenizer.encode(text, 0, tokens);
      add_blocks(tokens.ids, length, first_plain, pieces[p]);
    }
  });
  TextTokens out;
  for (const TextTokens& piece : pieces) {
    const auto before = static_cast<uint32_t>(out.ids.size());
    out.ids.insert(out.ids.end(), piece.ids.begin(), piece.ids.end());
    for (size_t b = 1; b < piece.begins.size(); ++b) out.begins.push_back(before + piece.begins[b]);
  }
  out.cut.assign(out.texts(), 0);
  return out;
}

}  // namespace standfast
