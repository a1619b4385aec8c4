// Gates: mechanical checks of a rewrite against its original, for faults that a judge, human or model, easily
// overlooks. Each gate gives the reason why a rewrite does not pass; a rewrite that fails one is not used.
// The released rewrites of "Navigating the Shortcut Maze" have empty ones, runaways of 2,968 words and talk
// about the task (specs of the benchmark).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

struct GateOptions {
  double least_ratio = 0.2, most_ratio = 5;  // words of the rewrite / words of the original
  uint32_t free_words = 10;                  // a rewrite with at most so many extra words is never too long
};

struct Gate {
  std::string name;     // "length"
  std::string summary;  // one sentence: the rewrites that do not pass
  // Returns "" if the rewrite passes, else the reason, without words of the texts.
  std::string (*objection)(std::string_view original, std::string_view rewrite, const GateOptions& options);
};

const std::vector<Gate>& rewrite_gates();
// Returns all gates except the named ones. An unknown name is a usage error.
Result<std::vector<const Gate*>> gates_without(const std::vector<std::string>& names);

// Strips white space around the text and one pair of quotes around all of it, repeatedly, because models put
// them around an answer. Quotes that open and close inside the text stay.
std::string_view without_outer_quotes(std::string_view text);

// Candidate rewrites of documents (from a language model, a file or a column) and the verdicts of the gates
// on them.
struct CandidateRewrite {
  std::string id;                   // of the document
  std::string_view original;        // its text
  std::optional<std::string> text;  // the rewrite, if there is one
  std::string trouble = {};         // the reason if there is none
};

struct GatedRewrites {
  struct Passed {
    std::string id, text;
  };
  struct Refused {
    std::string id;
    std::vector<std::string> gates, reasons;  // gates that objected, and their reasons; empty if there was no
                                              // rewrite
    std::string trouble;                      // the reason if there was no rewrite
  };
  std::vector<Passed> passed;                  // in the order of the candidates
  std::vector<Refused> refused;                // likewise
  std::map<std::string, uint64_t> objections;  // by gate; a rewrite may fail several
  uint64_t missing = 0;                        // candidates without a rewrite
};

// Passes every rewrite through every gate. strip: removes outer quotes and white space first.
GatedRewrites gated(std::vector<CandidateRewrite> candidates, const std::vector<const Gate*>& gates,
                    const GateOptions& options, bool strip);

// Returns the lines of the two files: {"id", "style", "text"} and, without texts, {"id", "style", "gates",
// "reasons"}.
std::string passed_lines(const GatedRewrites& rewrites, const std::string& style);
std::string refused_lines(const GatedRewrites& rewrites, const std::string& style);

}  // namespace standfast
