// English words of closed classes (articles, pronouns, prepositions, conjunctions, auxiliaries, particles,
// quantifiers, adverbs of grammar): the words that show habit rather than subject.
#pragma once

#include <span>
#include <string_view>

namespace standfast {

std::span<const std::string_view> english_function_words();

}  // namespace standfast
