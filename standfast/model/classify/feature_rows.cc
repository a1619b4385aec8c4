#include "standfast/model/classify/feature_rows.h"

#include <vector>

#include "standfast/base/parallel.h"
#include "standfast/feature/document/feature_memo.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/model/classify/class_rows.h"
#include "standfast/num/kernel/csr.h"

namespace standfast {

Status fit_features(const std::string& owner, DocumentFeatures& features,
                    std::span<const std::string_view> texts, const ClassifierContext& context) {
  if (texts.empty()) return data_error(owner + ": no training documents");
  const Status status = context.memo != nullptr
                            ? context.memo->fit(features, texts, context.threads, context.counted)
                            : features.fit(texts, context.threads, context.counted);
  return status ? Status{} : with_context(owner, status.error());
}

FeatureRows feature_rows(const DocumentFeatures& features, std::span<const std::string_view> texts,
                         const ClassifierContext& context) {
  if (context.memo != nullptr) return context.memo->rows(features, texts, context.threads, context.counted);
  return std::make_shared<const CsrMatrix>(features.transform(texts, context.threads, context.counted));
}

FeatureRows feature_rows(const DocumentFeatures& features, const DocumentView& documents,
                         const ClassifierContext& context) {
  return feature_rows(features, texts_of(*documents.corpus, documents.rows), context);
}

Result<FeatureRows> fit_feature_rows(const std::string& owner, DocumentFeatures& features,
                                     const DocumentView& train, const ClassifierContext& context) {
  const auto texts = texts_of(*train.corpus, train.rows);
  SF_TRY(fit_features(owner, features, texts, context));
  return feature_rows(features, texts, context);
}

Result<FeatureRows> fit_feature_rows(const std::string& owner, DocumentFeatures& features,
                                     const OrderedDocuments& train, const ClassifierContext& context) {
  SF_TRY(fit_features(owner, features, train.all, context));
  if (context.memo == nullptr || train.places.size() == train.all.size())
    return feature_rows(features, train.texts, context);
  // Computes rows of all documents, because the next fit may need others of them.
  return std::make_shared<const CsrMatrix>(
      some_rows(*feature_rows(features, train.all, context), train.places));
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
