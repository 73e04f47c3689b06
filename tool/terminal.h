// The user's terminal: colour, the pager of their git, and a line that says what is being done.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "git_handles.h"

namespace remove_op {

// NO_COLOR and a dumb terminal are respected.
bool wants_colour(int descriptor);

// On a terminal through the pager that git would use (GIT_PAGER, core.pager, PAGER, less), else as it is.
// `repository` may be null.
llvm::Error show(std::string_view text, git_repository* repository);

// One line on stderr, from half a second of work on, erased at the end. Silent where stderr is no terminal.
class StatusLine {
 public:
  StatusLine();
  ~StatusLine() { erase(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  void say(std::string_view what);  // from any thread
  void erase();                     // for good

 private:
  void run(std::stop_token stop);

  std::mutex mutex_;
  std::condition_variable_any stopped_;
  std::string what_;
  std::jthread thread_;
};

}  // namespace remove_op
