#include "standfast/study/experiment/analysed_split.h"

#include <algorithm>

#include "standfast/corpus/fold.h"

namespace standfast {
namespace {

// Returns vectors for `size` rows: row i belongs to rows[i]; the others are zero.
template <class T>
Dense<T> spread_out(const Dense<T>& vectors, const std::vector<uint32_t>& rows, size_t size) {
  Dense<T> all(size, vectors.columns);
  for (size_t i = 0; i < rows.size(); ++i) std::ranges::copy(vectors.row(i), all.row(rows[i]).begin());
  return all;
}
CsrMatrix spread_out(const CsrMatrix& vectors, const std::vector<uint32_t>& rows, size_t size) {
  CsrMatrix all = vectors;
  all.begin.clear();
  all.begin.push_back(0);
  for (size_t row = 0, i = 0; row < size; ++row) {
    if (i < rows.size() && rows[i] == row) ++i;
    all.begin.push_back(vectors.begin[i]);
  }
  return all;
}

}  // namespace

Result<std::unique_ptr<SplitAnalysis>> study_analysis(const AnalysisSpec& analysis,
                                                      const std::string& study_folder,
                                                      const StudyCatalogs& catalogs) {
  SF_ASSIGN(const auto* entry, catalogs.split_analyses->find(analysis.analysis.name));
  SF_ASSIGN(const Options options,
            located("analysis " + analysis.name, analysis.analysis.options, entry->options, study_folder));
  return entry->make(options);
}

Result<Encoded> vectors_to_compare(const Corpus& corpus, const EncoderChoice& choice,
                                   const std::string& study_folder, const StudyCatalogs& catalogs,
                                   int threads, Sink& sink) {
  SF_ASSIGN(const EncoderChoice found, located(choice, study_folder, catalogs));
  SF_ASSIGN(const auto* entry, catalogs.encoders->find(found.name));
  SF_ASSIGN(const auto encoder, entry->make(found.options));
  const std::vector<uint32_t> rows = whole_corpus(corpus).rows;
  auto encoded = encoder->encode(corpus, rows, {found.seed, threads, &sink});
  if (!encoded) return with_context(corpus.name(), encoded.error());
  if (rows.size() == corpus.size()) return std::move(*encoded);
  return std::visit(
      [&](const auto& vectors) {
        return Encoded{spread_out(vectors, rows, corpus.size()), encoded->facts};
      },
      encoded->vectors);
}

}  // namespace standfast
