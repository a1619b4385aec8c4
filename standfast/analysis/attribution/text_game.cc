#include "standfast/analysis/attribution/text_game.h"

#include <cassert>

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
      "words: words and the marks around them; whitespace: what stands between white space; fine: runs "
      "of letters, and every other character");
  table.add("mask", &O::mask,
            "what stands in the place of a token that is left out; empty: nothing (one space)");
  table.add("collapse", &O::collapse, "a run of tokens that are left out becomes one mask");
  table.words_in_order("output", &O::output, kOutputSpaces,
                       "what is shared out: log-odds of each class against all others, or its probability");
  table.words(
      "evaluate", &O::by_texts, {{"auto", false}, {"texts", true}},
      "auto: linear models of single words are evaluated from their weights; texts: every model is given texts");
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

}  // namespace standfast
