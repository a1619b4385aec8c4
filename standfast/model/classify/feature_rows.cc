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

namespace {

// Calls body(i, scores) for each row, scores by class.
template <class Body>
void over_scores(const CsrMatrix& x, const DenseMatrix& weights, std::span<const double> bias, bool presence,
                 int threads, const Body& body) {
  parallel_ranges(x.rows(), threads, 16, [&](size_t begin, size_t end, int) {
    std::vector<double> scores(bias.size());
    for (size_t i = begin; i < end; ++i) {
      const auto columns = x.row_columns(i);
      const auto values = x.row_values(i);
      for (size_t c = 0; c < scores.size(); ++c) {
        const auto weight = weights.row(c);
        scores[c] = bias[c];
        for (size_t k = 0; k < columns.size(); ++k)
          scores[c] += weight[columns[k]] * (presence ? (values[k] > 0 ? 1 : 0) : values[k]);
      }
      body(i, scores);
    }
  });
}

}  // namespace

void linear_answers(const CsrMatrix& x, const DenseMatrix& weights, std::span<const double> bias,
                    std::span<const uint64_t> documents, bool presence, int threads, DenseMatrix& out) {
  out = DenseMatrix(x.rows(), documents.size());
  over_scores(x, weights, bias, presence, threads,
              [&](size_t i, std::span<const double> scores) { softmax_row(scores, documents, out.row(i)); });
}

FloatMatrix linear_scores(const CsrMatrix& x, const DenseMatrix& weights, std::span<const double> bias,
                          std::span<const uint64_t> documents, bool presence, int threads) {
  std::vector<size_t> present;
  for (size_t c = 0; c < documents.size(); ++c)
    if (documents[c] > 0) present.push_back(c);
  FloatMatrix out(x.rows(), present.size());
  over_scores(x, weights, bias, presence, threads, [&](size_t i, std::span<const double> scores) {
    for (size_t k = 0; k < present.size(); ++k) out.row(i)[k] = static_cast<float>(scores[present[k]]);
  });
  return out;
}

}  // namespace standfast
