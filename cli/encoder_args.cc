#include "cli/encoder_args.h"

#include "cli/keep_inputs.h"

namespace standfast::cli {

void EncoderArgs::declare(Args& args) {
  std::vector<std::string> names;
  for (const auto& entry : encoders().entries()) names.push_back(entry.name);
  args.choice("--encoder", name, names, "Encoder whose vectors say how alike topics are");
  args.settings("--encoder-set", settings, "Option of the encoder, e.g. components=50");
  args.choice("--aggregate", aggregate, {std::begin(kAggregates), std::end(kAggregates)},
              "How the vectors of a topic's documents are combined");
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
