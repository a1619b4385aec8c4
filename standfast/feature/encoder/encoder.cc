#include "standfast/feature/encoder/encoder.h"

#include <algorithm>

namespace standfast {
namespace {

size_t rows_of(const CsrMatrix& m) {
  return m.rows();
}
size_t columns_of(const CsrMatrix& m) {
  return m.columns_count;
}
template <class T>
size_t rows_of(const Dense<T>& m) {
  return m.rows;
}
template <class T>
size_t columns_of(const Dense<T>& m) {
  return m.columns;
}

}  // namespace

size_t Encoded::rows() const {
  return std::visit([](const auto& m) { return rows_of(m); }, vectors);
}
size_t Encoded::columns() const {
  return std::visit([](const auto& m) { return columns_of(m); }, vectors);
}

std::vector<EncoderFact> with_facts(const FittedEncoder& fitted, std::vector<EncoderFact> of_answers) {
  std::vector<EncoderFact> facts = fitted.facts();
  std::move(of_answers.begin(), of_answers.end(), std::back_inserter(facts));
  return facts;
}

nlohmann::ordered_json facts_json(std::span<const EncoderFact> facts) {
  auto json = nlohmann::ordered_json::object();
  for (const auto& fact : facts) std::visit([&](const auto& value) { json[fact.name] = value; }, fact.value);
  return json;
}

Result<Encoded> Encoder::encode(const Corpus& corpus, std::span<const uint32_t> rows,
                                const EncoderContext& context) const {
  const DocumentView documents = {&corpus, rows};
  SF_ASSIGN(const auto fitted, fit({.documents = documents}, context));
  SF_ASSIGN(Encoded encoded, fitted->transform(documents, context));
  encoded.facts = with_facts(*fitted, std::move(encoded.facts));
  return encoded;
}

std::vector<uint32_t> rows_by_id(const DocumentView& documents) {
  std::vector<uint32_t> rows(documents.rows.begin(), documents.rows.end());
  std::sort(rows.begin(), rows.end(),
            [&](uint32_t a, uint32_t b) { return documents.corpus->id(a) < documents.corpus->id(b); });
  return rows;
}

}  // namespace standfast
