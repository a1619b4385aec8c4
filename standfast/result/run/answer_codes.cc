#include "standfast/result/run/answer_codes.h"

namespace standfast::result {
namespace {

// Gives old codes new ones, in order of first occurrence.
class Occurrences {
 public:
  // old: codes below this.
  explicit Occurrences(size_t old) : fresh_(old, kNoCode) {}

  void number(uint32_t& code) {
    uint32_t& fresh = code == kNoCode ? without_ : fresh_[code];
    if (fresh == kNoCode) {
      fresh = static_cast<uint32_t>(seen_.size());
      seen_.push_back(code);
    }
    code = fresh;
  }
  // Documents without a value keep kNoCode.
  void number_known(std::vector<uint32_t>& codes) {
    for (uint32_t& code : codes) number_known(code);
  }
  void number_known(std::vector<uint32_t>& a, std::vector<uint32_t>& b) {
    for (size_t i = 0; i < a.size(); ++i) {
      number_known(a[i]);
      number_known(b[i]);
    }
  }
  // A missing value is a name of its own, "", as in the file of answers.
  void number_all(std::vector<uint32_t>& a, std::vector<uint32_t>& b) {
    for (size_t i = 0; i < a.size(); ++i) {
      number(a[i]);
      number(b[i]);
    }
  }
  const std::vector<uint32_t>& seen() const { return seen_; }  // by new code: the old one

 private:
  void number_known(uint32_t& code) {
    if (code != kNoCode) number(code);
  }

  std::vector<uint32_t> fresh_, seen_;
  uint32_t without_ = kNoCode;
};

size_t names_in(const Column* column) {
  return column == nullptr ? 0 : column->names.size();
}

void for_each_topic(const CorpusInfo& info, RunRecords& run, const auto& visit) {
  for (auto* cells : {&run.cells, &run.nested})
    for (auto& cell : *cells)
      if (cell.ok && cell.corpus == info.name)
        for (auto* codes : {&cell.predictions.topic_a, &cell.predictions.topic_b, &cell.classified.topic})
          for (uint32_t& code : *codes)
            if (code != kNoCode) visit(code);
}

// Numbers the topics that occur, in their order.
void number_topics(const Column& topic, CorpusInfo& info, RunRecords& run) {
  std::vector<uint32_t> fresh(topic.names.size(), kNoCode);
  for_each_topic(info, run, [&](uint32_t& code) { fresh[code] = 0; });
  for (size_t code = 0; code < fresh.size(); ++code)
    if (fresh[code] != kNoCode) {
      fresh[code] = static_cast<uint32_t>(info.tested_topics.size());
      info.tested_topics.push_back(topic.names[code]);
    }
  for_each_topic(info, run, [&](uint32_t& code) { code = fresh[code]; });
}

}  // namespace

void number_answers(AnswerCodes codes, const Corpus& corpus, CorpusInfo& info, RunRecords& run) {
  const Column *author = corpus.column(Role::author), *topic = corpus.column(Role::topic);
  if (codes == AnswerCodes::of_corpus) {
    info.tested_authors = static_cast<uint32_t>(names_in(author));
    info.tested_documents = corpus.size();
    if (topic != nullptr) number_topics(*topic, info, run);
    return;
  }
  Occurrences documents(corpus.size()), authors(names_in(author)), topics(names_in(topic));
  // Nested cells ask for nothing that the others do not.
  for (auto* cells : {&run.cells, &run.nested})
    for (auto& cell : *cells) {
      if (!cell.ok || cell.corpus != info.name) continue;
      authors.number_all(cell.predictions.author_a, cell.predictions.author_b);
      topics.number_known(cell.predictions.topic_a, cell.predictions.topic_b);
      documents.number_known(cell.classified.document);
      authors.number_known(cell.classified.author);
      topics.number_known(cell.classified.topic);
    }
  info.tested_authors = static_cast<uint32_t>(authors.seen().size());
  info.tested_documents = static_cast<uint32_t>(documents.seen().size());
  for (const uint32_t code : topics.seen()) info.tested_topics.push_back(topic->names[code]);
}

}  // namespace standfast::result
