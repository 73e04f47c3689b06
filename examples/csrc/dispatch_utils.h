#pragma once

#include <ATen/Dispatch.h>

#define KESTREL_DISPATCH_CASE_FLOATING(...)            \
  AT_DISPATCH_CASE(at::ScalarType::Float, __VA_ARGS__) \
  AT_DISPATCH_CASE(at::ScalarType::Half, __VA_ARGS__)  \
  AT_DISPATCH_CASE(at::ScalarType::BFloat16, __VA_ARGS__)

// Runs the body once, with `scalar_t` as the type that TYPE names.
#define KESTREL_DISPATCH_FLOATING(TYPE, NAME, ...) \
  AT_DISPATCH_SWITCH(TYPE, NAME, KESTREL_DISPATCH_CASE_FLOATING(__VA_ARGS__))
