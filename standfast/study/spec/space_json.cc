#include "standfast/study/spec/space_json.h"

#include "standfast/base/json.h"
#include "standfast/study/spec/component_json.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

const char* kind_of_maker(bool of_model) {
  return of_model ? "model" : "encoder";
}

const FieldTable<SpaceSpec>& fields_of(bool of_model) {
  const auto made = [](bool model) {
    using S = SpaceSpec;
    FieldTable<EncoderChoice> maker = encoder_fields(kind_of_maker(model));
    maker.words("aggregate", &EncoderChoice::aggregate, with_words<Aggregate>(kAggregates));

    FieldTable<S> reduction;
    reduction.add_all("method", &S::reduction, "options", &S::reduction_options);

    FieldTable<S> fields;
    fields.include(&S::maker, maker);
    fields.words("rows", &S::rows, with_words<SpaceRows>(kSpaceRows));
    fields
        .add_as(
            "validation",
            [](const S& from) {
              return from.validation.side.empty() ? Json(from.validation.share) : Json(from.validation.side);
            },
            [](const Json& json, S& to) {
              if (json.is_string())
                json.get_to(to.validation.side);
              else
                json.get_to(to.validation.share);
            })
        .only_if([](const S& from) { return from.validation.any(); });
    fields
        .add_as(
            "reduce", [reduction](const S& from) { return reduction.write(from); },
            [reduction](const Json& json, S& to) { reduction.take(json, to); })
        .only_if([](const S& from) { return !from.reduction.empty(); });
    fields.add("files", &S::files).unless_default();
    return fields;
  };
  static const FieldTable<SpaceSpec> of_encoder = made(false), of_classifier = made(true);
  return of_model ? of_classifier : of_encoder;
}

}  // namespace

Json FieldCodec<SpaceSpec>::give(const SpaceSpec& space) {
  return fields_of(space.of_model).write(space);
}

void FieldCodec<SpaceSpec>::take(const Json& json, SpaceSpec& space) {
  space.of_model = json.contains(kind_of_maker(true));
  fields_of(space.of_model).take(json, space);
}

Status resolve_recorded(const StudyCatalogs& catalogs, SpaceSpec& space) {
  SF_TRY(resolve_recorded(catalogs.makers_of(space), space.maker.name, space.maker.options));
  if (space.reduction.empty()) return {};
  return resolve_recorded(*catalogs.reductions, space.reduction, space.reduction_options);
}

}  // namespace standfast
