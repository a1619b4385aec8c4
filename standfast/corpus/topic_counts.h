// Counts of documents by author and topic: the data for questions about power, about single-author topics or
// about a replica. They are counted from a corpus, or read from a table that a paper printed.
//
// The file: CSV, first cell "topic" (rows are topics, columns authors) or "author" (the reverse), then
// a row a topic; an empty cell is 0. Lines that begin with # are comments. Names are read as `analyze --out`
// writes them: an apostrophe that keeps a spreadsheet from taking "=x" for a formula is not part of the name.
//
//   topic,Dunning,Holden
//   Music,1,500
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/corpus/corpus.h"

namespace standfast {

struct TopicCounts {
  struct Cell {
    uint32_t topic = 0, author = 0;
    uint64_t documents = 0;
    bool operator==(const Cell&) const = default;
  };
  std::vector<std::string> topics, authors;
  // The cells with documents alone, by topic, then by author: a corpus of a hundred thousand authors and as
  // many topics has few of their crossings.
  std::vector<Cell> cells;

  // Makes the counts from a table. counts: topic-major, one for each topic and author.
  static TopicCounts from_table(std::vector<std::string> topics, std::vector<std::string> authors,
                                const std::vector<uint64_t>& counts);

  uint64_t at(size_t topic, size_t author) const;  // finds the cell: for few look-ups
  std::vector<uint64_t> topic_totals() const;
  std::vector<uint64_t> author_totals() const;
  uint64_t total() const;
};

// Returns the counts without the topics and authors that have no document.
TopicCounts without_empty(const TopicCounts& counts);

// Counts the documents of a corpus. target: the role that stands for authors, e.g. label. Topics and authors
// by name; documents that lack one of the two are not counted, `without` says how many. A data error where a
// column is missing or no document has both.
Result<TopicCounts> topic_counts(const Corpus& corpus, Role target, uint64_t& without);

// Reads a table. Data errors name file and line: an unknown corner, a count that is no whole number, a name
// twice, a row of another length.
Result<TopicCounts> read_topic_counts(const std::string& path);
Result<TopicCounts> parse_topic_counts(std::string_view text, const std::string& where);

}  // namespace standfast
