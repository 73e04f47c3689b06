// Reads the repository, has the removal planned, and prints it or writes it out. Everything that touches the disk, the
// terminal or the environment is in this folder.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <future>

#include "apply.h"
#include "inventory.h"
#include "names.h"
#include "options.h"
#include "output.h"
#include "patch.h"
#include "removal.h"
#include "report.h"
#include "repository.h"
#include "terminal.h"
#include "verify.h"

namespace remove_op {
namespace {

constexpr std::size_t notes_shown = 5;

ExitStatus fail(llvm::Error error, ExitStatus status = ExitStatus::bad_input) {
  llvm::consumeError(write_all(STDERR_FILENO, "remove-op: " + llvm::toString(std::move(error)) + '\n', "stderr"));
  return status;
}

ExitStatus done_or(llvm::Error error) { return error ? fail(std::move(error)) : ExitStatus::done; }

// Where stdin, stdout or stderr is closed, the next file that is opened would take its place and be written to.
void occupy_standard_streams() {
  while (true) {
    const int descriptor = open("/dev/null", O_RDONLY);
    if (descriptor > STDERR_FILENO) close(descriptor);
    if (descriptor < 0 || descriptor > STDERR_FILENO) return;
  }
}

ExitStatus status_of(const Removal& removal) {
  if (removal.forced || std::holds_alternative<Dead>(removal.verdict)) return ExitStatus::done;
  return std::holds_alternative<Live>(removal.verdict) ? ExitStatus::live : ExitStatus::unsure;
}

void tell(const std::vector<std::string>& notes) {
  std::string text;
  for (std::size_t i = 0; i < std::min(notes.size(), notes_shown); ++i) text += "note: " + notes[i] + '\n';
  if (notes.size() > notes_shown)
    text += "note: and " + std::to_string(notes.size() - notes_shown) + " more like these\n";
  llvm::consumeError(write_all(STDERR_FILENO, text, "stderr"));
}

std::vector<std::string> unread_notes(const Snapshot& snapshot) {
  std::vector<std::string> notes;
  for (const Unread& file : snapshot.unread()) notes.push_back(file.path + ": not read: " + file.why);
  return notes;
}

llvm::Expected<std::vector<std::string>> repository_names(const std::vector<std::string>& given,
                                                          const Snapshot& snapshot, const Repository& repository) {
  std::error_code error;
  const std::string current = std::filesystem::current_path(error).string();
  std::vector<std::string> names;
  for (const std::string& name : given) {
    llvm::Expected<std::string> known = repository_name(name, snapshot, repository.root, current);
    if (!known) return known.takeError();
    names.push_back(*known);
  }
  return names;
}

// The report in the form asked for, to where it belongs.
llvm::Error print_report(const Arguments& arguments, const Outcome& outcome, git_repository* repository) {
  switch (arguments.format) {
    case Format::json:
      return write_all(STDOUT_FILENO, json_report(outcome), "stdout");
    case Format::sarif:
      return write_all(STDOUT_FILENO, sarif_report(outcome), "stdout");
    case Format::markdown:
      return write_all(STDOUT_FILENO, markdown_report(outcome), "stdout");
    case Format::text:
      break;
  }
  if (arguments.dry_run)
    return show(text_preview(outcome, {wants_colour(STDOUT_FILENO), arguments.explain}), repository);
  return write_all(STDERR_FILENO, text_summary(outcome, {wants_colour(STDERR_FILENO), arguments.explain}), "stderr");
}

// Nothing of the patch, or all of it, wherever it was asked for.
llvm::Error emit(const Arguments& arguments, const Repository& repository, const Snapshot& before,
                 const Outcome& outcome) {
  if (outcome.patch.empty() || arguments.dry_run) return llvm::Error::success();
  if (arguments.apply)
    if (llvm::Error error = apply_to_work_tree(repository, before, outcome.removal.after)) return error;
  if (arguments.output) return write_file(*arguments.output, outcome.patch);
  if (arguments.apply || arguments.format != Format::text) return llvm::Error::success();
  return write_all(STDOUT_FILENO, outcome.patch, "stdout");
}

ExitStatus run(const Arguments& arguments) {
  const git::Library library;
  StatusLine status;

  status.say("reading the repository");
  llvm::Expected<Repository> repository = find_repository(arguments.repository);
  if (!repository) return fail(repository.takeError());
  llvm::Expected<Reading> reading =
      arguments.rev ? read_commit(*repository, *arguments.rev) : read_work_tree(*repository);
  if (!reading) return fail(reading.takeError());
  const Snapshot before(std::move(reading->files), std::move(reading->unread));
  if (arguments.list) {
    const std::vector<ListedOp> ops = list_ops(before, all_layers(), [&](std::string_view what) { status.say(what); });
    status.erase();
    tell(reading->notes);
    tell(unread_notes(before));
    const bool json = arguments.format == Format::json;
    const std::string listed = json ? json_inventory(ops, REMOVE_OP_VERSION) : text_inventory(ops);
    if (arguments.output) return done_or(write_file(*arguments.output, listed));
    return done_or(write_all(STDOUT_FILENO, listed, "stdout"));
  }
  llvm::Expected<std::vector<std::string>> names = repository_names(arguments.names, before, *repository);
  if (!names) return fail(names.takeError());

  const Options options = {.force = arguments.force, .keep_tests = arguments.keep_tests};
  llvm::Expected<Removal> removal =
      plan_removal(before, *names, all_layers(), options, [&](std::string_view what) { status.say(what); });
  if (!removal) return fail(removal.takeError());

  status.say("making the patch");
  // Parsing the edited files again takes about as long as the rest of the check, and needs nothing of it.
  std::future<llvm::Error> syntax =
      std::async(std::launch::async, [&] { return verify_syntax(before, removal->after); });
  llvm::Expected<std::string> patch = unified_patch(before, removal->after);
  if (llvm::Error error = syntax.get()) {
    if (!patch) llvm::consumeError(patch.takeError());
    return fail(std::move(error), ExitStatus::unverified);
  }
  if (!patch) return fail(patch.takeError(), ExitStatus::unverified);
  if (llvm::Error error = verify_patch(before, removal->after, *patch))
    return fail(std::move(error), ExitStatus::unverified);

  status.erase();
  tell(reading->notes);
  tell(unread_notes(before));
  const Outcome outcome = {*names, *removal, *patch, REMOVE_OP_VERSION};
  if (llvm::Error error = emit(arguments, *repository, before, outcome)) return fail(std::move(error));
  if (llvm::Error error = print_report(arguments, outcome, repository->git.get())) return fail(std::move(error));
  return status_of(*removal);
}

}  // namespace
}  // namespace remove_op

int main(int count, char** values) {
  using namespace remove_op;
  occupy_standard_streams();
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);  // a file-size limit is an error like a full disk
  const auto parsed = parse_arguments(count, values);
  const auto* arguments = std::get_if<Arguments>(&parsed);
  const ExitStatus status = arguments ? run(*arguments) : std::get<ExitStatus>(parsed);
  std::fflush(nullptr);
  _exit(static_cast<int>(status));  // the texts of a large repository need no orderly farewell
}
