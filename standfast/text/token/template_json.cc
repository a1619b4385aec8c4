#include "standfast/text/token/template_json.h"

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/text/token/vocabulary.h"

namespace standfast::token {
namespace {

using What = TemplatePart::What;

// Reads ["[SEP]", 102].
Result<int32_t> read_special(const JsonField& field) {
  SF_TRY(field.must_be_list());
  if (field.json().size() != 2) return field.wrong("a token and its id are expected");
  SF_ASSIGN(const auto id, field.element(1).whole(0, kMostTokens - 1));
  return static_cast<int32_t>(id);
}

struct Ends {
  int32_t cls = 0, sep = 0;
};

Result<Ends> read_ends(const JsonField& field) {
  Ends ends;
  SF_ASSIGN(const auto cls, field.at("cls"));
  SF_ASSIGN(ends.cls, read_special(cls));
  SF_ASSIGN(const auto sep, field.at("sep"));
  SF_ASSIGN(ends.sep, read_special(sep));
  return ends;
}

// Adds a special, which may stand for several tokens.
Status add_special(const JsonField& specials, const JsonField& name, uint8_t type,
                   std::vector<TemplatePart>& to) {
  SF_ASSIGN(const std::string id, name.text());
  if (!specials.has(id.c_str())) return name.wrong(fmt::format("special_tokens has no \"{}\"", id));
  SF_ASSIGN(const auto special, specials.at(id.c_str()));
  SF_ASSIGN(const auto ids, special.at("ids"));
  SF_TRY(ids.must_be_list());
  for (size_t i = 0; i < ids.json().size(); ++i) {
    SF_ASSIGN(const auto number, ids.element(i).whole(0, kMostTokens - 1));
    to.push_back({What::special, static_cast<int32_t>(number), type});
  }
  return {};
}

// Reads [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, ...].
Result<std::vector<TemplatePart>> read_parts(const JsonField& list, const JsonField& specials, bool pair) {
  SF_TRY(list.must_be_list());
  std::vector<TemplatePart> parts;
  int seen[2] = {0, 0};
  for (size_t i = 0; i < list.json().size(); ++i) {
    const JsonField one = list.element(i);
    const bool is_text = one.has("Sequence");
    if (!is_text && !one.has("SpecialToken")) return one.wrong("SpecialToken or Sequence is expected");
    SF_ASSIGN(const auto inner, one.at(is_text ? "Sequence" : "SpecialToken"));
    SF_ASSIGN(const auto id, inner.at("id"));
    SF_ASSIGN(const auto type_field, inner.at("type_id"));
    SF_ASSIGN(const auto number, type_field.whole(0, 255));
    const auto type = static_cast<uint8_t>(number);
    if (!is_text) {
      SF_TRY(add_special(specials, id, type, parts));
      continue;
    }
    SF_ASSIGN(const auto which, id.text());
    const bool first = std::string_view(which) == "A";
    if (!first && (std::string_view(which) != "B" || !pair))
      return id.wrong(fmt::format("no text is called {}", which));
    ++seen[first ? 0 : 1];
    parts.push_back({first ? What::first : What::second, 0, type});
  }
  if (seen[0] != 1 || seen[1] != (pair ? 1 : 0)) return list.wrong("each text should be there once");
  return parts;
}

Status read_template(const JsonField& field, Template& around) {
  SF_ASSIGN(const auto specials, field.at("special_tokens"));
  SF_TRY(specials.must_be_object());
  SF_ASSIGN(const auto single, field.at("single"));
  SF_ASSIGN(around.single, read_parts(single, specials, false));
  if (field.has("pair")) {
    SF_ASSIGN(const auto pair, field.at("pair"));
    SF_ASSIGN(around.pair, read_parts(pair, specials, true));
  }
  return {};
}

}  // namespace

Template bert_template(int32_t cls, int32_t sep) {
  Template made;
  made.single = {{What::special, cls, 0}, {What::first, 0, 0}, {What::special, sep, 0}};
  made.pair = {{What::special, cls, 0},
               {What::first, 0, 0},
               {What::special, sep, 0},
               {What::second, 0, 1},
               {What::special, sep, 1}};
  return made;
}

Template roberta_template(int32_t cls, int32_t sep) {
  Template made = bert_template(cls, sep);
  made.pair = {{What::special, cls, 0}, {What::first, 0, 0},  {What::special, sep, 0},
               {What::special, sep, 0}, {What::second, 0, 0}, {What::special, sep, 0}};
  return made;
}

Status parse_template(const JsonField& field, Parts& parts) {
  SF_ASSIGN(const auto type_field, field.at("type"));
  SF_ASSIGN(const std::string type, type_field.text());
  if (type == "TemplateProcessing") return read_template(field, parts.around);
  if (type == "BertProcessing") {
    SF_ASSIGN(const Ends ends, read_ends(field));
    parts.around = bert_template(ends.cls, ends.sep);
    return {};
  }
  if (type == "RobertaProcessing") {
    SF_ASSIGN(const Ends ends, read_ends(field));
    parts.around = roberta_template(ends.cls, ends.sep);
    SF_ASSIGN(parts.around.trim_offsets, field.boolean_or("trim_offsets", true));
    SF_ASSIGN(parts.around.has_prefix_space, field.boolean_or("add_prefix_space", true));
    return {};
  }
  if (type == "ByteLevel") {
    SF_ASSIGN(parts.around.trim_offsets, field.boolean_or("trim_offsets", true));
    SF_ASSIGN(parts.around.has_prefix_space, field.boolean_or("add_prefix_space", true));
    return {};
  }
  return type_field.wrong(fmt::format(
      "the post-processor {} is not known here (TemplateProcessing, BertProcessing, RobertaProcessing and "
      "ByteLevel "
      "are)",
      type));
}

}  // namespace standfast::token
