#include "standfast/study/record/vectors_file.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/paths.h"
#include "standfast/num/kernel/npy.h"

namespace standfast {
namespace {

constexpr const char* kIdsFile = "/ids.txt";
constexpr const char* kDense = "/vectors.npy";
constexpr const char* kBegin = "/begin.npy";
constexpr const char* kColumns = "/columns.npy";
constexpr const char* kValues = "/values.npy";
constexpr const char* kWidth = "/width.npy";

using Names = std::vector<std::string>;

Result<Names> write_matrix(const std::string& folder, const CsrMatrix& m) {
  const uint64_t width = m.columns_count;
  SF_TRY(write_file(folder + kWidth, npy_bytes(std::span(&width, 1), 1)));
  SF_TRY(write_file(folder + kBegin, npy_bytes(std::span(m.begin), m.begin.size())));
  SF_TRY(write_file(folder + kColumns, npy_bytes(std::span<const uint32_t>(m.columns), m.columns.size())));
  SF_TRY(write_file(folder + kValues, npy_bytes(std::span<const double>(m.values), m.values.size())));
  return Names{kWidth, kBegin, kColumns, kValues};
}
template <class T>
Result<Names> write_matrix(const std::string& folder, const Dense<T>& m) {
  SF_TRY(write_file(folder + kDense, npy_bytes(std::span<const T>(m.data), m.rows, m.columns)));
  return Names{kDense};
}

template <class T>
Result<std::vector<T>> read_array(const std::string& path) {
  SF_ASSIGN(const std::string bytes, read_file(path));
  SF_ASSIGN(NpyArray array, parse_npy(bytes, path));
  auto* data = std::get_if<std::vector<T>>(&array.data);
  if (data == nullptr)
    return data_error(path + ": holds numbers of another type; delete its folder and run again");
  return std::move(*data);
}

template <class T>
Dense<T> table(const std::vector<size_t>& shape, std::vector<T> data) {
  Dense<T> m;
  m.rows = shape[0];
  m.columns = shape[1];
  m.data = std::move(data);
  return m;
}

Result<CsrMatrix> read_sparse(const std::string& folder) {
  const auto damaged = [&] {
    return data_error(fmt::format("{}: not whole sparse vectors; delete the folder and run again", folder));
  };
  SF_ASSIGN(const auto width, read_array<uint64_t>(folder + kWidth));
  CsrMatrix m;
  SF_ASSIGN(m.begin, read_array<uint64_t>(folder + kBegin));
  SF_ASSIGN(const auto columns, read_array<uint32_t>(folder + kColumns));
  SF_ASSIGN(const auto values, read_array<double>(folder + kValues));
  if (width.size() != 1 || m.begin.empty() || m.begin.front() != 0 || m.begin.back() != columns.size() ||
      columns.size() != values.size() || !std::is_sorted(m.begin.begin(), m.begin.end()) ||
      std::any_of(columns.begin(), columns.end(), [&](uint32_t c) { return c >= width[0]; }))
    return damaged();
  m.columns_count = width[0];
  m.columns.assign(columns.begin(), columns.end());
  m.values.assign(values.begin(), values.end());
  return m;
}

}  // namespace

Result<std::string> id_lines(const Corpus& corpus, std::span<const uint32_t> rows) {
  std::string lines;
  for (const uint32_t row : rows) {
    const auto id = corpus.id(row);
    if (id.find_first_of("\r\n") != std::string_view::npos)
      return data_error(
          fmt::format("{}: the id of document {} has a line break in it; ids are written one a line",
                      corpus.name(), row + 1));
    lines += id;
    lines += '\n';
  }
  return lines;
}

Result<std::vector<std::string>> write_vectors(const std::string& folder, const Corpus& corpus,
                                               std::span<const uint32_t> rows, const Encoded& encoded) {
  SF_ASSIGN(const std::string ids, id_lines(corpus, rows));
  SF_TRY(write_file(folder + kIdsFile, ids));
  SF_ASSIGN(Names names, std::visit([&](const auto& m) { return write_matrix(folder, m); }, encoded.vectors));
  names.insert(names.begin(), kIdsFile);
  for (auto& name : names) name.erase(0, 1);  // the slash
  return names;
}

Result<StoredVectors> read_vectors(const std::string& folder, std::vector<uint32_t> rows) {
  StoredVectors stored;
  if (is_there(folder + kDense)) {
    const std::string path = folder + kDense;
    SF_ASSIGN(const std::string bytes, read_file(path));
    SF_ASSIGN(NpyArray array, parse_npy(bytes, path));
    if (array.shape.size() != 2) return data_error(path + ": not a table; delete its folder and run again");
    if (auto* floats = std::get_if<std::vector<float>>(&array.data)) {
      stored.encoded.vectors = table(array.shape, std::move(*floats));
    } else if (auto* doubles = std::get_if<std::vector<double>>(&array.data)) {
      stored.encoded.vectors = table(array.shape, std::move(*doubles));
    } else {
      return data_error(path + ": holds whole numbers; delete its folder and run again");
    }
  } else {
    SF_ASSIGN(stored.encoded.vectors, read_sparse(folder));
  }
  if (stored.encoded.rows() != rows.size())
    return data_error(
        fmt::format("{}: vectors of {} documents where {} are needed; delete the folder and run again",
                    folder, stored.encoded.rows(), rows.size()));
  stored.rows = std::move(rows);
  return stored;
}

TopicEncoder stored_topic_encoder(std::shared_ptr<const StoredVectors> stored, Aggregate aggregate,
                                  TopicEncoder otherwise) {
  const std::string name = otherwise.name;
  return {name,
          [stored = std::move(stored), aggregate, otherwise = std::move(otherwise)](
              const Corpus& corpus, std::span<const uint32_t> rows, int threads,
              Sink& sink) -> Result<std::shared_ptr<const TopicSimilarity>> {
            if (!std::ranges::equal(rows, stored->rows)) return otherwise.encode(corpus, rows, threads, sink);
            SF_ASSIGN(const Column* topic, corpus.require(Role::topic));
            return topic_similarity(stored->encoded, rows, *topic, aggregate, threads);
          }};
}

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
