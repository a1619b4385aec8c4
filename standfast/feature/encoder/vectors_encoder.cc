#include "standfast/feature/encoder/vectors_encoder.h"

#include <type_traits>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/digest.h"
#include "standfast/base/file.h"
#include "standfast/base/option_table.h"
#include "standfast/base/paths.h"
#include "standfast/feature/encoder/vectors_reader.h"

namespace standfast {
namespace {

class FittedVectors final : public FittedEncoder {
 public:
  FittedVectors(std::string path, VectorTable table) : path_(std::move(path)), table_(std::move(table)) {
    for (size_t i = 0; i < table_.ids.size(); ++i) place_.emplace(table_.ids[i], i);
  }

  Result<Encoded> transform(const DocumentView& documents, const EncoderContext&) const override {
    std::vector<size_t> places;
    places.reserve(documents.rows.size());
    if (table_.ids.empty()) {
      const size_t there = std::visit([](const auto& m) { return m.rows; }, table_.vectors);
      if (there != documents.corpus->size())
        return data_error(
            fmt::format("{}: has {} rows, the corpus {} documents; without ids (option ids) row i is "
                        "document i",
                        path_, there, documents.corpus->size()));
      places.assign(documents.rows.begin(), documents.rows.end());
    } else {
      SF_TRY(find(documents, places));
    }
    Encoded encoded;
    std::visit(
        [&](const auto& all) {
          std::decay_t<decltype(all)> chosen(places.size(), all.columns);
          for (size_t i = 0; i < places.size(); ++i)
            std::ranges::copy(all.row(places[i]), chosen.row(i).begin());
          encoded.vectors = std::move(chosen);
        },
        table_.vectors);
    return encoded;
  }

 private:
  Status find(const DocumentView& documents, std::vector<size_t>& places) const {
    size_t missing = 0;
    std::string_view first;
    for (const uint32_t row : documents.rows) {
      const auto found = place_.find(documents.corpus->id(row));
      if (found != place_.end()) {
        places.push_back(found->second);
      } else if (missing++ == 0) {
        first = documents.corpus->id(row);
      }
    }
    if (missing > 0)
      return data_error(
          fmt::format("{}: has no vector for {} of {} documents, the first \"{}\"{}", path_, missing,
                      documents.rows.size(), first,
                      missing == documents.rows.size() ? "; are these the ids of another corpus?" : ""));
    return {};
  }

  std::string path_;
  VectorTable table_;
  std::unordered_map<std::string_view, size_t> place_;  // the row of each id of the table
};

struct VectorsOptions {
  std::string path, ids, sha256;
};

class VectorsEncoder final : public Encoder {
 public:
  explicit VectorsEncoder(VectorsOptions options) : options_(std::move(options)) {}

  Result<std::unique_ptr<FittedEncoder>> fit(const TrainingSet& training,
                                             const EncoderContext& context) const override {
    if (training.documents.rows.empty()) return data_error("there are no documents to find vectors for");
    return restore({}, context);
  }
  Result<std::unique_ptr<FittedEncoder>> restore(const EncoderParts&, const EncoderContext&) const override {
    const std::string& path = options_.path;
    if (const std::string& wanted = options_.sha256; !wanted.empty()) {
      SF_ASSIGN(const std::string found, vectors_digest(path, options_.ids));
      if (found != wanted)
        return data_error(fmt::format("{}: is no longer the file it was (sha256 {})", path, found));
    }
    SF_ASSIGN(VectorTable table, read_vector_table(path, options_.ids));
    return std::make_unique<FittedVectors>(path, std::move(table));
  }
  Result<std::string> digest() const override { return vectors_digest(options_.path, options_.ids); }

 private:
  VectorsOptions options_;
};

}  // namespace

Result<std::string> vectors_digest(const std::string& path, const std::string& ids_path) {
  Sha256 digest;
  SF_ASSIGN(const std::string bytes, read_file(path));
  digest.add_field(bytes);
  const std::string ids = !ids_path.empty() ? ids_path : ids_path_beside(path);
  if (!ids_path.empty() || is_there(ids)) {
    SF_ASSIGN(const std::string text, read_file(ids));
    digest.add_field(text);
  }
  return digest.hex();
}

EncoderCatalog::Entry vectors_encoder() {
  OptionTable<VectorsOptions> table;
  table
      .add("path", &VectorsOptions::path,
           "file to read: .npy (documents x numbers) or JSON lines {\"id\": ..., \"vector\": [...]}; .gz and "
           ".zst too")
      .path();
  table
      .add("ids", &VectorsOptions::ids,
           "for a .npy file: the file with the id of each row, one on each line; empty: NAME.ids.txt beside "
           "NAME.npy, or, "
           "where there is none, row i is document i")
      .path();
  table.add("sha256", &VectorsOptions::sha256, "SHA-256 that the files must have; a study fills it in");
  table.require([](const VectorsOptions& options) {
    return options.path.empty() ? std::string("it needs a path, the file of vectors to read") : std::string();
  });
  return {.name = "vectors",
          .summary = "Vectors that another program made, read from a file and found by document id.",
          .citation = "",
          .traits = {.deterministic = true, .reads_files = true},
          .options = table,
          .make = made_as<Encoder, VectorsEncoder>(table)};
}

}  // namespace standfast
