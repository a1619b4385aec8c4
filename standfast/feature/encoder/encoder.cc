#include "standfast/feature/encoder/encoder.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "standfast/num/kernel/npy.h"

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

namespace {

constexpr const char* kVocabulary = "vocabulary.json";

}  // namespace

Result<const std::string*> find_part(const EncoderParts& parts, const std::string& name) {
  const auto found = parts.find(name);
  if (found == parts.end()) return data_error(fmt::format("the saved encoder has no {}", name));
  return &found->second;
}

void add_words(const Tfidf& words, EncoderParts& parts) {
  parts[kVocabulary] = words.save();
}

Result<Tfidf> words_in(const EncoderParts& parts, const TfidfOptions& options) {
  SF_ASSIGN(const std::string* saved, find_part(parts, kVocabulary));
  Tfidf words(options);
  SF_TRY(words.restore(*saved));
  return words;
}

template <class T>
void add_matrix(const std::string& name, const Dense<T>& matrix, EncoderParts& parts) {
  parts[name] = npy_bytes(std::span<const T>(matrix.data), matrix.rows, matrix.columns);
}
template void add_matrix(const std::string&, const FloatMatrix&, EncoderParts&);
template void add_matrix(const std::string&, const DenseMatrix&, EncoderParts&);

template <class T>
Result<Dense<T>> matrix_in(const EncoderParts& parts, const std::string& name) {
  SF_ASSIGN(const std::string* bytes, find_part(parts, name));
  SF_ASSIGN(NpyArray array, parse_npy(*bytes, name));
  auto* numbers = std::get_if<std::vector<T>>(&array.data);
  if (numbers == nullptr || array.shape.size() != 2)
    return data_error(fmt::format("{} is no table of the encoder's numbers", name));
  if (!std::ranges::all_of(*numbers, [](T x) { return std::isfinite(x); }))
    return data_error(fmt::format("{} holds a number that is not finite", name));
  Dense<T> matrix;
  matrix.rows = array.shape[0];
  matrix.columns = array.shape[1];
  matrix.data = std::move(*numbers);
  return matrix;
}
template Result<FloatMatrix> matrix_in(const EncoderParts&, const std::string&);
template Result<DenseMatrix> matrix_in(const EncoderParts&, const std::string&);

}  // namespace standfast
