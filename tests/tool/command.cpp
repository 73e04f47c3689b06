#include "tool/command.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>

#include "mini_repo.h"

namespace remove_op {
namespace {

struct Pipe {
  int ends[2];
  Pipe() { REQUIRE(pipe2(ends, O_CLOEXEC) == 0); }
};

[[noreturn]] void become(const Command& command, const Pipe& out, const Pipe& err) {
  signal(SIGINT, SIG_DFL);  // the test runner's own handler must not run here
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (chdir(command.folder.c_str()) != 0) _exit(125);
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(out.ends[1], STDOUT_FILENO);
  dup2(err.ends[1], STDERR_FILENO);
  for (const std::string& variable : command.environment) putenv(const_cast<char*>(variable.c_str()));
  if (command.in_child) command.in_child();
  std::vector<char*> arguments;
  for (const std::string& argument : command.arguments) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  _exit(126);
}

}  // namespace

Finished run(const Command& command) {
  const Pipe out, err;
  sigset_t interrupt, before;
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  sigprocmask(SIG_BLOCK, &interrupt, &before);
  const pid_t child = fork();
  if (child == 0) become(command, out, err);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  REQUIRE(child >= 0);
  close(out.ends[1]);
  close(err.ends[1]);
  if (command.while_it_runs) command.while_it_runs(child);

  Finished finished;
  pollfd streams[] = {{out.ends[0], POLLIN, 0}, {err.ends[0], POLLIN, 0}};
  std::string* texts[] = {&finished.out, &finished.err};
  for (int open_streams = 2; open_streams > 0;) {
    poll(streams, 2, -1);
    for (int i = 0; i < 2; ++i) {
      if (streams[i].fd < 0 || streams[i].revents == 0) continue;
      char buffer[1 << 16];
      const ssize_t got = read(streams[i].fd, buffer, sizeof buffer);
      if (got > 0) {
        texts[i]->append(buffer, got);
      } else {
        close(streams[i].fd);
        streams[i].fd = -1;
        --open_streams;
      }
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  finished.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return finished;
}

Folder::Folder() {
  std::string name = std::filesystem::temp_directory_path() / "remove-op-test-XXXXXX";
  REQUIRE(mkdtemp(name.data()));
  path_ = std::filesystem::canonical(name);
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void Folder::add(std::string_view sections) const {
  const Snapshot files = mini_repo(sections);
  for (const File& file : files.files()) write(file.path, file.text.view());
}

void Folder::write(const std::string& path, std::string_view bytes) const {
  std::filesystem::create_directories((path_ / path).parent_path());
  std::ofstream(path_ / path, std::ios::binary) << bytes;
}

std::string Folder::read(const std::string& path) const {
  std::ifstream file(path_ / path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::string Folder::everything() const {
  std::map<std::string, std::string> files;
  for (auto at = std::filesystem::recursive_directory_iterator(path_);
       at != std::filesystem::recursive_directory_iterator(); ++at) {
    if (at->path().filename() == ".git") at.disable_recursion_pending();
    const std::string path = at->path().lexically_relative(path_);
    if (at->is_regular_file() && !at->is_symlink()) files[path] = read(path);
  }
  std::string all;
  for (const auto& [path, bytes] : files) all += "//- " + path + "\n" + bytes;
  return all;
}

Finished Folder::git(std::vector<std::string> arguments) const {
  const std::vector<std::string> always = {
      "git", "-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "protocol.file.allow=always"};
  arguments.insert(arguments.begin(), always.begin(), always.end());
  return run({.arguments = arguments, .folder = path_});
}

void Folder::commit_all() const {
  if (!has(".git")) REQUIRE(git({"init", "-q"}).status == 0);
  REQUIRE(git({"add", "-A"}).status == 0);
  const Finished committed = git({"commit", "-q", "-m", "all"});
  INFO(committed.err);
  REQUIRE(committed.status == 0);
}

Finished Folder::remove_op(std::vector<std::string> arguments) const {
  arguments.insert(arguments.begin(), REMOVE_OP_BINARY);
  return run({.arguments = arguments, .folder = path_});
}

}  // namespace remove_op
