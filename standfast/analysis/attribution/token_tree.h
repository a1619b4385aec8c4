// The binary tree over the tokens of a text that the partition explainer goes down: neighbours that belong together
// are joined first. Rules and scores are those of SHAP's text masker (Lundberg and Lee 2017, the program shap): the
// adjacent pair of groups with the best score is joined, the first of equals, until one group is left. Scores:
//
//   + 20   the right group begins with a piece of a word ("##ing")
//   + 15   around an apostrophe: the right group is ' or ' with t or s, or the left ends in ' and the right begins with
//          t or s
//   - 1000 one of the two ends in a [..] mark (left group's first token, right group's last) and the other does not
//   - 100  the right group begins with a "(" that is not closed, or the left group ends in a ")" that is not opened
//   - 2    the left group begins with "("
//   - 2    the left group ends in, or the right begins with, but, and, or
//   - 10   the left group ends in a comma; the right begins with one (- 1 if the comma is alone)
//   - 20   the left group ends in . ? or !; the right begins with one (- 1 if it is alone)
//   - the number of tokens of both
//
// A bracket counts as closed once a group begins with "(" and ends in ")". With tokens that hold marks and words
// (`whitespace`) most rules see nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "standfast/analysis/attribution/text_tokens.h"

namespace standfast {

struct TokenTree {
  struct Node {
    uint32_t begin = 0, end = 0;   // tokens [begin, end)
    uint32_t left = 0, right = 0;  // of more than one token: its children
    uint32_t size() const { return end - begin; }
  };
  // Nodes 0 .. n-1 are the tokens, then groups in the order in which they were joined; the last is the root.
  std::vector<Node> nodes;

  uint32_t root() const { return static_cast<uint32_t>(nodes.size() - 1); }  // there is a token
  // Answers that shares of single tokens take, beside those of no and of all tokens: two for each group in each of the
  // 2^depth contexts that it stands in. Infinite beyond what a double holds.
  double evaluations() const;
};

// No tokens: no nodes.
TokenTree make_token_tree(std::string_view text, std::span<const TokenSpan> tokens);

}  // namespace standfast
