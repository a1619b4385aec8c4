#include "standfast/checkpoint/pickle.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

namespace standfast {
namespace {

constexpr size_t kMostPickle = size_t{64} << 20;
constexpr size_t kMostOpcodes = 1'000'000;
constexpr uint64_t kMostSize = uint64_t{1} << 40;  // limit of a dimension, a stride, an offset
constexpr size_t kMostAxes = 16;

using Kind = PickleValue::Kind;

class Machine {
 public:
  Machine(std::string_view bytes, const std::string& file)
      : bytes_(bytes.substr(0, kMostPickle)), file_(file) {}

  Result<Pickle> run() {
    for (size_t opcodes = 0; opcodes < kMostOpcodes; ++opcodes) {
      SF_ASSIGN(const auto opcode, take(1));
      if (opcode[0] == '.') {
        SF_ASSIGN(out_.root, pop());
        out_.bytes = at_;
        return std::move(out_);
      }
      SF_TRY(step(opcode[0]));
    }
    return wrong("has more than a million steps");
  }

 private:
  Failure wrong(const std::string& what) const {
    return data_error(fmt::format("{}: the pickle {} (at its byte {})", file_, what, at_));
  }
  Failure refused_call(std::string_view name) const {
    std::string dotted(name);
    std::replace(dotted.begin(), dotted.end(), '\n', '.');
    return wrong(
        fmt::format("asks to call \"{}\", which weights do not need; nothing of it is executed. Save "
                    "the model's state_dict() alone, or as safetensors",
                    dotted));
  }

  Result<std::string_view> take(size_t count) {
    if (count > bytes_.size() - at_) return wrong("is cut short; is the download incomplete?");
    at_ += count;
    return bytes_.substr(at_ - count, count);
  }
  template <class T>
  Result<T> number() {
    SF_ASSIGN(const auto bytes, take(sizeof(T)));
    T value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  Result<std::string_view> line() {
    const size_t end = bytes_.find('\n', at_);
    if (end == std::string_view::npos) return wrong("is cut short; is the download incomplete?");
    const auto text = bytes_.substr(at_, end - at_);
    at_ = end + 1;
    return text;
  }

  Status push(PickleValue value) {
    stack_.push_back(static_cast<PickleRef>(out_.values.size()));
    out_.values.push_back(std::move(value));
    return {};
  }
  Status push(Kind kind, int64_t whole) {
    PickleValue value;
    value.kind = kind;
    value.whole = whole;
    return push(std::move(value));
  }
  Status push(Kind kind, std::string_view text) {
    PickleValue value;
    value.kind = kind;
    value.text = text;
    return push(std::move(value));
  }
  // Returns the lowest place that may be taken: no value below the last mark may be.
  size_t floor() const { return marks_.empty() ? 0 : marks_.back(); }
  Result<PickleRef> pop() {
    if (stack_.size() <= floor()) return wrong("takes a value where there is none");
    const PickleRef last = stack_.back();
    stack_.pop_back();
    return last;
  }
  Result<PickleRef> top() const {
    if (stack_.size() <= floor()) return wrong("takes a value where there is none");
    return stack_.back();
  }
  Result<std::vector<PickleRef>> pop_to_mark() {
    if (marks_.empty()) return wrong("takes values from a mark where there is none");
    std::vector<PickleRef> items(stack_.begin() + static_cast<ptrdiff_t>(marks_.back()), stack_.end());
    stack_.resize(marks_.back());
    marks_.pop_back();
    return items;
  }
  Status push_list(std::vector<PickleRef> items) {
    PickleValue list;
    list.kind = Kind::list;
    list.items = std::move(items);
    return push(std::move(list));
  }
  Status push_tuple(size_t count) {
    std::vector<PickleRef> items(count);
    for (size_t i = count; i-- > 0;) {
      SF_ASSIGN(items[i], pop());
    }
    return push_list(std::move(items));
  }
  Status extend(Kind kind, const std::vector<PickleRef>& items) {
    SF_ASSIGN(const PickleRef ref, top());
    PickleValue& value = out_.values[ref];
    if (value.kind != kind || (kind == Kind::dict && items.size() % 2 != 0))
      return wrong(fmt::format("adds to a value that is not a {}", kind == Kind::dict ? "dict" : "list"));
    value.items.insert(value.items.end(), items.begin(), items.end());
    return {};
  }
  Status remember(uint32_t place) {
    SF_ASSIGN(memo_[place], top());
    return {};
  }
  Status recall(uint32_t place) {
    const auto found = memo_.find(place);
    if (found == memo_.end()) return wrong("recalls a value that it has not stored");
    stack_.push_back(found->second);
    return {};
  }

  // Reads a tuple of whole numbers, each from 0.
  std::optional<std::vector<uint64_t>> sizes_of(PickleRef ref) const {
    const PickleValue& list = out_.at(ref);
    if (list.kind != Kind::list || list.items.size() > kMostAxes) return std::nullopt;
    std::vector<uint64_t> out;
    for (const PickleRef item : list.items) {
      const PickleValue& value = out_.at(item);
      if (value.kind != Kind::whole || value.whole < 0 || static_cast<uint64_t>(value.whole) >= kMostSize)
        return std::nullopt;
      out.push_back(static_cast<uint64_t>(value.whole));
    }
    return out;
  }

  // Pushes a tensor from (storage, offset, size, stride, ...).
  Status push_tensor(const std::vector<PickleRef>& arguments) {
    if (arguments.size() < 4 || out_.at(arguments[0]).kind != Kind::storage)
      return wrong("makes a tensor without a storage");
    const PickleValue& storage = out_.at(arguments[0]);
    const PickleValue& offset = out_.at(arguments[1]);
    auto sizes = sizes_of(arguments[2]), strides = sizes_of(arguments[3]);
    if (offset.kind != Kind::whole || offset.whole < 0 || !sizes || !strides ||
        sizes->size() != strides->size())
      return wrong("makes a tensor whose sizes are not numbers");
    PickleValue tensor;
    tensor.kind = Kind::tensor;
    tensor.storage = arguments[0];
    tensor.offset = static_cast<uint64_t>(offset.whole);
    uint64_t last = tensor.offset;
    bool none = false, large = false;
    for (size_t d = 0; d < sizes->size(); ++d) {
      none |= (*sizes)[d] == 0;
      uint64_t step = 0;
      large |= (*sizes)[d] > 0 && (__builtin_mul_overflow((*sizes)[d] - 1, (*strides)[d], &step) ||
                                   __builtin_add_overflow(last, step, &last));
    }
    if (!none && (large || last >= static_cast<uint64_t>(storage.whole)))
      return wrong(fmt::format("makes a tensor that goes beyond its storage of {} numbers", storage.whole));
    tensor.sizes = *std::move(sizes);
    tensor.strides = *std::move(strides);
    return push(std::move(tensor));
  }

  Status call() {
    SF_ASSIGN(const PickleRef given, pop());
    SF_ASSIGN(const PickleRef callee, pop());
    if (out_.at(callee).kind != Kind::name || out_.at(given).kind != Kind::list)
      return wrong("calls something that is not a function");
    const std::string_view name = out_.at(callee).text;
    const auto& arguments = out_.at(given).items;
    if (name == "collections\nOrderedDict" && arguments.empty()) return push(Kind::dict, 0);
    if (name == "torch._utils\n_rebuild_tensor_v2" || name == "torch._utils\n_rebuild_tensor")
      return push_tensor(arguments);
    if (name == "torch._utils\n_rebuild_parameter" && !arguments.empty() &&
        out_.at(arguments[0]).kind == Kind::tensor) {
      stack_.push_back(arguments[0]);
      return {};
    }
    if (name == "torch\nSize" && arguments.size() == 1 && out_.at(arguments[0]).kind == Kind::list) {
      stack_.push_back(arguments[0]);
      return {};
    }
    return refused_call(name);
  }

  // Pushes a storage from ("storage", class, key, location, numbers[, view]).
  Status push_storage() {
    SF_ASSIGN(const PickleRef ref, pop());
    const auto& items = out_.at(ref).items;
    const auto is = [&](size_t i, Kind kind) { return out_.at(items[i]).kind == kind; };
    if (items.size() < 5 || !is(0, Kind::text) || out_.at(items[0]).text != "storage" || !is(1, Kind::name) ||
        !is(2, Kind::text) || !is(4, Kind::whole))
      return wrong("refers to something that is not a storage of numbers");
    if (items.size() > 5 && !is(5, Kind::none))
      return wrong("has a view of a storage, which is not supported");
    PickleValue storage;
    storage.kind = Kind::storage;
    storage.type = out_.at(items[1]).text;
    if (!storage.type.starts_with("torch\n")) return wrong("has a storage that does not belong to torch");
    storage.type.remove_prefix(6);
    storage.text = out_.at(items[2]).text;
    storage.whole = out_.at(items[4]).whole;
    if (storage.whole < 0 || static_cast<uint64_t>(storage.whole) >= kMostSize)
      return wrong("has a storage of an impossible size");
    return push(std::move(storage));
  }

  Status push_long() {
    SF_ASSIGN(const uint8_t count, number<uint8_t>());
    SF_ASSIGN(const auto bytes, take(count));
    // Longer ones are marks of a format, never sizes.
    if (count > sizeof(int64_t)) return push(Kind::text, bytes);
    uint64_t value = count > 0 && (bytes.back() & 0x80) != 0 ? ~uint64_t{0} : 0;
    if (count > 0) std::memcpy(&value, bytes.data(), count);
    return push(Kind::whole, static_cast<int64_t>(value));
  }

  Status push_name() {
    const size_t begin = at_;
    SF_ASSIGN(const auto module, line());
    SF_ASSIGN(const auto name, line());
    return push(Kind::name, bytes_.substr(begin, module.size() + 1 + name.size()));
  }

  Status step(char opcode) {
    switch (static_cast<unsigned char>(opcode)) {
      case 0x80: {  // PROTO
        SF_ASSIGN(const uint8_t protocol, number<uint8_t>());
        if (protocol != 2) return wrong(fmt::format("has protocol {}; PyTorch writes 2", protocol));
        return {};
      }
      case '(':  // MARK
        marks_.push_back(stack_.size());
        return {};
      case 'N':
        return push(Kind::none, 0);
      case 0x88:  // NEWTRUE
        return push(Kind::boolean, 1);
      case 0x89:  // NEWFALSE
        return push(Kind::boolean, 0);
      case 'J': {  // BININT
        SF_ASSIGN(const auto value, number<int32_t>());
        return push(Kind::whole, value);
      }
      case 'K': {  // BININT1
        SF_ASSIGN(const auto value, number<uint8_t>());
        return push(Kind::whole, value);
      }
      case 'M': {  // BININT2
        SF_ASSIGN(const auto value, number<uint16_t>());
        return push(Kind::whole, value);
      }
      case 0x8a:  // LONG1
        return push_long();
      case 'G':  // BINFLOAT
        SF_TRY(take(8));
        return push(Kind::real, 0);
      case 'X': {  // BINUNICODE
        SF_ASSIGN(const auto count, number<uint32_t>());
        SF_ASSIGN(const auto text, take(count));
        return push(Kind::text, text);
      }
      case 'U': {  // SHORT_BINSTRING
        SF_ASSIGN(const auto count, number<uint8_t>());
        SF_ASSIGN(const auto text, take(count));
        return push(Kind::text, text);
      }
      case ')':   // EMPTY_TUPLE
      case ']':   // EMPTY_LIST
      case 0x8f:  // EMPTY_SET
        return push(Kind::list, 0);
      case 0x85:  // TUPLE1, TUPLE2, TUPLE3
      case 0x86:
      case 0x87:
        return push_tuple(static_cast<unsigned char>(opcode) - 0x84U);
      case 't': {  // TUPLE
        SF_ASSIGN(auto items, pop_to_mark());
        return push_list(std::move(items));
      }
      case 'a': {  // APPEND
        SF_ASSIGN(const PickleRef item, pop());
        return extend(Kind::list, {item});
      }
      case 'e': {  // APPENDS
        SF_ASSIGN(const auto items, pop_to_mark());
        return extend(Kind::list, items);
      }
      case '}':  // EMPTY_DICT
        return push(Kind::dict, 0);
      case 's': {  // SETITEM
        SF_ASSIGN(const PickleRef value, pop());
        SF_ASSIGN(const PickleRef key, pop());
        return extend(Kind::dict, {key, value});
      }
      case 'u': {  // SETITEMS
        SF_ASSIGN(const auto items, pop_to_mark());
        return extend(Kind::dict, items);
      }
      case 'q': {  // BINPUT
        SF_ASSIGN(const auto place, number<uint8_t>());
        return remember(place);
      }
      case 'r': {  // LONG_BINPUT
        SF_ASSIGN(const auto place, number<uint32_t>());
        return remember(place);
      }
      case 'h': {  // BINGET
        SF_ASSIGN(const auto place, number<uint8_t>());
        return recall(place);
      }
      case 'j': {  // LONG_BINGET
        SF_ASSIGN(const auto place, number<uint32_t>());
        return recall(place);
      }
      case 'c':  // GLOBAL
        return push_name();
      case 'R':   // REDUCE
      case 0x81:  // NEWOBJ
        return call();
      case 'b': {  // BUILD: attributes, as the _metadata of a state dict, are no weights
        SF_TRY(pop());
        SF_TRY(top());
        return {};
      }
      case 'Q':  // BINPERSID
        return push_storage();
      default:
        return wrong(fmt::format("has the step 0x{:02x}, which files of weights do not need",
                                 static_cast<unsigned char>(opcode)));
    }
  }

  std::string_view bytes_;
  const std::string& file_;
  size_t at_ = 0;
  Pickle out_;
  std::vector<PickleRef> stack_;
  std::vector<size_t> marks_;
  std::unordered_map<uint32_t, PickleRef> memo_;
};

}  // namespace

Result<Pickle> read_pickle(std::string_view bytes, const std::string& file) {
  return Machine(bytes, file).run();
}

}  // namespace standfast
