// The artifact of a vectors unit: the vectors of a pool of documents. They are made once; every split that is
// drawn from this pool reads them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "standfast/corpus/corpus.h"
#include "standfast/feature/topic/topic_encoder.h"

namespace standfast {

// Writes into `folder`: vectors.npy (dense), or width.npy, begin.npy, columns.npy and values.npy (compressed
// rows: those of document i are begin[i] to begin[i + 1]), and ids.txt, the id of each row. Returns the names
// of the files.
Result<std::vector<std::string>> write_vectors(const std::string& folder, const Corpus& corpus,
                                               std::span<const uint32_t> rows, const Encoded& encoded);

struct StoredVectors {
  std::vector<uint32_t> rows;  // of the corpus
  Encoded encoded;             // without facts
};
// Reads them back for a corpus. A data error if they are damaged or belong to other documents.
Result<StoredVectors> read_vectors(const std::string& folder, std::vector<uint32_t> rows);

// Ids, one in each line. A data error if an id has a line break in it, because then a line would not be a
// row.
Result<std::string> id_lines(const Corpus& corpus, std::span<const uint32_t> rows);

// Returns the stored vectors for the stored documents. Other documents are encoded by `otherwise`.
TopicEncoder stored_topic_encoder(std::shared_ptr<const StoredVectors> stored, Aggregate aggregate,
                                  TopicEncoder otherwise);

}  // namespace standfast
