// Prompts by which a language model rewrites a text or judges a rewrite. A prompt is a text with {text} in
// place of the document (a judge's prompt also has {rewrite}).
//
// The presets of rewriting have the instructions and the frame of "Navigating the Shortcut Maze" (Zhou et al.
// 2024, figures 5 and 6). The paper names its four questions to a judge and their scales (section 4 of its
// appendix), but not the prompt; the wording here is ours.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

inline constexpr std::string_view kTextPlace = "{text}", kRewritePlace = "{rewrite}";

struct RewriteStyle {
  std::string name;         // "formal"
  std::string instruction;  // the instruction to the model
  // Returns the prompt: the instruction in the frame of the paper.
  std::string prompt() const;
};

const std::vector<RewriteStyle>& rewrite_styles();
// Returns the style. An unknown name is a usage error that suggests another one.
Result<const RewriteStyle*> find_rewrite_style(std::string_view name);

// The four questions about a rewrite, in the order of the prompt.
struct JudgeQuestion {
  std::string name;     // "meaning"
  std::string asks;     // one line
  std::string highest;  // meaning of a 5
};
const std::vector<JudgeQuestion>& judge_questions();
std::string judge_prompt();

// Checks that every place is in the prompt, else a usage error. owner: a file or a flag, for the message.
Status check_prompt(const std::string& owner, std::string_view prompt,
                    const std::vector<std::string_view>& places);
// Returns the prompt with its places filled. Filled-in text is not searched for places again.
std::string filled_prompt(std::string_view prompt, std::string_view text, std::string_view rewrite = "");

}  // namespace standfast
