#include "standfast/rewrite/prompt.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/options.h"

namespace standfast {

std::string RewriteStyle::prompt() const {
  return fmt::format(
      "### Instruction: {} Format:\n"
      "Input Text: [TEXT TO BE MODIFIED].\n"
      "### Output: [MODIFIED TEXT].\n"
      "Input Text: \"{}\"\n"
      "### Output:\n",
      instruction, kTextPlace);
}

const std::vector<RewriteStyle>& rewrite_styles() {
  static const std::vector<RewriteStyle> styles = {
      {"formal",
       "Rephrase the following text with complex sentence structures and professional language. Keep its "
       "meaning."},
      {"casual",
       "Rewrite the following text in simple, short and straightforward sentences with casual spoken words. "
       "Avoid complex, long and difficult sentences. Keep its meaning."},
      {"shakespeare", "Rewrite the following text as if it was written by William Shakespeare."},
      {"hemingway", "Rewrite the following text as if it was written by Ernest Hemingway."},
  };
  return styles;
}

Result<const RewriteStyle*> find_rewrite_style(std::string_view name) {
  std::vector<std::string> names;
  for (const auto& style : rewrite_styles()) {
    if (style.name == name) return &style;
    names.push_back(style.name);
  }
  const std::string hint = nearest_name(name, names);
  return usage_error(
      fmt::format("there is no prompt for the style \"{}\"{}; a style of your own needs --prompt FILE", name,
                  hint.empty() ? fmt::format(" (there are: {})", fmt::join(names, ", "))
                               : fmt::format("; did you mean \"{}\"?", hint)));
}

const std::vector<JudgeQuestion>& judge_questions() {
  static const std::vector<JudgeQuestion> questions = {
      {"meaning",
       "How much of the meaning is the same, whatever the style? (1: 0 %, 2: 25 %, 3: 50 %, 4: 75 %, 5: 100 "
       "%)",
       "the meaning is the same"},
      {"attitude",
       "How much of the author's attitude is the same, whatever the style? (1: 0 %, 2: 25 %, 3: 50 %, 4: 75 "
       "%, 5: 100 %)",
       "the attitude is the same"},
      {"added",
       "How much was added that the original does not say? (1: very much, 2: much, 3: some, 4: little, 5: "
       "nothing)",
       "nothing was added"},
      {"omitted",
       "How much of the original was left out? (1: very much, 2: much, 3: some, 4: little, 5: nothing)",
       "nothing was left out"},
  };
  return questions;
}

std::string judge_prompt() {
  std::string prompt =
      "A text was rewritten in another style. Answer four questions about the rewrite, each with a whole "
      "number from 1 to 5.\n";
  for (const auto& one : judge_questions()) prompt += fmt::format("{}: {}\n", one.name, one.asks);
  prompt += fmt::format(
      "Answer with one line of JSON and nothing else, of this form: "
      "{{\"meaning\": 1, \"attitude\": 1, \"added\": 1, \"omitted\": 1}}\n\n"
      "Original:\n{}\n\nRewrite:\n{}\n",
      kTextPlace, kRewritePlace);
  return prompt;
}

Status check_prompt(const std::string& owner, std::string_view prompt,
                    const std::vector<std::string_view>& places) {
  for (const std::string_view place : places)
    if (prompt.find(place) == std::string_view::npos)
      return usage_error(fmt::format("{}: the prompt has no {}, where the {} goes", owner, place,
                                     place == kTextPlace ? "document" : "rewrite"));
  return {};
}

std::string filled_prompt(std::string_view prompt, std::string_view text, std::string_view rewrite) {
  std::string filled;
  for (size_t at = 0; at < prompt.size();) {
    const std::string_view rest = prompt.substr(at);
    if (rest.starts_with(kTextPlace)) {
      filled += text;
      at += kTextPlace.size();
    } else if (rest.starts_with(kRewritePlace)) {
      filled += rewrite;
      at += kRewritePlace.size();
    } else {
      const size_t next = std::min(prompt.find('{', at + 1), prompt.size());
      filled += prompt.substr(at, next - at);
      at = next;
    }
  }
  return filled;
}

}  // namespace standfast
