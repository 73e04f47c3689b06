// The opposite of a preprocessor condition, as a person would write it.
#pragma once

#include <string>
#include <string_view>

namespace remove_op {

// For the text of an `#if`, `#ifdef` or `#ifndef` directive, the directive that holds exactly where it does not:
// `#ifndef X` for `#ifdef X`, `#if !defined(X)` for `#if defined(X)`, `#if !(...)` for anything longer. Empty for any
// other directive, and for one over several lines.
std::string opposite_condition(std::string_view directive);

}  // namespace remove_op
