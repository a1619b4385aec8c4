// Artifact of a vectors unit: the vectors of a pool of documents. They are made once; every split that is
// drawn from this pool reads them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "standfast/base/mapped_file.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/document_vectors.h"
#include "standfast/feature/topic/topic_encoder.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// Writes into `folder`: vectors.npy (dense), or width.npy, begin.npy, columns.npy and values.npy (compressed
// rows: the entries of document i are begin[i] to begin[i + 1]), and ids.txt, the id of each row. Returns the
// names of the files.
Result<std::vector<std::string>> write_vectors(const std::string& folder, const Corpus& corpus,
                                               std::span<const uint32_t> rows, const Encoded& encoded);

struct StoredVectors {
  std::vector<uint32_t> rows;  // rows of the corpus
  Encoded encoded;             // without facts
};
// Reads the vectors back for a corpus. A data error if they are damaged or belong to other documents.
Result<StoredVectors> read_vectors(const std::string& folder, std::vector<uint32_t> rows);

// Returns the ids, one in each line. A data error if an id has a line break in it, because then a line would
// not be a row.
Result<std::string> id_lines(const Corpus& corpus, std::span<const uint32_t> rows);

// Returns the stored vectors for the stored documents. Other documents are encoded by `otherwise`.
TopicEncoder stored_topic_encoder(std::shared_ptr<const StoredVectors> stored, Aggregate aggregate,
                                  TopicEncoder otherwise);

// Writes the artifact of a space unit, the vectors of documents in a space, which is made once and mapped by
// every reader, into `folder`: vectors.npy (float32, documents x numbers) and ids.txt, the id of each row.
// Returns their names.
Result<std::vector<std::string>> write_space(const std::string& folder, const Corpus& corpus,
                                             const DocumentVectors& vectors);

class SpaceFile {
 public:
  // Opens the artifact of a space unit. rows: the documents of the vectors. in_words: the name of the space.
  // A data error if the file is damaged or has another number of rows.
  static Result<SpaceFile> open(const std::string& folder, std::vector<uint32_t> rows, std::string in_words);

  // Returns a view that is valid as long as this object lives, also after it is moved.
  DocumentVectors view() const { return {matrix_, rows_, in_words_}; }

 private:
  MappedFile file_;
  MatrixView<const float> matrix_;
  std::vector<uint32_t> rows_;
  std::string in_words_;
};

}  // namespace standfast
