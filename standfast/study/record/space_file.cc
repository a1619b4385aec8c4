#include "standfast/study/record/space_file.h"

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/num/kernel/npy.h"
#include "standfast/study/record/vectors_file.h"

namespace standfast {
namespace {

constexpr const char* kIds = "ids.txt";
constexpr const char* kVectors = "vectors.npy";

}  // namespace

Result<std::vector<std::string>> write_space(const std::string& folder, const Corpus& corpus,
                                             const DocumentVectors& vectors) {
  const auto& matrix = vectors.matrix;
  SF_ASSIGN(const std::string ids, id_lines(corpus, vectors.rows));
  SF_TRY(write_file(folder + "/" + kIds, ids));
  SF_TRY(write_file(folder + "/" + kVectors, npy_bytes(std::span(matrix.data, matrix.rows * matrix.columns),
                                                       matrix.rows, matrix.columns)));
  return std::vector<std::string>{kIds, kVectors};
}

Result<SpaceFile> SpaceFile::open(const std::string& folder, std::vector<uint32_t> rows,
                                  std::string in_words) {
  const std::string path = folder + "/" + kVectors;
  SpaceFile space;
  SF_ASSIGN(space.file_, MappedFile::open(path));
  SF_ASSIGN(space.matrix_, view_npy(space.file_.bytes(), path));
  if (space.matrix_.rows != rows.size())
    return data_error(
        fmt::format("{}: vectors of {} documents where {} are needed; delete its folder and "
                    "run again",
                    path, space.matrix_.rows, rows.size()));
  space.rows_ = std::move(rows);
  space.in_words_ = std::move(in_words);
  return space;
}

}  // namespace standfast
