#include "terminal.h"

#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>

#include <cstdlib>
#include <cstring>

#include "file_descriptor.h"
#include "output.h"

namespace remove_op {
namespace {

using namespace std::chrono_literals;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::string pager_of(git_repository* repository) {
  if (std::getenv("GIT_PAGER")) return std::string(environment("GIT_PAGER"));
  git::Config config, snapshot;
  const char* configured = nullptr;
  const bool opened =
      (repository ? git_repository_config(config.fill(), repository) : git_config_open_default(config.fill())) == 0;
  if (opened && git_config_snapshot(snapshot.fill(), config.get()) == 0 &&
      git_config_get_string(&configured, snapshot.get(), "core.pager") == 0)
    return configured;
  if (std::getenv("PAGER")) return std::string(environment("PAGER"));
  return "less";
}

// In the child: the pager, with its input from the pipe and git's settings for less and lv.
[[noreturn]] void become_pager(const std::string& pager, int input) {
  dup2(input, STDIN_FILENO);
  signal(SIGPIPE, SIG_DFL);
  setenv("LESS", "FRX", 0);
  setenv("LV", "-c", 0);
  execl("/bin/sh", "sh", "-c", pager.c_str(), nullptr);
  _exit(127);
}

unsigned columns_of(int descriptor) {
  winsize size = {};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

bool wants_colour(int descriptor) {
  return isatty(descriptor) && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

llvm::Error show(std::string_view text, git_repository* repository) {
  const std::string pager = isatty(STDOUT_FILENO) ? pager_of(repository) : "";
  int ends[2];
  if (pager.empty() || pager == "cat" || pipe(ends) != 0) return write_all(STDOUT_FILENO, text, "stdout");
  FileDescriptor reading(ends[0]), writing(ends[1]);
  const pid_t child = fork();
  if (child < 0) return write_all(STDOUT_FILENO, text, "stdout");
  if (child == 0) {
    writing = FileDescriptor();
    become_pager(pager, reading.get());
  }
  // While the pager runs, Ctrl-C is meant for it.
  signal(SIGINT, SIG_IGN);
  reading = FileDescriptor();
  llvm::Error error = write_all(writing.get(), text, "the pager");
  writing = FileDescriptor();
  int status = 0;
  waitpid(child, &status, 0);
  signal(SIGINT, SIG_DFL);
  if (!error && WIFEXITED(status) && WEXITSTATUS(status) == 127) return write_all(STDOUT_FILENO, text, "stdout");
  return error;
}

StatusLine::StatusLine() {
  if (isatty(STDERR_FILENO) && environment("TERM") != "dumb")
    thread_ = std::jthread([this](std::stop_token stop) { run(std::move(stop)); });
}

void StatusLine::say(std::string_view what) {
  if (!thread_.joinable()) return;
  const std::lock_guard lock(mutex_);
  what_ = what;
}

void StatusLine::erase() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void StatusLine::run(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  bool shown = false;
  for (auto pause = 500ms; !stopped_.wait_for(lock, stop, pause, [&] { return stop.stop_requested(); });
       pause = 100ms) {
    std::string line = what_.substr(0, columns_of(STDERR_FILENO) - 1);
    for (char& c : line)
      if (static_cast<unsigned char>(c) < 0x20) c = '?';
    llvm::consumeError(write_all(STDERR_FILENO, "\r\x1b[K" + line, "stderr"));
    shown = true;
  }
  if (shown) llvm::consumeError(write_all(STDERR_FILENO, "\r\x1b[K", "stderr"));
}

}  // namespace remove_op
