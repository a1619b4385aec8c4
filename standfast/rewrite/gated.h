// Candidate rewrites of documents and what the gates say of each: from a language model, from a file or from a column.
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
  std::optional<std::string> text;  // the rewrite; nothing: there is none
  std::string trouble = {};         // why there is none
};

struct GatedRewrites {
  struct Passed {
    std::string id, text;
  };
  struct Refused {
    std::string id;
    std::vector<std::string> gates, reasons;  // which objected, and why; empty where there was no rewrite
    std::string trouble;                      // why there was none
  };
  std::vector<Passed> passed;                  // in the order of the candidates
  std::vector<Refused> refused;                // likewise
  std::map<std::string, uint64_t> objections;  // by gate; a rewrite may fail several
  uint64_t missing = 0;                        // candidates without a rewrite
};

// Every gate looks at every rewrite. strip: outer quotes and white space are taken away first (gates.h).
GatedRewrites gated(std::vector<CandidateRewrite> candidates, const std::vector<const Gate*>& gates,
                    const GateOptions& options, bool strip);

// The lines of both files: {"id", "style", "text"} and {"id", "style", "gates", "reasons"}, the second without texts.
std::string passed_lines(const GatedRewrites& rewrites, const std::string& style);
std::string refused_lines(const GatedRewrites& rewrites, const std::string& style);

}  // namespace standfast
