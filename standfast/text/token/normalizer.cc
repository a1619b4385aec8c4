#include "standfast/text/token/normalizer.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "standfast/text/token/properties.h"

namespace standfast::token {
namespace {

// A code point of a normal form. change 0: it takes the place of one code point; 1: it is new and stands for
// the same bytes as the one before; -n: it takes the place of one and n more are gone.
struct Made {
  CodePoint c;
  int change;
  int its_class = 0;
};

template <class Keep>
void keep_if(AlignedText& text, const Keep& keep) {
  size_t kept = 0;
  for (size_t i = 0; i < text.chars.size(); ++i)
    if (keep(text.chars[i])) {
      text.chars[kept] = text.chars[i];
      text.spans[kept++] = text.spans[i];
    }
  text.chars.resize(kept);
  text.spans.resize(kept);
}

void put_spaces_around_ideographs(AlignedText& text) {
  if (std::none_of(text.chars.begin(), text.chars.end(), is_ideograph)) return;
  AlignedText out;
  for (size_t i = 0; i < text.chars.size(); ++i) {
    const bool apart = is_ideograph(text.chars[i]);
    if (apart) out.add(' ', text.spans[i]);
    out.add(text.chars[i], text.spans[i]);
    if (apart) out.add(' ', text.spans[i]);
  }
  text = std::move(out);
}

void make_lower(AlignedText& text) {
  AlignedText out;
  for (size_t i = 0; i < text.chars.size(); ++i) {
    CodePoint to[2];
    const size_t count = lower(text.chars[i], to);
    for (size_t k = 0; k < count; ++k) out.add(to[k], text.spans[i]);
  }
  text = std::move(out);
}

std::vector<Made> decomposed(const std::vector<CodePoint>& chars, bool compatible) {
  std::vector<Made> made;
  made.reserve(chars.size());
  for (const CodePoint c : chars) {
    CodePoint parts[kLongestDecomposition];
    const size_t count = decompose(c, compatible, parts);
    for (size_t k = 0; k < count; ++k) made.push_back({parts[k], k == 0 ? 0 : 1, combining_class(parts[k])});
  }
  const auto is_starter = [](const Made& one) { return one.its_class == 0; };
  for (auto begin = made.begin(); begin != made.end();) {
    begin = std::find_if_not(begin, made.end(), is_starter);
    const auto end = std::find_if(begin, made.end(), is_starter);
    std::stable_sort(begin, end, [](const Made& a, const Made& b) { return a.its_class < b.its_class; });
    begin = end;
  }
  return made;
}

// Applies canonical composition: each code point that may join the last starter does.
std::vector<Made> recomposed(const std::vector<Made>& made) {
  std::vector<Made> out;
  std::optional<size_t> starter;  // in out
  int last_class = -1;            // combining class of the text between the starter and here; -1: none
  for (const Made& one : made) {
    if (starter && last_class < one.its_class) {
      if (const auto both = compose(out[*starter].c, one.c)) {
        out[*starter].c = *both;
        out[*starter].change += one.change - 1;
        continue;
      }
    }
    if (one.its_class == 0) {
      starter = out.size();
      last_class = -1;
    } else {
      last_class = one.its_class;
    }
    out.push_back(one);
  }
  return out;
}

void take_places(AlignedText& text, const std::vector<Made>& made) {
  AlignedText out;
  size_t at = 0;
  for (const Made& one : made) {
    const size_t place = one.change > 0 ? (at > 0 ? at - 1 : 0) : std::min(at, text.spans.size() - 1);
    out.add(one.c, text.spans[place]);
    if (one.change <= 0) at += static_cast<size_t>(1 - one.change);
  }
  text = std::move(out);
}

bool is_plain(const AlignedText& text) {
  return std::all_of(text.chars.begin(), text.chars.end(), [](CodePoint c) { return c < 0x80; });
}

void to_form(AlignedText& text, bool compatible, bool composed) {
  if (is_plain(text)) return;
  const auto made = decomposed(text.chars, compatible);
  take_places(text, composed ? recomposed(made) : made);
}

void apply(Step step, AlignedText& text) {
  switch (step) {
    case Step::clean:
      keep_if(text, [](CodePoint c) { return !is_removed(c); });
      for (CodePoint& c : text.chars)
        if (is_white(c)) c = ' ';
      return;
    case Step::ideographs:
      return put_spaces_around_ideographs(text);
    case Step::drop_accents:
      to_form(text, false, false);
      return keep_if(text, [](CodePoint c) { return !is_nonspacing_mark(c); });
    case Step::lower:
      return make_lower(text);
    case Step::nfd:
      return to_form(text, false, false);
    case Step::nfc:
      return to_form(text, false, true);
    case Step::nfkd:
      return to_form(text, true, false);
    case Step::nfkc:
      return to_form(text, true, true);
    case Step::strip_accents:
      return keep_if(text, [](CodePoint c) { return !is_mark(c); });
  }
}

}  // namespace

void normalise(const Normalizer& steps, AlignedText& text) {
  for (const Step step : steps) apply(step, text);
}

}  // namespace standfast::token
