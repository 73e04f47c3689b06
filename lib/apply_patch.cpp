#include "apply_patch.h"

#include <charconv>

namespace remove_op {
namespace {

constexpr std::string_view nowhere = "/dev/null";

// What git puts between double quotes, as the bytes that it stands for; `quoted` is moved behind it.
std::optional<std::string> unquote(std::string_view& quoted) {
  constexpr std::string_view letters = "abtnvfr";
  constexpr std::string_view meanings = "\a\b\t\n\v\f\r";
  std::string out;
  for (std::size_t at = 1; at < quoted.size(); ++at) {
    if (quoted[at] == '"') {
      quoted.remove_prefix(at + 1);
      return out;
    }
    if (quoted[at] != '\\') {
      out += quoted[at];
    } else if (++at == quoted.size()) {
      break;
    } else if (const auto letter = letters.find(quoted[at]); letter != std::string_view::npos) {
      out += meanings[letter];
    } else if (quoted[at] >= '0' && quoted[at] <= '3') {
      unsigned byte = 0;
      const std::string_view digits = quoted.substr(at, 3);
      std::from_chars(digits.data(), digits.data() + digits.size(), byte, 8);
      out += static_cast<char>(byte);
      at += 2;
    } else {
      out += quoted[at];
    }
  }
  return std::nullopt;
}

// The one path of "a/PATH b/PATH"; none where the two differ.
std::optional<std::string> path_of(std::string_view names) {
  std::string first, second;
  if (names.starts_with('"')) {
    const auto a = unquote(names);
    if (!a || !names.starts_with(" \"")) return std::nullopt;
    names.remove_prefix(1);
    const auto b = unquote(names);
    if (!b || !names.empty()) return std::nullopt;
    first = *a, second = *b;
  } else {
    first = names.substr(0, names.size() / 2);
    second = names.substr(std::min(names.size(), names.size() / 2 + 1));
  }
  if (!first.starts_with("a/") || !second.starts_with("b/") || first.substr(2) != second.substr(2)) return std::nullopt;
  return first.substr(2);
}

// The name of a "--- " or "+++ " line without its quotes, or its final tab.
std::string name_of(std::string_view name) {
  if (name.starts_with('"')) return unquote(name).value_or("");
  if (name.ends_with('\t')) name.remove_suffix(1);
  return std::string(name);
}

// "12,3" or "12" of a hunk's header.
struct Range {
  unsigned start = 0;
  unsigned count = 1;
};

std::optional<Range> range_of(std::string_view text) {
  Range range;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  std::from_chars_result read = std::from_chars(begin, end, range.start);
  if (read.ec == std::errc() && read.ptr != end && *read.ptr == ',')
    read = std::from_chars(read.ptr + 1, end, range.count);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return range;
}

class Application {
 public:
  Application(const Snapshot& from, std::string_view patch, Direction direction)
      : from_(from), rest_(patch), backwards_(direction == Direction::backwards) {}

  llvm::Expected<std::map<std::string, std::optional<File>>> run() {
    while (!rest_.empty())
      if (!one_file()) return llvm::createStringError("line %u of the patch: %s", line_number_, failure_.c_str());
    return std::move(files_);
  }

 private:
  bool fail(std::string why) {
    failure_ = std::move(why);
    return false;
  }

  bool next_is(std::string_view start) const { return rest_.starts_with(start); }

  // The next line without its newline.
  std::string_view take() {
    ++line_number_;
    const std::string_view line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
    return line;
  }

  bool one_file() {
    if (!next_is("diff --git ")) return fail("a file's header was expected");
    const auto path = path_of(take().substr(11));
    if (!path) return fail("the two names of the file differ or cannot be read");
    const bool drops = next_is("deleted file mode ");
    unsigned mode = 0;
    if (drops) {
      const std::string_view digits = take().substr(18);
      std::from_chars(digits.data(), digits.data() + digits.size(), mode, 8);
    }
    if (next_is("index ")) take();
    if (next_is("--- ")) {
      if (name_of(take().substr(4)) != "a/" + *path || !next_is("+++ ") ||
          name_of(take().substr(4)) != (drops ? std::string(nowhere) : "b/" + *path))
        return fail("the names of the file do not agree");
    }

    const File* file = from_.find(*path);
    const bool makes = drops && backwards_;
    if (makes != !file) return fail(*path + (file ? " is already there" : " is not there"));
    if (drops && file && file->mode != mode) return fail("the mode of " + *path + " is another");
    text_ = file ? file->text.view() : std::string_view();
    out_.clear();
    out_lines_ = 0;
    while (next_is("@@ "))
      if (!one_hunk()) return false;
    out_ += text_;

    std::optional<File> result;
    if (drops && !backwards_) {
      if (!out_.empty()) return fail(*path + " is dropped although something is left in it");
    } else {
      result = File{*path, Text(out_), file ? file->mode : mode};
    }
    return files_.try_emplace(*path, std::move(result)).second || fail(*path + " comes twice");
  }

  bool one_hunk() {
    const std::string_view header = take();
    const auto plus = header.find(" +");
    const auto close = header.find(" @@", 3);
    if (!header.starts_with("@@ -") || plus == std::string_view::npos || close == std::string_view::npos ||
        close < plus)
      return fail("a hunk's header cannot be read");
    auto old_range = range_of(header.substr(4, plus - 4));
    auto new_range = range_of(header.substr(plus + 2, close - plus - 2));
    if (!old_range || !new_range) return fail("a hunk's header cannot be read");
    if (backwards_) std::swap(old_range, new_range);

    // A range without lines names the line before it, the others their first.
    while (out_lines_ + (new_range->count > 0) < new_range->start) {
      if (text_.empty()) return fail("the file ends before the hunk begins");
      move(text_.substr(0, text_.find('\n') + 1));
    }
    const char goes = backwards_ ? '+' : '-';
    for (unsigned olds = old_range->count, news = new_range->count; olds + news > 0;) {
      if (rest_.empty()) return fail("the hunk is cut short");
      std::string line(take());
      const char kind = line.empty() ? '\0' : line.front();
      if (kind != ' ' && kind != '-' && kind != '+') return fail("a line of the hunk cannot be read");
      line.erase(0, 1);
      const bool unfinished = next_is("\\");
      if (unfinished)
        take();
      else
        line += '\n';
      if (kind == ' ' || kind == goes) {
        if (olds-- == 0 || !text_.starts_with(line) || (unfinished && text_.size() != line.size()))
          return fail("the file has another line here");
        text_.remove_prefix(line.size());
      }
      if (kind != goes) {
        if (news-- == 0) return fail("the hunk has more lines than it says");
        out_ += line;
        ++out_lines_;
      }
    }
    return true;
  }

  void move(std::string_view line) {
    out_ += line;
    ++out_lines_;
    text_.remove_prefix(line.size());
  }

  const Snapshot& from_;
  std::string_view rest_;
  const bool backwards_;
  unsigned line_number_ = 0;
  std::string failure_;
  std::string_view text_;  // of the current file, what is still to be copied or matched
  std::string out_;        // what the current file becomes
  unsigned out_lines_ = 0;
  std::map<std::string, std::optional<File>> files_;
};

}  // namespace

llvm::Expected<std::map<std::string, std::optional<File>>> apply_patch(const Snapshot& from, std::string_view patch,
                                                                       Direction direction) {
  return Application(from, patch, direction).run();
}

}  // namespace remove_op
