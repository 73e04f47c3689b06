# Every command of the project, from a machine with nothing but git and make. The build itself is CMake's.

sources = $(shell find lib rewriters tool tests -path tests/cases -prune -o '(' -name '*.h' -o -name '*.cpp' ')' -print)
jobs = $(shell nproc)
PREFIX ?= /usr/local

.PHONY: help setup release dev asan test demo format format-check tidy bench install clean

help:
	@echo 'make demo          install what is missing, build, and remove an op from examples/'
	@echo 'make test          install what is missing, build, and run every test'
	@echo 'make setup         install what is missing'
	@echo 'make release       build to build/release/remove-op'
	@echo 'make dev           build for debugging, to build/dev'
	@echo 'make asan          build with sanitizers, to build/asan-ubsan, and run every test'
	@echo 'make format        lay out the sources (format-check: only look)'
	@echo 'make tidy          check the sources with clang-tidy'
	@echo 'make bench         measure speed over a generated tree'
	@echo 'make install       put the binary in PREFIX/bin ($(PREFIX))'

setup:
	@cmake/setup.sh

release dev: setup
	@cmake --preset $@ --log-level=WARNING
	@cmake --build --preset $@

asan: setup
	@cmake --preset asan-ubsan --log-level=WARNING
	@cmake --build --preset asan-ubsan
	@ctest --preset asan-ubsan

test: release
	@ctest --preset release

demo: release
	@examples/demo.sh build/release/remove-op

format: setup
	@clang-format-19 -i $(sources)

format-check: setup
	@clang-format-19 --dry-run --Werror $(sources)

# Configures but does not build: clang-tidy needs the compile commands only.
tidy: setup
	@cmake --preset release --log-level=WARNING
	@printf '%s\n' $(filter %.cpp,$(sources)) | xargs -P $(jobs) -n 1 clang-tidy-19 --quiet -p build/release

bench: setup
	@cmake --preset release --log-level=WARNING
	@cmake --build --preset release --target remove_op_bench
	@build/release/tests/bench/remove_op_bench

install: release
	@cmake --install build/release --prefix '$(PREFIX)'

clean:
	@rm -rf build
