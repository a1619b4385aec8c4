#include "standfast/text/token/added_token_json.h"

namespace standfast::token {

Result<AddedToken> parse_added_token(const JsonField& field) {
  AddedToken token;
  SF_ASSIGN(const auto content, field.at("content"));
  SF_ASSIGN(token.content, content.text());
  if (token.content.empty()) return content.wrong("is empty");
  SF_ASSIGN(token.special, field.boolean_or("special", false));
  SF_ASSIGN(token.single_word, field.boolean_or("single_word", false));
  SF_ASSIGN(token.lstrip, field.boolean_or("lstrip", false));
  SF_ASSIGN(token.rstrip, field.boolean_or("rstrip", false));
  SF_ASSIGN(token.normalized, field.boolean_or("normalized", !token.special));
  return token;
}

}  // namespace standfast::token
