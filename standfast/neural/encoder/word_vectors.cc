#include "standfast/neural/encoder/word_vectors.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "standfast/base/input_stream.h"
#include "standfast/text/utf8.h"
#include "standfast/text/words.h"

namespace standfast {

namespace {

// Returns the number of bytes of a clitic at the end of a word, or 0.
size_t clitic_at_end(std::string_view word) {
  static constexpr std::array<std::string_view, 7> kClitics = {"n't", "'s", "'re", "'ve", "'ll", "'d", "'m"};
  std::string plain;  // in ASCII, lower case, with the plain apostrophe
  std::vector<size_t> begins;
  for (size_t at = 0; at < word.size();) {
    begins.push_back(at);
    const auto c = next_code_point(word, at);
    plain.push_back(c == 0x2019            ? '\''
                    : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a')
                    : c < 0x80             ? static_cast<char>(c)
                                           : '\x7f');
  }
  for (const std::string_view clitic : kClitics)
    if (plain.size() > clitic.size() && plain.ends_with(clitic))
      return word.size() - begins[plain.size() - clitic.size()];
  return 0;
}

// Adds the tokens of a piece without spaces, in scripts that use spaces.
void add_tokens(std::string_view piece, std::vector<std::string_view>& out) {
  struct Point {
    size_t begin, end;
    bool word;
  };
  std::vector<Point> points;
  Writing writing = Writing::none;
  for (size_t at = 0; at < piece.size();) {
    const size_t begin = at;
    writing = writing_of(next_code_point(piece, at), writing);
    points.push_back({begin, at, writing != Writing::none});
  }
  const auto is_word = [](const Point& point) { return point.word; };
  const auto first = std::ranges::find_if(points, is_word);
  if (first == points.end()) {
    out.push_back(piece);
    return;
  }
  for (auto at = points.begin(); at != first; ++at)
    out.push_back(piece.substr(at->begin, at->end - at->begin));
  auto last = points.end();
  while (!(last - 1)->word) --last;
  const std::string_view word = piece.substr(first->begin, (last - 1)->end - first->begin);
  const size_t clitic = clitic_at_end(word);
  out.push_back(word.substr(0, word.size() - clitic));
  if (clitic > 0) out.push_back(word.substr(word.size() - clitic));
  for (auto at = last; at != points.end(); ++at) out.push_back(piece.substr(at->begin, at->end - at->begin));
}

}  // namespace

std::vector<std::string_view> word_tokens(std::string_view text) {
  std::vector<std::string_view> out;
  for_each_between_spaces(text, 1, [&](std::string_view piece) {
    for_each_part(piece, [&](std::string_view part, bool unspaced) {
      if (unspaced)
        out.push_back(part);
      else
        add_tokens(part, out);
    });
  });
  return out;
}

namespace {

constexpr size_t kLongestLine = size_t{1} << 20;

// Cuts the first field off a line; fields stand between spaces or tabs.
std::string_view take_field(std::string_view& line) {
  const size_t begin = std::min(line.find_first_not_of(" \t\r"), line.size());
  const size_t end = std::min(line.find_first_of(" \t\r", begin), line.size());
  const std::string_view field = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return field;
}

size_t fields_of(std::string_view line) {
  size_t count = 0;
  while (!take_field(line).empty()) ++count;
  return count;
}

bool is_whole_number(std::string_view field) {
  return !field.empty() && field.find_first_not_of("0123456789") == std::string_view::npos;
}

class VectorReader {
 public:
  VectorReader(const std::string& path, const std::vector<std::string>& wanted)
      : path_(path), wanted_(wanted.begin(), wanted.end()) {}

  Status line(std::string_view line) {
    ++number_;
    const size_t fields = fields_of(line);
    if (fields == 0) return {};
    std::string_view rest = line;
    if (number_ == 1 && fields == 2) {
      const std::string_view words = take_field(rest), columns = take_field(rest);
      if (is_whole_number(words) && is_whole_number(columns)) return {};
      rest = line;
    }
    if (fields < 2) return refuse("a word without numbers");
    if (out_.columns == 0) out_.columns = fields - 1;
    if (fields - 1 != out_.columns)
      return refuse(fmt::format("{} numbers, but the lines before have {}", fields - 1, out_.columns));
    ++out_.lines;
    const std::string_view word = take_field(rest);
    if (wanted_.find(word) == wanted_.end() || out_.of_words.contains(std::string(word))) return {};
    std::vector<float> numbers;
    for (size_t i = 0; i < out_.columns; ++i) {
      const std::string_view field = take_field(rest);
      float number = 0;
      const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
      if (error != std::errc() || end != field.data() + field.size() || !std::isfinite(number))
        return refuse(fmt::format("\"{}\" is not a number", field.substr(0, 40)));
      numbers.push_back(number);
    }
    out_.of_words.emplace(word, std::move(numbers));
    return {};
  }

  Result<WordVectors> finish() {
    if (out_.lines == 0)
      return data_error(path_ + ": the file has no word (a line is a word and its numbers)");
    return std::move(out_);
  }

 private:
  Failure refuse(std::string_view why) const {
    return data_error(
        fmt::format("{}:{}: {}; a line of word vectors is a word and its numbers", path_, number_, why));
  }

  const std::string& path_;
  std::set<std::string, std::less<>> wanted_;
  WordVectors out_;
  uint64_t number_ = 0;
};

}  // namespace

Result<WordVectors> read_word_vectors(const std::string& path, const std::vector<std::string>& wanted) {
  SF_ASSIGN(const auto input, open_input(path));
  VectorReader reader(path, wanted);
  std::string held;
  std::vector<char> block(size_t{1} << 20);
  for (;;) {
    SF_ASSIGN(const size_t read, input->read(block));
    held.append(block.data(), read);
    size_t begin = 0;
    for (size_t end; (end = held.find('\n', begin)) != std::string::npos; begin = end + 1)
      SF_TRY(reader.line(std::string_view(held).substr(begin, end - begin)));
    held.erase(0, begin);
    if (read == 0) break;
    if (held.size() > kLongestLine)
      return data_error(path + ": a line of more than a megabyte; this is not a text file of word vectors");
  }
  SF_TRY(reader.line(held));
  return reader.finish();
}

}  // namespace standfast
