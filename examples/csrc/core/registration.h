#pragma once

#include <Python.h>

#define KESTREL_CONCAT_(A, B) A##B
#define KESTREL_CONCAT(A, B) KESTREL_CONCAT_(A, B)

#define KESTREL_STRINGIFY_(A) #A
#define KESTREL_STRINGIFY(A) KESTREL_STRINGIFY_(A)

// TORCH_LIBRARY pastes its name; this one expands it first, so that the build
// can choose it.
#define TORCH_LIBRARY_EXPAND(NAME, MODULE) TORCH_LIBRARY(NAME, MODULE)

// Lets Python import the shared library, which is what registers its ops.
#define REGISTER_EXTENSION(NAME)                                          \
  PyMODINIT_FUNC KESTREL_CONCAT(PyInit_, NAME)() {                        \
    static struct PyModuleDef module = {                                  \
        PyModuleDef_HEAD_INIT, KESTREL_STRINGIFY(NAME), nullptr, 0,       \
        nullptr};                                                         \
    return PyModule_Create(&module);                                      \
  }
