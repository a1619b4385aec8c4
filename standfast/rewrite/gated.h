// Candidate rewrites of documents (from a language model, a file or a column) and the verdicts of the gates
// on them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/rewrite/gates.h"

namespace standfast {

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

// Passes every rewrite through every gate. strip: removes outer quotes and white space first (gates.h).
GatedRewrites gated(std::vector<CandidateRewrite> candidates, const std::vector<const Gate*>& gates,
                    const GateOptions& options, bool strip);

// Returns the lines of the two files: {"id", "style", "text"} and, without texts, {"id", "style", "gates",
// "reasons"}.
std::string passed_lines(const GatedRewrites& rewrites, const std::string& style);
std::string refused_lines(const GatedRewrites& rewrites, const std::string& style);

}  // namespace standfast
