#include "options.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <map>

namespace remove_op {
namespace {

constexpr const char* purpose =
    "Proves whether a PyTorch custom op is dead, and writes one patch that removes it from\n"
    "every layer: Python wrapper and fake, C++ declaration, bindings, CUDA code, build\n"
    "entries and tests. Without options the patch goes to stdout and nothing changes on disk.";

constexpr const char* closing =
    R"(NAME is an op (rms_norm, _C::rms_norm, torch.ops._C.rms_norm), a Python wrapper or C++
entry point that a removed op left behind, or a source file. Several are judged together.

Examples:
  remove-op -n rms_norm                    look first: verdict, reasons, coloured diff
  remove-op rms_norm | git apply           take it out of the work tree
  remove-op --explain --rev main rms_norm  why the op is alive on the branch main

Exit status:
  0  a patch was written, or nothing is left to remove
  1  refused: the op is live, and the chain of its users is shown
  2  bad usage or input: unknown name, no repository, a file that cannot be read or written
  3  withheld: some code may reach the op in a way that a person must judge
  4  the patch failed its own verification; nothing was written)";

// "--foo was not expected." as one of our own messages.
std::string as_message(std::string text) {
  if (text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])))
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  while (!text.empty() && (text.back() == '.' || text.back() == '\n')) text.pop_back();
  return text;
}

const char* contradiction(const Arguments& arguments) {
  if (arguments.dry_run && arguments.apply) return "--dry-run changes nothing, --apply does";
  if (arguments.dry_run && arguments.output) return "--dry-run writes nothing, --output does";
  if (arguments.list && !arguments.names.empty()) return "--list takes no NAME";
  if (arguments.list && (arguments.dry_run || arguments.apply || arguments.force)) return "--list removes nothing";
  if (arguments.list && arguments.format != Format::text && arguments.format != Format::json)
    return "--list knows the formats text and json";
  if (!arguments.list && arguments.names.empty()) return "NAME is missing: which op shall go?";
  if (arguments.rev && arguments.apply) return "--apply changes the work tree, which --rev does not read";
  return nullptr;
}

}  // namespace

std::variant<Arguments, ExitStatus> parse_arguments(int count, const char* const* values) {
  Arguments arguments;
  CLI::App app(purpose, "remove-op");
  app.footer(closing);
  app.get_formatter()->column_width(28);
  app.get_formatter()->label("Positionals", "Arguments");
  app.get_formatter()->label("REQUIRED", "");
  app.set_version_flag("--version", "remove-op " REMOVE_OP_VERSION, "Print the version");
  app.set_help_flag("-h,--help", "Print this help");

  app.add_option("NAME", arguments.names, "What to remove")->type_name("");
  app.add_option("-C,--repo", arguments.repository, "The repository [the git work tree around here]")->type_name("DIR");
  app.add_option("--rev", arguments.rev, "Read a commit, not the work tree")->type_name("REV");
  app.add_flag("-n,--dry-run", arguments.dry_run, "Show what would go and why, for people");
  app.add_option("-o,--output", arguments.output, "Write the patch to a file")->type_name("FILE");
  app.add_flag("--apply", arguments.apply, "Change the work tree: all files or none");
  app.add_flag("--force", arguments.force, "Remove although it is used; lists the users");
  app.add_flag("--keep-tests", arguments.keep_tests, "Leave tests and benchmarks alone");
  app.add_flag("--explain", arguments.explain, "Give the reason for each deletion, or all users");
  app.add_flag("--list", arguments.list, "List the ops of the repository and their places");
  const std::map<std::string, Format> formats = {
      {"text", Format::text}, {"json", Format::json}, {"sarif", Format::sarif}, {"markdown", Format::markdown}};
  app.add_option("--format", arguments.format, "Report as text, json, sarif or markdown")
      ->type_name("FORMAT")
      ->transform(CLI::CheckedTransformer(formats).description(""));

  try {  // CLI11 reports everything, help too, by exceptions
    app.parse(count, values);
  } catch (const CLI::CallForHelp&) {
    std::fputs(app.help().c_str(), stdout);
    return ExitStatus::done;
  } catch (const CLI::CallForVersion&) {
    std::puts("remove-op " REMOVE_OP_VERSION);
    return ExitStatus::done;
  } catch (const CLI::ParseError& error) {
    std::fprintf(stderr, "remove-op: %s; see remove-op --help\n", as_message(error.what()).c_str());
    return ExitStatus::bad_input;
  }
  if (const char* wrong = contradiction(arguments)) {
    std::fprintf(stderr, "remove-op: %s; see remove-op --help\n", wrong);
    return ExitStatus::bad_input;
  }
  return arguments;
}

}  // namespace remove_op
