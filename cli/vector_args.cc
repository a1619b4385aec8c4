#include "cli/vector_args.h"

#include <fmt/format.h>

#include "standfast/corpus/fold.h"
#include "standfast/feature/reduction/reduction.h"

namespace standfast::cli {

// The reduction of --reduce: "svd:50" is svd to 50 numbers. Null if there is none.
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
  args.count("--seed", seed, "Seed of what is drawn at random");
}

Result<Encoded> VectorArgs::encode(const Corpus& corpus, int threads) const {
  SF_ASSIGN(const auto* entry, encoders().find(encoder));
  SF_ASSIGN(const Options options, encoders().resolve(encoder, settings, preset));
  SF_ASSIGN(const auto made, entry->make(options));
  auto encoded =
      made->encode(corpus, whole_corpus(corpus).rows, {static_cast<uint64_t>(seed), threads, &terminal()});
  if (!encoded) return with_context(corpus.name(), encoded.error());
  return reduced(std::move(*encoded), corpus.name(), threads);
}

Result<VectorArgs::Asked> VectorArgs::asked() const {
  if (reduce.empty()) {
    if (!reduce_settings.empty()) return usage_error("--reduce-set needs --reduce");
    return Asked{};
  }
  const size_t colon = reduce.find(':');
  const std::string name = reduce.substr(0, colon);
  auto given = reduce_settings;
  if (colon != std::string::npos && !given.emplace("components", reduce.substr(colon + 1)).second)
    return usage_error(fmt::format("--reduce {} and --reduce-set components: give the number once", reduce));
  Asked found;
  SF_ASSIGN(found.entry, reductions().find(name));
  SF_ASSIGN(found.options, reductions().resolve(name, given));
  return found;
}

Status VectorArgs::check() const {
  SF_TRY(encoders().find(encoder));
  SF_TRY(encoders().resolve(encoder, settings, preset));
  SF_TRY(asked());
  return {};
}

Result<Encoded> VectorArgs::reduced(Encoded encoded, const std::string& file, int threads) const {
  SF_ASSIGN(const Asked method, asked());
  if (method.entry == nullptr) return encoded;
  SF_ASSIGN(const auto reduction, method.entry->make(method.options));
  auto shorter = reduction->reduce(encoded, {static_cast<uint64_t>(seed), threads, &terminal()});
  if (!shorter) return with_context(file, shorter.error());
  return Encoded{std::move(*shorter), std::move(encoded.facts)};
}

}  // namespace standfast::cli
