#include "standfast/corpus/columns.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/options.h"
#include "standfast/text/normal_form.h"
#include "standfast/text/printable.h"
#include "standfast/text/unicode.h"

namespace standfast {
namespace {

using Rank = std::vector<std::string_view>;

const std::vector<Rank>& text_ranks() {
  static const std::vector<Rank> ranks = {
      {"text"},
      {"content", "body", "post", "comment", "document", "review", "message", "tweet", "article", "utterance",
       "sentence"},
      {"full_text", "raw_text", "text_content", "selftext", "post_text", "comment_text", "review_text",
       "tweet_text", "review_body", "comment_body"},
      {"texto", "texte", "testo", "текст", "文本", "正文", "内容", "テキスト", "本文"}};
  return ranks;
}

const std::vector<Rank>& id_ranks() {
  static const std::vector<Rank> ranks = {
      {"id"},
      {"doc_id", "docid", "document_id", "_id", "uid", "uuid", "guid", "key"},
      {"text_id", "post_id", "comment_id", "review_id", "message_id", "tweet_id", "article_id", "filename",
       "file_name"},
      {"kennung", "identifiant", "identificador", "identificativo", "номер", "编号", "番号"}};
  return ranks;
}

const std::vector<Rank>& role_ranks(Role role) {
  static const std::array<std::vector<Rank>, kRoles.size()> ranks = {{
      {{"author"},
       {"author_id", "author_name", "authorid"},
       {"user", "writer", "speaker"},
       {"user_id", "userid", "username", "user_name", "screen_name", "speaker_id", "writer_id"},
       {"autor", "autorin", "auteur", "autore", "автор", "作者", "著者", "筆者"}},
      {{"topic"},
       {"topic_id", "topic_name"},
       {"fandom", "category", "genre", "subreddit", "theme", "section", "domain"},
       {"forum", "board", "newsgroup", "subject"},
       {"thema", "thème", "sujet", "tema", "argomento", "тема", "主题", "话题", "話題", "主題", "トピック"}},
      {{"label"},
       {"class", "target"},
       {"gold", "gold_label"},
       {"etikett", "klasse", "étiquette", "classe", "etiqueta", "clase", "etichetta", "метка", "класс",
        "标签", "类别", "ラベル"}},
      {{"source"}, {"platform", "site", "origin"}, {"quelle", "fuente", "fonte", "источник", "来源", "出典"}},
      {{"date"},
       {"datetime", "timestamp", "created_at", "published", "published_at"},
       {"year"},
       {"datum", "fecha", "дата", "日期", "日付"}},
  }};
  return ranks[static_cast<size_t>(role)];
}

std::string normalised(std::string_view name) {
  std::string store, result;
  to_lower(composed(name, store), result);
  for (char& c : result)
    if (c == '-' || c == ' ' || c == '.') c = '_';
  return result;
}

// Returns the advice for a corpus without this column; a corpus needs no column except its text.
std::string none_too(const std::string& flag) {
  return flag == "text" ? "" : fmt::format(" (or --{} none)", flag);
}

Failure called_the_same(const std::string& file, const std::string& flag, const std::string& name) {
  return data_error(fmt::format("{}: two columns or more are called \"{}\"; rename one of them{}", file, name,
                                none_too(flag)));
}

// Returns the name of the column that plays the role, judged by its name, or "".
Result<std::string> guess(const std::string& file, const std::string& flag, const std::vector<Rank>& ranks,
                          const std::vector<std::string>& candidates) {
  for (const auto& rank : ranks) {
    std::vector<std::string> found;
    for (const auto& name : candidates)
      if (std::find(rank.begin(), rank.end(), normalised(name)) != rank.end()) found.push_back(name);
    if (found.size() == 1) return found.front();
    if (found.size() < 2) continue;
    if (found[0] == found[1]) return called_the_same(file, flag, found[0]);
    return usage_error(fmt::format("{}: \"{}\" and \"{}\" could both be the {}; say which with --{} NAME{}",
                                   file, found[0], found[1], flag, flag, none_too(flag)));
  }
  return std::string();
}

std::string listing(const std::vector<std::string>& names) {
  constexpr size_t kShown = 20;
  std::vector<std::string> shown;
  for (size_t i = 0; i < std::min(names.size(), kShown); ++i) shown.push_back(printable_line(names[i]));
  return fmt::format("{}{}", fmt::join(shown, ", "), names.size() > kShown ? ", ..." : "");
}

}  // namespace

std::string ColumnChoice::describe() const {
  std::string line = text.empty() ? "no text" : fmt::format("text \"{}\"", text);
  line += id.empty() ? ", no id (made from the row number)" : fmt::format(", id \"{}\"", id);
  for (const Role role : kRoles)
    if (const auto& name = roles[static_cast<size_t>(role)]; !name.empty())
      line += fmt::format(", {} \"{}\"", role_name(role), name);
  if (guessed.empty()) return line;
  const auto named =
      std::ranges::count_if(roles, [](const auto& name) { return !name.empty(); }) + (id.empty() ? 1 : 2);
  return line + (guessed.size() == static_cast<size_t>(named)
                     ? " (guessed by name)"
                     : fmt::format(" (guessed by name: {})", fmt::join(guessed, ", ")));
}

std::string hint_of_columns(const std::string& name, const std::vector<std::string>& columns) {
  const std::string hint = nearest_name(name, columns);
  return fmt::format("{} (columns: {})",
                     hint.empty() ? "" : fmt::format("; did you mean \"{}\"?", printable_line(hint)),
                     listing(columns));
}

Failure no_such_column(const std::string& file, const std::string& flag, const std::string& name,
                       const std::vector<std::string>& columns) {
  return usage_error(
      fmt::format("{}: no column \"{}\" for --{}{}", file, name, flag, hint_of_columns(name, columns)));
}

Status only_roles_are_there(const std::string& file, const ReadOptions& options, const ReadReport& report) {
  for (size_t i = 0; i < kRoles.size(); ++i) {
    if (options.only[i].empty() || !report.role_columns[i].empty()) continue;
    const std::string role(role_name(kRoles[i]));
    return usage_error(
        fmt::format("{}: only documents with {} \"{}\" are wanted, but no column is its {} (--{} COLUMN){}",
                    file, role, options.only[i], role, role, hint_of_columns(role, report.columns)));
  }
  return {};
}

Result<ColumnChoice> choose_columns(const std::string& file, const std::vector<ColumnName>& columns,
                                    bool complete, const ReadOptions& options) {
  std::vector<std::string> names;
  for (const auto& column : columns) names.push_back(column.name);

  std::vector<std::string> told = {options.text_column, options.id_column};
  told.insert(told.end(), options.role_columns.begin(), options.role_columns.end());
  std::vector<std::string> candidates;
  for (const auto& column : columns)
    if (column.plain && std::find(told.begin(), told.end(), column.name) == told.end())
      candidates.push_back(column.name);

  ColumnChoice choice;
  const auto resolve = [&](const std::string& flag, const std::string& given, const std::vector<Rank>& ranks,
                           bool must, std::string& target) -> Status {
    if (given == "none") return {};
    if (!given.empty()) {
      const auto count = std::count(names.begin(), names.end(), given);
      if (count > 1) return called_the_same(file, flag, given);
      if (count == 0 && (complete || must)) return no_such_column(file, flag, given, names);
      target = given;
      return {};
    }
    SF_ASSIGN(target, guess(file, flag, ranks, candidates));
    if (!target.empty()) choice.guessed.push_back(flag);
    return {};
  };
  if (options.text_column == "none") return usage_error("--text none: every corpus needs a text column");
  SF_TRY(resolve("text", options.text_column, text_ranks(), true, choice.text));
  if (choice.text.empty() && columns.size() == 1 && columns.front().plain) {
    choice.text = columns.front().name;
    choice.guessed.emplace_back("text");
  }
  if (choice.text.empty())
    return usage_error(fmt::format(
        "{}: no column looks like the text; name it with --text NAME (columns: {})", file, listing(names)));
  SF_TRY(resolve("id", options.id_column, id_ranks(), false, choice.id));
  for (const Role role : kRoles) {
    const auto i = static_cast<size_t>(role);
    SF_TRY(resolve(std::string(role_name(role)), options.role_columns[i], role_ranks(role), false,
                   choice.roles[i]));
  }
  return choice;
}

}  // namespace standfast
