#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/corpus/format.h"
#include "standfast/corpus/line_reader.h"
#include "standfast/corpus/readers.h"
#include "standfast/corpus/row_collector.h"
#include "standfast/text/utf8.h"
#include "standfast/text/utf8_repair.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;

bool is_text_file(const fs::path& path) {
  return without_compression(path.native()).ends_with(".txt");
}

// Paths below `root` of the text files in it and in its subfolders, in byte order; counts the other files.
Result<std::vector<std::string>> text_files(const std::string& root, uint64_t& others) {
  std::vector<std::string> files;
  std::error_code code;
  const auto take = [&](const fs::path& path, const std::string& folder) {
    if (!is_text_file(path)) return ++others, void();
    files.push_back(folder + path.filename().string());
  };
  for (fs::directory_iterator entry(root, code), end; !code && entry != end; entry.increment(code)) {
    if (!entry->is_directory(code)) {
      take(entry->path(), "");
      continue;
    }
    const std::string folder = entry->path().filename().string() + "/";
    for (fs::directory_iterator inner(entry->path(), code); !code && inner != end; inner.increment(code))
      if (!inner->is_directory(code)) take(inner->path(), folder);
  }
  if (code) return data_error(fmt::format("{}: cannot read the folder ({})", root, code.message()));
  std::sort(files.begin(), files.end());
  return files;
}

// A whole text file, or why it cannot be used. Marks of other systems (byte order mark, CRLF) are taken off.
Result<std::string> read_text(const std::string& path, const ReadOptions& options, std::string& mended) {
  SF_ASSIGN(const auto input, open_input(path));
  std::string bytes;
  std::vector<char> buffer(size_t{1} << 18);
  for (;;) {
    SF_ASSIGN(const size_t n, input->read(buffer));
    if (n == 0) break;
    bytes.append(buffer.data(), n);
    if (bytes.size() > options.max_row_bytes)
      return data_error(fmt::format("{}: longer than {} bytes", path, options.max_row_bytes));
  }
  SF_ASSIGN(const size_t mark, byte_order_mark(bytes, path));
  bytes.erase(0, mark);
  const bool repairs = options.bad_rows == BadRowPolicy::repair;
  if (!is_valid_utf8(bytes)) {
    if (!repairs)
      return data_error(path + ": not valid UTF-8 (another encoding? --bad-rows repair puts U+FFFD)");
    bytes = repair_utf8(bytes);
    mended = path + ": bad UTF-8";
  }
  if (bytes.find('\0') != std::string::npos) {
    if (!repairs) return data_error(path + ": holds a NUL byte (is the file UTF-16 or damaged?)");
    for (size_t at = 0; (at = bytes.find('\0', at)) != std::string::npos;)
      bytes.replace(at, 1, "\xef\xbf\xbd");
    mended = path + ": a NUL byte";
  }
  if (bytes.find('\r') == std::string::npos) return bytes;
  std::string text;
  text.reserve(bytes.size());
  for (size_t i = 0; i < bytes.size(); ++i)
    if (bytes[i] != '\r' || i + 1 == bytes.size() || bytes[i + 1] != '\n') text += bytes[i];
  return text;
}

// Author and topic come from names; a told column name makes no sense here, only "none" does.
Status check_roles(const std::string& path, const ReadOptions& options, bool& authors, bool& topics) {
  const auto check = [&](std::string_view flag, const std::string& given) -> Status {
    if (given.empty() || given == "none") return {};
    return usage_error(fmt::format("{}: a folder of texts has no columns to choose by --{} (only --{} none)",
                                   path, flag, flag));
  };
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
  SF_TRY(check_roles(path, options, authors, topics));
  uint64_t others = 0;
  SF_ASSIGN(const auto files, text_files(path, others));
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
    const auto text = read_text(path + "/" + file, options, row.mended);
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
