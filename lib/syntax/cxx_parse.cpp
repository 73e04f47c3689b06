#include "cxx_parse.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/FileManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <llvm/Support/CrashRecoveryContext.h>

#include "cxx_collector.h"
#include "cxx_files.h"

namespace remove_op {
namespace {

class ErrorCounter : public clang::DiagnosticConsumer {
 public:
  bool IncludeInDiagnosticCounts() const override { return true; }
};

class Consumer : public clang::ASTConsumer {
 public:
  Consumer(const Snapshot& snapshot, std::string_view path, CxxParse& parse)
      : snapshot_(snapshot), path_(path), parse_(parse) {}
  void HandleTranslationUnit(clang::ASTContext& context) override { collect(context, snapshot_, path_, parse_); }
  // Only what the file itself says is collected; the bodies in its headers would cost half of the time.
  bool shouldSkipFunctionBody(clang::Decl* function) override {
    const clang::SourceManager& sources = function->getASTContext().getSourceManager();
    return !sources.isInMainFile(sources.getExpansionLoc(function->getLocation()));
  }

 private:
  const Snapshot& snapshot_;
  std::string_view path_;
  CxxParse& parse_;
};

class Action : public clang::ASTFrontendAction {
 public:
  Action(const Snapshot& snapshot, std::string_view path, CxxParse& parse)
      : snapshot_(snapshot), path_(path), parse_(parse) {}
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&, llvm::StringRef) override {
    return std::make_unique<Consumer>(snapshot_, path_, parse_);
  }

 private:
  const Snapshot& snapshot_;
  std::string_view path_;
  CxxParse& parse_;
};

// As the design has it: host side of CUDA, no headers but the repository's, no spelling correction; a missing header
// or type is nothing to stop at.
constexpr const char* frontend_arguments[] = {"-triple",
                                              "x86_64-unknown-linux-gnu",
                                              "-fsyntax-only",
                                              "-x",
                                              "cuda",
                                              "-std=c++20",
                                              "-nostdsysteminc",
                                              "-nobuiltininc",
                                              "-w",
                                              "-fno-spell-checking",
                                              "-ferror-limit",
                                              "0",
                                              "-fcxx-exceptions",
                                              "-fexceptions",
                                              "-ftemplate-depth=64",
                                              "-include",
                                              "/prelude.h",
                                              "-I",
                                              "/i"};

void run_clang(const Snapshot& snapshot, std::string_view path, std::string text, CxxParse& parse) {
  const std::string name = std::string(mount_point) + std::string(path);
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  ErrorCounter counter;
  clang::DiagnosticsEngine diagnostics(new clang::DiagnosticIDs, new clang::DiagnosticOptions, &counter, false);
  std::vector<const char*> arguments(std::begin(frontend_arguments), std::end(frontend_arguments));
  arguments.push_back(name.c_str());
  clang::CompilerInvocation::CreateFromArgs(*invocation, arguments, diagnostics);

  clang::CompilerInstance compiler;
  invocation->getDiagnosticOpts().ShowCarets = false;  // else a count of errors is printed
  invocation->getFrontendOpts().SkipFunctionBodies = true;
  compiler.setInvocation(std::move(invocation));
  compiler.createDiagnostics(&counter, false);
  compiler.getDiagnostics().setFatalsAsError(true);
  compiler.setFileManager(
      new clang::FileManager(clang::FileSystemOptions(), hermetic_files(snapshot, path, std::move(text))));
  Action action(snapshot, path, parse);
  if (!compiler.ExecuteAction(action) && !counter.getNumErrors()) parse.failure = "clang could not read it";
  parse.errors = counter.getNumErrors();
}

}  // namespace

CxxParse parse_once(const Snapshot& snapshot, std::string_view path, std::string text) {
  CxxParse parse;
  llvm::CrashRecoveryContext guard;
  // A thread of its own, because deep nesting needs more stack than a pool's threads have.
  constexpr unsigned stack_bytes = 64U << 20;
  if (!guard.RunSafelyOnThread([&] { run_clang(snapshot, path, std::move(text), parse); }, stack_bytes)) {
    parse = {};
    parse.failure = "clang crashed on it";
  }
  return parse;
}

}  // namespace remove_op
