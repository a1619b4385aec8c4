// What a language model is asked when it rewrites a text or judges a rewrite. A prompt is a text with {text} where the
// document goes (a judge's prompt also has {rewrite}).
//
// The presets of rewriting are instructions and frame of "Navigating the Shortcut Maze" (Zhou et al. 2024, figures 5
// and 6). The paper names its four questions to a judge and their scales (section 4 of its appendix), but not the
// prompt; the wording here is ours.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

inline constexpr std::string_view kTextPlace = "{text}", kRewritePlace = "{rewrite}";

struct RewriteStyle {
  std::string name;         // "formal"
  std::string instruction;  // what the model is told to do
  // The prompt: the instruction in the frame of the paper.
  std::string prompt() const;
};

const std::vector<RewriteStyle>& rewrite_styles();
// A usage error that suggests another name.
Result<const RewriteStyle*> find_rewrite_style(std::string_view name);

// The four questions about a rewrite, in the order of the prompt.
struct JudgeQuestion {
  std::string name;     // "meaning"
  std::string asks;     // one line
  std::string highest;  // what 5 says
};
const std::vector<JudgeQuestion>& judge_questions();
std::string judge_prompt();

// A usage error unless every place is in the prompt. owner: a file or a flag, for the message.
Status check_prompt(const std::string& owner, std::string_view prompt,
                    const std::vector<std::string_view>& places);
// The prompt with the places filled. What is filled in is not searched for places again.
std::string filled_prompt(std::string_view prompt, std::string_view text, std::string_view rewrite = "");

}  // namespace standfast
