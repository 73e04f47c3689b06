#include "cxx_pasted.h"

#include <algorithm>
#include <set>

namespace remove_op {
namespace {

class Finder {
 public:
  Finder(std::string_view text, const CxxText& lexed) : text_(text), lexed_(lexed) {}

  std::vector<CxxPasted> find() {
    for (const CxxDirective& directive : lexed_.directives)
      if (directive.kind == CxxDirective::Kind::define && directive.name.length > 0) macro(directive);
    return std::move(found_);
  }

 private:
  std::string_view word(unsigned i) const { return text_.substr(lexed_.tokens[i].offset, lexed_.tokens[i].length); }
  bool pastes(unsigned i, const CxxDirective& directive) const { return i < directive.last_token && word(i) == "##"; }

  void macro(const CxxDirective& directive) {
    unsigned at = directive.first_token + 3;  // behind `# define NAME`
    std::set<std::string_view> parameters;
    if (at < directive.last_token && word(at) == "(" && lexed_.tokens[at].offset == directive.name.end())
      for (; at < directive.last_token && word(at) != ")"; ++at) parameters.insert(word(at));
    for (; at < directive.last_token; ++at)
      if (pastes(at + 1, directive)) at = chain(at, directive, parameters);
  }

  // One `a##b##c` from `first`; returns its last token.
  unsigned chain(unsigned first, const CxxDirective& directive, const std::set<std::string_view>& parameters) {
    constexpr std::size_t telling = 2;
    unsigned last = first;
    while (pastes(last + 1, directive) && last + 2 < directive.last_token) last += 2;
    std::string head;
    std::string tail;
    for (unsigned i = first; i <= last && !parameters.contains(word(i)); i += 2) head += word(i);
    for (unsigned i = last; i > first && !parameters.contains(word(i)); i -= 2) tail.insert(0, word(i));
    const Span span = {lexed_.tokens[first].offset, lexed_.tokens[last].span().end() - lexed_.tokens[first].offset};
    if (std::max(head.size(), tail.size()) >= telling) found_.push_back({span, head + "*" + tail});
    return last;
  }

  std::string_view text_;
  const CxxText& lexed_;
  std::vector<CxxPasted> found_;
};

}  // namespace

std::vector<CxxPasted> find_pasted_names(std::string_view text, const CxxText& lexed) {
  return Finder(text, lexed).find();
}

}  // namespace remove_op
