// Files of verification: answers of a system and truth, in PAN's JSONL or as a table; plain, .gz, .zst, or
// "-" for standard input. Order of lines is free; answers and truth are joined by id.
//
// Answers: JSONL {"id": ..., "value": number}; or a table (comma, semicolon or tab) with a header that has id
// and one of score, value, probability; or a table without header of two columns, id and score. Truth: JSONL
// {"id": ..., "same": bool, "authors": [a, b]}; or a table with a header id, same and, if there are authors,
// author_a and author_b (also author1, author2). authors are optional.
//
// Outcomes of odd input, chosen to agree with PAN's evaluator where it has one:
// - duplicate id: in answers the last line wins, counted; in a truth a data error (it decides what is scored)
// - one-element list: [0.7] is taken as 0.7, counted
// - no value, but same: true or false is taken as 1 or 0, counted
// - whole numbers: taken as they are
// - blank line: skipped, counted (PAN's evaluator crashes)
// - no final newline, CRLF, byte order mark: accepted
// - NaN, infinity, text, null: a data error with the line (PAN's evaluator prints zeros)
// - outside [0, 1]: a data error with the line, or counted and clipped or kept where the profile says so
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/metric/pairs/profile.h"

namespace standfast {

// Predictions of a model, item by item.
struct Predictions {
  std::vector<std::string> ids;
  std::vector<double> values;  // verification: [0, 1], exactly 0.5 is a non-answer
};

struct Answers {
  Predictions predictions;  // one per id, in the order of first appearance
  // Counts of unusual lines.
  uint64_t duplicates = 0, lists = 0, from_same = 0, blank_lines = 0;
  uint64_t outside = 0;             // [0, 1]: clipped or kept
  std::string first_repeated = {};  // the first id with a second line; "" for none
};

struct Truth {
  std::vector<std::string> ids;  // distinct, in the order of the file
  std::vector<uint8_t> same;
  std::vector<std::string> authors;          // names by code, in order of appearance
  std::vector<uint32_t> author_a, author_b;  // codes, or kNoAuthor
  uint64_t blank_lines = 0;
};
inline constexpr uint32_t kNoAuthor = 0xffffffffU;

// Reads answers or a truth. path: a file, or a PAN folder that holds answers.jsonl (truth.jsonl), possibly
// with .gz or .zst.
Result<Answers> read_answers(const std::string& path, OutOfRange rule = OutOfRange::refuse);
Result<Truth> read_truth(const std::string& path);

// Parses the same from bytes in memory; `name` stands in messages for the file.
Result<Answers> parse_answers(std::string content, const std::string& name,
                              OutOfRange rule = OutOfRange::refuse);
Result<Truth> parse_truth(std::string content, const std::string& name);

// The answers in the order of a truth.
struct JoinedAnswers {
  std::vector<double> scores;  // one per truth id
  uint64_t missing = 0;        // truth ids without an answer: they score 0.5, a non-answer
  uint64_t extra = 0;          // answers whose id is not in the truth
  std::string first_extra, first_missing;
};
JoinedAnswers join(const Truth& truth, const Predictions& predictions);

}  // namespace standfast
