#include <algorithm>
#include <cstring>
#include <filesystem>
#include <span>

#include <fmt/format.h>

#include "standfast/base/paths.h"
#include "standfast/corpus/read/bad_bytes.h"
#include "standfast/corpus/read/format.h"
#include "standfast/corpus/read/line_reader.h"
#include "standfast/corpus/read/open_rows.h"
#include "standfast/corpus/read/readers.h"
#include "standfast/corpus/read/row_collector.h"
#include "standfast/text/encoding_guess.h"
#include "standfast/text/encodings.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;

bool is_text_file(const fs::path& path) {
  return without_compression(path.native()).ends_with(".txt");
}

// Lists the text files in `root` and in its subfolders, by path relative to it, in byte order. Counts the
// other files.
Result<std::vector<std::string>> text_files(const std::string& root, uint64_t& others) {
  std::vector<std::string> files;
  const auto cannot_read = [](const std::string& folder, const std::error_code& code) {
    return data_error(fmt::format("{}: cannot read the folder ({})", folder, code.message()));
  };
  const auto take = [&](const fs::path& path, const std::string& folder) {
    // Systems leave such names beside texts ("._Ann_x.txt"), hidden in listings.
    if (path.filename().native().starts_with('.') || !is_text_file(path)) return ++others, void();
    files.push_back(folder + path.filename().string());
  };
  std::error_code code;
  for (fs::directory_iterator entry(root, code), end; !code && entry != end; entry.increment(code)) {
    if (!is_folder(entry->path().string())) {
      take(entry->path(), "");
      continue;
    }
    const std::string folder = entry->path().filename().string() + "/";
    if (folder.starts_with('.')) {
      ++others;
      continue;
    }
    std::error_code below;  // a separate code: going on to the next entry clears the other
    for (fs::directory_iterator inner(entry->path(), below); !below && inner != end; inner.increment(below))
      if (!is_folder(inner->path().string())) take(inner->path(), folder);
    if (below) return cannot_read(root + "/" + entry->path().filename().string(), below);
  }
  if (code) return cannot_read(root, code);
  std::sort(files.begin(), files.end());
  return files;
}

// Replaces CRLF by LF, in place; returns the new length.
size_t without_carriage_returns(std::span<char> text) {
  char* to = text.data();
  for (const char *from = text.data(), *end = from + text.size(); from < end;) {
    const void* found = std::memchr(from, '\r', static_cast<size_t>(end - from));
    const char* stop = found == nullptr ? end : static_cast<const char*>(found);
    const bool line_end = stop + 1 < end && stop[1] == '\n';
    if (stop < end && !line_end) ++stop;  // a carriage return that stands alone stays
    std::memmove(to, from, static_cast<size_t>(stop - from));
    to += stop - from;
    from = line_end ? stop + 1 : stop;
  }
  return static_cast<size_t>(to - text.data());
}

// Reads a whole text file.
class TextFile {
 public:
  TextFile(InputStream& input, std::string path) : window_(input, size_t{1} << 18), path_(std::move(path)) {}

  // Returns the text, or why it cannot be used. A byte order mark and the CR of CRLF are removed. `mended`
  // names the repairs.
  Result<std::string_view> read(const ReadOptions& options, std::string& mended) {
    for (;;) {
      SF_ASSIGN(const bool more, window_.fetch());
      if (!more) break;
      if (window_.bytes().size() > options.max_row_bytes)
        return data_error(fmt::format("{}: longer than {} bytes", path_, options.max_row_bytes));
    }
    SF_ASSIGN(const size_t mark, byte_order_mark(window_.bytes(), path_));
    window_.consume(mark);
    std::span<char> text = window_.writable();
    const auto view = [&] { return std::string_view(text.data(), text.size()); };
    const bool repairs = options.bad_rows == BadRowPolicy::repair;
    const bool has_nul = view().find('\0') != std::string_view::npos;
    if (has_nul || has_kanji_escape(view()))
      if (const std::string guess = guess_encoding(view().substr(0, kBytesForHint));
          guess.starts_with("utf-") || guess == "iso-2022-jp")
        return data_error(
            fmt::format("{0}: is not UTF-8 text (it looks like {1}: --encoding {1})", path_, guess));
    if (!is_valid_utf8(view())) {
      if (!repairs) return data_error(fmt::format("{}: {}", path_, not_utf8(encoding_hint(view()))));
      text = repaired_ = repair_utf8(view());
      mended = path_ + ": bad UTF-8";
    }
    if (has_nul) {
      if (!repairs) return data_error(path_ + ": holds a NUL byte (is the file damaged?)");
      repaired_ = std::string(view());
      for (size_t at = 0; (at = repaired_.find('\0', at)) != std::string::npos;)
        repaired_.replace(at, 1, "\xef\xbf\xbd");
      text = repaired_;
      mended = path_ + ": a NUL byte";
    }
    text = text.first(without_carriage_returns(text));
    return view();
  }

 private:
  ByteWindow window_;
  std::string path_, repaired_;
};

// Checks the flags of roles. Author and topic come from file names, so the name of a column makes no sense
// here; only "none" does.
Status check_roles(const std::string& path, const ReadOptions& options, bool& authors, bool& topics) {
  const auto check = [&](std::string_view flag, const std::string& given) -> Status {
    if (given.empty() || given == "none") return {};
    return usage_error(fmt::format("{}: a folder of texts has no columns to choose by --{} (only --{} none)",
                                   path, flag, flag));
  };
  for (const auto& rule : options.attributes)
    if (rule.from != "id" && !rule.implied)
      return usage_error(fmt::format("{}: a folder of texts has no column \"{}\" for --{} (only from id)",
                                     path, rule.from, flag_of(rule)));
  SF_TRY(check("text", options.text_column));
  SF_TRY(check("id", options.id_column));
  for (const Role role : kRoles)
    SF_TRY(check(role_name(role), options.role_columns[static_cast<size_t>(role)]));
  authors = options.role_columns[static_cast<size_t>(Role::author)].empty();
  topics = options.role_columns[static_cast<size_t>(Role::topic)].empty();
  return {};
}

}  // namespace

Result<Corpus> read_folder(const std::string& path, const ReadOptions& options, ReadReport& report) {
  bool authors = false, topics = false;
  SF_TRY(find_encoding(options.encoding));  // an unknown encoding is no fault of a file
  SF_TRY(check_roles(path, options, authors, topics));
  uint64_t others = 0;
  SF_ASSIGN(const auto files, text_files(path, others));
  if (files.empty() && (is_there(path + "/dataset_info.json") || is_there(path + "/dataset_dict.json")))
    return data_error(
        fmt::format("{0}: is a data set that Hugging Face's save_to_disk wrote; "
                    "datasets.load_from_disk(\"{0}\"){1}.to_json(\"corpus.jsonl\") makes JSON lines of it",
                    path, is_there(path + "/dataset_dict.json") ? "[\"train\"]" : ""));
  if (files.empty())
    return data_error(path + ": no .txt files in this folder (author_title.txt is what is read)");
  report.columns = {"name", "text"};
  report.text_column = "text";
  report.id_column = "name";
  options.sink->info(fmt::format(
      "{}: {} texts; author from the name before the first \"_\", topic from the subfolder{}", path,
      files.size(), others > 0 ? fmt::format(" ({} other files passed over)", others) : ""));
  RowCollector collector(path, options, report, true);
  for (const auto& file : files) {
    if (collector.full()) break;
    Row row;
    const auto input = open_text(path + "/" + file, options.encoding);
    if (!input) {
      SF_TRY(collector.reject(0, input.error().message));
      continue;
    }
    TextFile whole(**input, path + "/" + file);
    const auto text = whole.read(options, row.mended);
    if (!text) {
      SF_TRY(collector.reject(0, text.error().message));
      continue;
    }
    std::string_view id = without_compression(file);
    id.remove_suffix(std::string_view(".txt").size());
    const size_t slash = id.find('/');
    const std::string_view name = slash == std::string_view::npos ? id : id.substr(slash + 1);
    const size_t underscore = name.find('_');
    row.text = *text;
    row.text_spent = true;
    row.id = id;
    if (!is_valid_utf8(id)) {
      SF_TRY(collector.reject(0, repair_utf8(file) + ": the file name is not valid UTF-8"));
      continue;
    }
    if (authors && underscore != std::string_view::npos) {
      row.values[static_cast<size_t>(Role::author)] = name.substr(0, underscore);
      report.role_columns[static_cast<size_t>(Role::author)] = "name";
    }
    if (topics && slash != std::string_view::npos) {
      row.values[static_cast<size_t>(Role::topic)] = id.substr(0, slash);
      report.role_columns[static_cast<size_t>(Role::topic)] = "subfolder";
    }
    SF_TRY(collector.add(row));
  }
  return std::move(collector).finish();
}

}  // namespace standfast
