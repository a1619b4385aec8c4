#include "cli/corpus_args.h"

#include <charconv>

#include <fmt/format.h>

#include "standfast/corpus/read/format.h"

namespace standfast::cli {

namespace {

Status counts_by_role(const char* flag, const std::map<std::string, OptionValue>& given,
                      std::array<uint64_t, kRoles.size()>& counts) {
  for (const auto& [name, value] : given) {
    const std::string text = to_string(value);
    const auto role = role_from_name(name);
    if (!role)
      return usage_error(fmt::format("{} {}={}: {} is no role (author, topic, label, source, date)", flag,
                                     name, text, name));
    uint64_t count = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (problem != std::errc() || end != text.data() + text.size())
      return usage_error(fmt::format("{} {}={}: needs a whole number of documents", flag, name, text));
    counts[static_cast<size_t>(*role)] = count;
  }
  return {};
}

// Either COLUMN, or COLUMN:UNTIL:N, which is the text before the N-th UNTIL in the column.
Result<AttributeRule> attribute_rule(const std::string& name, const std::string& given) {
  const auto refuse = [&](const std::string& why) {
    return usage_error(fmt::format("--column {}={}: {}", name, given, why));
  };
  if (const auto objection = objection_to_attribute(name); !objection.empty())
    return refuse("a column " + objection);
  AttributeRule rule{name, given, "", 1};
  const size_t last = given.rfind(':'), first = given.find(':');
  if (last != std::string::npos && first < last && last + 1 < given.size() &&
      given.find_first_not_of("0123456789", last + 1) == std::string::npos) {
    rule.from = given.substr(0, first);
    rule.until = given.substr(first + 1, last - first - 1);
    const auto [end, problem] =
        std::from_chars(given.data() + last + 1, given.data() + given.size(), rule.nth);
    if (problem != std::errc() || rule.nth < 1) return refuse("the number at its end counts from 1");
    if (rule.until.empty()) return refuse("there is nothing between the two colons (id:-:2)");
  }
  if (rule.from.empty()) return refuse("names no column of the file (id is the id)");
  return rule;
}

}  // namespace

void CorpusArgs::also_read(const std::vector<std::string>& names) {
  for (const auto& name : names)
    if (!role_from_name(name)) columns.try_emplace(name, name);
}

void CorpusArgs::declare(Args& args, bool required) {
  args.text("CORPUS", path,
            "JSONL, CSV or TSV file (.gz and .zst too), folder of texts, PAN pairs, or - for standard input",
            required);
  declare_columns(args);
}

void CorpusArgs::declare_columns(Args& args) {
  args.choice("--format", format, {"guess", "jsonl", "csv", "tsv", "folder", "pan"}, "Format of the corpus");
  args.text("--text", text, "Column that holds the text (guessed by name)");
  args.text("--id", id, "Column that holds the id (guessed by name; none: made from the row number)");
  for (const Role role : kRoles) {
    const std::string name(role_name(role));
    args.text("--" + name, roles[static_cast<size_t>(role)],
              "Column that holds the " + name + " (guessed by name; none: not read)");
  }
  args.settings("--column", columns,
                "Another column, under the name you give, e.g. thread=thread_id; thread=id:-:2 is the text "
                "before the\nsecond - of the id");
  args.settings("--only", only, "Keep documents with this value in a role, e.g. source=news");
  args.settings("--at-least", at_least,
                "Keep documents whose value in a role has at least this many documents, e.g. author=20");
  args.settings("--most", most, "Keep this many values of a role: those with most documents, e.g. author=15");
  args.choice(
      "--bad-rows", bad_rows, {"fail", "skip", "repair"},
      "What to do with a row that cannot be used: stop, leave it out and count it, or repair it where that "
      "is possible");
  args.count("--limit", limit, "Read at most this many documents (0: all)");
}

Result<ReadOptions> CorpusArgs::options() const {
  ReadOptions options;
  options.format = format_from_name(format).value_or(Format::guess);
  options.text_column = text;
  options.id_column = id;
  options.role_columns = roles;
  options.bad_rows = bad_rows == "skip"     ? BadRowPolicy::skip
                     : bad_rows == "repair" ? BadRowPolicy::repair
                                            : BadRowPolicy::fail;
  for (const auto& [name, value] : columns) {
    SF_ASSIGN(AttributeRule rule, attribute_rule(name, to_string(value)));
    options.attributes.push_back(std::move(rule));
  }
  for (const auto& [name, value] : only) {
    const auto role = role_from_name(name);
    if (!role)
      return usage_error(fmt::format("--only {}={}: {} is no role (author, topic, label, source, date)", name,
                                     to_string(value), name));
    options.only[static_cast<size_t>(*role)] = to_string(value);
  }
  SF_TRY(counts_by_role("--at-least", at_least, options.frequent.at_least));
  SF_TRY(counts_by_role("--most", most, options.frequent.most));
  options.limit = static_cast<uint64_t>(limit);
  options.sink = &terminal();
  return options;
}

Result<Corpus> CorpusArgs::read(ReadReport* report) const {
  SF_ASSIGN(const ReadOptions read_options, options());
  return read_corpus(path, read_options, report);
}

}  // namespace standfast::cli
