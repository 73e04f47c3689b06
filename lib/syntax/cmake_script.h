// The CMake language, losslessly: every command, argument and comment of a file with its bytes.
//
// Input: the text of a CMakeLists.txt or *.cmake file. Output: commands in order, and the blocks (if, foreach, while,
// function, macro) that they open, as indexes into the commands.
// Invariant: views and spans point into the text that was parsed, which must outlive the script.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facts.h"
#include "snapshot.h"

namespace remove_op {

enum class Quoting { none, quotes, brackets };

struct CMakeArgument {
  Span span;              // with the quotes or brackets
  std::string_view text;  // without them; escapes and `${...}` as written
  Quoting quoting = Quoting::none;
};

constexpr unsigned no_block = ~0U;

struct CMakeCommand {
  std::string name;                      // lower case, as CMake compares it
  Span span;                             // from the name to the closing parenthesis
  std::vector<CMakeArgument> arguments;  // a parenthesis inside a condition is an argument of its own
  unsigned block = no_block;  // the innermost block that it stands in; an opener or closer stands outside its own
  unsigned opens = no_block;  // the block whose `if`, `elseif`, `else` or other opener it is
  unsigned closes = no_block;
};

enum class BlockKind { condition, loop, function };

struct CMakeBlock {
  BlockKind kind = BlockKind::condition;
  std::vector<unsigned> openers;  // the commands that begin its branches: if, elseif..., else; one for other kinds
  unsigned closer = 0;
  unsigned parent = no_block;

  unsigned first() const { return openers.front(); }
  bool holds(unsigned command) const { return first() <= command && command <= closer; }
};

struct CMakeScript {
  std::vector<CMakeCommand> commands;
  std::vector<CMakeBlock> blocks;
  std::vector<Span> comments;
  std::optional<Span> error;  // where the text stopped being CMake; what stands before it was parsed

  // Whether the command opens, divides or closes a block.
  bool is_structure(unsigned command) const {
    return commands[command].opens != no_block || commands[command].closes != no_block;
  }

  Span span_of(const CMakeBlock& block) const {
    const unsigned begin = commands[block.first()].span.offset;
    return {begin, commands[block.closer].span.end() - begin};
  }
};

CMakeScript parse_cmake(std::string_view text);

// Parsed once per snapshot; an empty script where the snapshot has no such file.
std::shared_ptr<const CMakeScript> cmake_script(const Snapshot& snapshot, std::string_view path);

// Every CMake file of the snapshot, sorted; found once per snapshot.
const std::vector<std::string_view>& cmake_files(const Snapshot& snapshot);

// The name in `${NAME}` where that is all of the argument, else empty.
std::string_view sole_reference(const CMakeArgument& argument);

// The names in every `${NAME}` of the text, innermost where they nest.
std::vector<std::string_view> references_in(std::string_view text);

bool is_identifier(std::string_view text);

// `NAME` of `-DNAME`, `-DNAME=VALUE`, and of a bare `NAME` or `NAME=VALUE` where `bare` allows it; else empty.
enum class FlagForm { with_prefix, bare };
std::string_view macro_of_flag(std::string_view text, FlagForm form);

}  // namespace remove_op
