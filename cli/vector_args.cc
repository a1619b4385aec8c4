#include "cli/vector_args.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "cli/keep_inputs.h"
#include "standfast/corpus/fold.h"
#include "standfast/feature/reduction/reduction.h"

namespace standfast::cli {
namespace {

std::vector<std::string_view> corpus_ids(const Corpus& corpus) {
  std::vector<std::string_view> ids;
  for (uint32_t row = 0; row < corpus.size(); ++row) ids.push_back(corpus.id(row));
  return ids;
}

std::vector<size_t> order_by_id(std::span<const std::string_view> ids, size_t rows) {
  std::vector<size_t> order(rows);
  std::iota(order.begin(), order.end(), size_t{0});
  if (!ids.empty()) std::ranges::sort(order, {}, [&](size_t row) { return ids[row]; });
  return order;
}

template <class T>
Dense<T> rows_in_order(const Dense<T>& m, const std::vector<size_t>& order) {
  Dense<T> out(m.rows, m.columns);
  for (size_t i = 0; i < order.size(); ++i) std::ranges::copy(m.row(order[i]), out.row(i).begin());
  return out;
}
CsrMatrix rows_in_order(const CsrMatrix& m, const std::vector<size_t>& order) {
  CsrMatrix out;
  out.columns_count = m.columns_count;
  for (const size_t row : order) {
    const auto columns = m.row_columns(row);
    const auto values = m.row_values(row);
    out.columns.insert(out.columns.end(), columns.begin(), columns.end());
    out.values.insert(out.values.end(), values.begin(), values.end());
    out.begin.push_back(out.columns.size());
  }
  return out;
}

}  // namespace

// The parsed value of --reduce: "svd:50" is svd to 50 dimensions. Null if there is none.
struct VectorArgs::Asked {
  const ReductionCatalog::Entry* entry = nullptr;
  Options options = {};
};

void VectorArgs::declare(Args& args, const std::string& encoder_help) {
  std::vector<std::string> names;
  for (const auto& entry : encoders().entries()) names.push_back(entry.name);
  args.choice("--encoder", encoder, names, encoder_help);
  args.settings("--set", settings, "Option of the encoder, e.g. components=50");
  args.text("--preset", preset, "Named set of options of the encoder; --set overrides it");
  args.text("--reduce", reduce,
            "Make the vectors shorter: METHOD:NUMBERS, e.g. svd:50 (standfast ls reductions)");
  args.settings("--reduce-set", reduce_settings, "Option of the reduction, e.g. iterations=10");
  args.text("--reduce-preset", reduce_preset,
            "Named set of options of the reduction; --reduce-set overrides it");
  args.count("--seed", seed, "Seed of all draws");
}

std::vector<std::string> VectorArgs::files() const {
  return together(
      {files_named(encoders(), encoder, settings, preset),
       files_named(reductions(), reduce.substr(0, reduce.find(':')), reduce_settings, reduce_preset)});
}

Result<Encoded> VectorArgs::encode(const Corpus& corpus, int threads) const {
  SF_ASSIGN(Encoded encoded, encode_in_full(corpus, threads));
  return reduced(std::move(encoded), corpus, threads);
}

Result<Encoded> VectorArgs::reduced(Encoded encoded, const Corpus& corpus, int threads) const {
  return reduced(std::move(encoded), corpus_ids(corpus), corpus.name(), threads);
}

Result<Encoded> VectorArgs::encode_in_full(const Corpus& corpus, int threads,
                                           const std::string& scratch) const {
  SF_ASSIGN(const auto* entry, encoders().find(encoder));
  SF_ASSIGN(const Options options, encoders().resolve(encoder, settings, preset));
  SF_ASSIGN(const auto made, entry->make(options));
  auto encoded = made->encode(corpus, whole_corpus(corpus).rows,
                              {static_cast<uint64_t>(seed), threads, &terminal(), scratch});
  if (!encoded) return with_context(corpus.name(), encoded.error());
  return std::move(*encoded);
}

Result<VectorArgs::Asked> VectorArgs::asked() const {
  if (reduce.empty()) {
    if (!reduce_settings.empty()) return usage_error("--reduce-set needs --reduce");
    if (!reduce_preset.empty()) return usage_error("--reduce-preset needs --reduce");
    return Asked{};
  }
  const size_t colon = reduce.find(':');
  const std::string name = reduce.substr(0, colon);
  auto given = reduce_settings;
  if (colon != std::string::npos && !given.emplace("components", reduce.substr(colon + 1)).second)
    return usage_error(fmt::format("--reduce {} and --reduce-set components: give the number once", reduce));
  Asked found;
  SF_ASSIGN(found.entry, reductions().find(name));
  SF_ASSIGN(found.options, reductions().resolve(name, given, reduce_preset));
  return found;
}

Status VectorArgs::check() const {
  SF_TRY(encoders().find(encoder));
  SF_TRY(encoders().resolve(encoder, settings, preset));
  SF_TRY(asked());
  return {};
}

Result<Encoded> VectorArgs::reduced(Encoded encoded, std::span<const std::string_view> ids,
                                    const std::string& file, int threads) const {
  SF_ASSIGN(const Asked method, asked());
  if (method.entry == nullptr) return encoded;
  SF_ASSIGN(const auto reduction, method.entry->make(method.options));
  const auto order = order_by_id(ids, encoded.rows());
  std::visit([&](auto& m) { m = rows_in_order(m, order); }, encoded.vectors);
  const auto shorter = reduction->reduce(encoded, {static_cast<uint64_t>(seed), threads, &terminal()});
  if (!shorter) return with_context(file, shorter.error());
  DenseMatrix as_given(shorter->rows, shorter->columns);
  for (size_t i = 0; i < order.size(); ++i)
    std::ranges::copy(shorter->row(i), as_given.row(order[i]).begin());
  return Encoded{std::move(as_given), std::move(encoded.facts)};
}

void EncoderArgs::declare(Args& args) {
  std::vector<std::string> names;
  for (const auto& entry : encoders().entries()) names.push_back(entry.name);
  args.choice("--encoder", name, names, "Encoder whose vectors say how alike topics are");
  args.settings("--encoder-set", settings, "Option of the encoder, e.g. components=50");
  args.choice("--aggregate", aggregate, {std::begin(kAggregates), std::end(kAggregates)},
              "Combination of the vectors of a topic's documents");
  args.count("--encoder-seed", seed, "Seed of the encoder; --seed does not change vectors");
}

std::vector<std::string> EncoderArgs::files() const {
  return files_named(encoders(), name, settings);
}

Result<EncoderChoice> EncoderArgs::choice() const {
  EncoderChoice choice;
  choice.name = name;
  choice.seed = static_cast<uint64_t>(seed);
  SF_ASSIGN(choice.options, encoders().resolve(name, settings));
  SF_ASSIGN(choice.aggregate, aggregate_from_name(aggregate));
  return choice;
}

Result<TopicEncoder> EncoderArgs::topics() const {
  SF_ASSIGN(const EncoderChoice made, choice());
  return topic_encoder(made);
}

}  // namespace standfast::cli
