#include "standfast/model/classify/feature_rows.h"

#include <vector>

#include "standfast/base/parallel.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/model/classify/class_rows.h"

namespace standfast {

Result<CsrMatrix> fit_features(const std::string& owner, DocumentFeatures& features,
                               const DocumentView& train, int threads) {
  if (train.rows.empty()) return data_error(owner + ": no training documents");
  const auto texts = texts_of(*train.corpus, train.rows);
  if (auto status = features.fit(texts, threads); !status) return with_context(owner, status.error());
  return features.transform(texts, threads);
}

void linear_answers(const CsrMatrix& x, const DenseMatrix& weights, std::span<const double> bias,
                    std::span<const uint64_t> documents, bool presence, int threads, DenseMatrix& out) {
  out = DenseMatrix(x.rows(), documents.size());
  parallel_ranges(x.rows(), threads, 16, [&](size_t begin, size_t end, int) {
    std::vector<double> scores(documents.size());
    for (size_t i = begin; i < end; ++i) {
      const auto columns = x.row_columns(i);
      const auto values = x.row_values(i);
      for (size_t c = 0; c < scores.size(); ++c) {
        const auto weight = weights.row(c);
        scores[c] = bias[c];
        for (size_t k = 0; k < columns.size(); ++k)
          scores[c] += weight[columns[k]] * (presence ? (values[k] > 0 ? 1 : 0) : values[k]);
      }
      softmax_row(scores, documents, out.row(i));
    }
  });
}

}  // namespace standfast
