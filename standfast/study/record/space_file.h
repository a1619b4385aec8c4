// The artifact of a space unit: the vectors of documents in a space. It is made once; every reader maps it.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/mapped_file.h"
#include "standfast/corpus/document_vectors.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// Writes into `folder`: vectors.npy (float32, documents x numbers) and ids.txt, the id of each row. Returns
// their names.
Result<std::vector<std::string>> write_space(const std::string& folder, const Corpus& corpus,
                                             const DocumentVectors& vectors);

class SpaceFile {
 public:
  // rows: the documents of the vectors. in_words: the name of the space. A data error if the file is damaged
  // or has another number of rows.
  static Result<SpaceFile> open(const std::string& folder, std::vector<uint32_t> rows, std::string in_words);

  // Valid as long as this object lives, also after it is moved.
  DocumentVectors view() const { return {matrix_, rows_, in_words_}; }

 private:
  MappedFile file_;
  MatrixView<const float> matrix_;
  std::vector<uint32_t> rows_;
  std::string in_words_;
};

}  // namespace standfast
