// Samples and splits held by Python.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "errors.h"
#include "standfast/split/file/read_splits.h"

namespace standfast::python {

// Row numbers refer to the documents of one corpus. The package compares hashes of the data (_frames.py); the
// checks here keep every index in range.
struct HeldSample {
  Sample sample;
  size_t documents = 0;             // of the corpus it was drawn from
  std::vector<std::string> topics;  // names, in the order of selection
};

struct HeldSplit {
  Splits splits;
  size_t documents = 0;  // of the corpus it was drawn from
};

// Refuses a corpus in which row numbers or topic codes would be out of range.
inline void refuse_other_documents(const char* what, const Sample& sample, size_t made_for,
                                   const Corpus& corpus) {
  if (made_for != corpus.size())
    refuse(ErrorKind::data,
           fmt::format("the {} is of {} documents, and these are {}", what, made_for, corpus.size()));
  const Column* topic = corpus.column(Role::topic);
  const size_t topics = topic == nullptr ? 0 : topic->names.size();
  const bool grouped = sample.group_of_topic.empty() || sample.group_of_topic.size() == topics;
  if (!grouped || std::ranges::any_of(sample.topics, [&](uint32_t code) { return code >= topics; }))
    refuse(ErrorKind::data,
           fmt::format("the {} has other topics than these data, which have {}", what, topics));
}

}  // namespace standfast::python
