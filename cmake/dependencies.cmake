# The libraries that remove-op is built on, as targets of ours. Everything is linked statically: LLVM's exported
# targets name its shared library, so the archives are listed through llvm-config instead.
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)

# --- Clang and LLVM 19
find_program(LLVM_CONFIG NAMES llvm-config-19 HINTS /usr/lib/llvm-19/bin REQUIRED)
execute_process(COMMAND ${LLVM_CONFIG} --version OUTPUT_VARIABLE llvm_version OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT llvm_version MATCHES "^19\\.")
  message(FATAL_ERROR "remove-op is built on LLVM 19, and ${LLVM_CONFIG} is of ${llvm_version}")
endif()
execute_process(COMMAND ${LLVM_CONFIG} --includedir OUTPUT_VARIABLE llvm_include OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${LLVM_CONFIG} --libdir OUTPUT_VARIABLE llvm_lib OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(
  COMMAND ${LLVM_CONFIG} --link-static --libfiles support frontendopenmp frontendhlsl frontenddriver option targetparser
          profiledata bitreader windowsdriver asmparser
  OUTPUT_VARIABLE llvm_archives OUTPUT_STRIP_TRAILING_WHITESPACE)
separate_arguments(llvm_archives)
set(clang_archives)
foreach(library Tooling Frontend Format ToolingInclusions ToolingCore Driver Parse Serialization Sema APINotes Edit Analysis
                ASTMatchers AST Support Rewrite Lex Basic)
  list(APPEND clang_archives "${llvm_lib}/libclang${library}.a")
endforeach()
add_library(remove_op_clang INTERFACE)
target_include_directories(remove_op_clang SYSTEM INTERFACE ${llvm_include})
target_link_libraries(remove_op_clang INTERFACE ${clang_archives} ${llvm_archives} z zstd)

# --- tree-sitter: Debian's runtime and the Python grammar from npm (package.json pins it, `make setup` installs it)
find_library(TREE_SITTER NAMES libtree-sitter.a REQUIRED)
set(python_grammar "${PROJECT_SOURCE_DIR}/node_modules/tree-sitter-python/src")
if(NOT EXISTS "${python_grammar}/parser.c")
  message(FATAL_ERROR "tree-sitter-python is missing; run `make setup`, which installs it")
endif()
add_library(remove_op_python_grammar STATIC "${python_grammar}/parser.c" "${python_grammar}/scanner.c")
target_include_directories(remove_op_python_grammar SYSTEM PRIVATE "${python_grammar}")
target_link_libraries(remove_op_python_grammar PUBLIC ${TREE_SITTER})

# --- libgit2: reading trees, diffs, applying patches in memory. No network transport is ever used.
find_library(GIT2 NAMES libgit2.a REQUIRED)
add_library(remove_op_git STATIC "${PROJECT_SOURCE_DIR}/cmake/no_gssapi.c")
target_link_libraries(remove_op_git PUBLIC ${GIT2} mbedtls mbedx509 mbedcrypto http_parser ssh2 gcrypt gpg-error ssl crypto
                                           pcre2-8 z)
# See no_gssapi.c: libgit2 would read every certificate of the machine when it starts.
target_link_options(remove_op_git INTERFACE LINKER:--wrap=mbedtls_x509_crt_parse_file)
