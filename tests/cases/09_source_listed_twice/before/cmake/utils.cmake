function(set_gencode_flags_for_srcs)
  cmake_parse_arguments(arg "" "" "SRCS;CUDA_ARCHS" ${ARGN})
  foreach(arch ${arg_CUDA_ARCHS})
    set_property(SOURCE ${arg_SRCS} APPEND PROPERTY COMPILE_OPTIONS
      "$<$<COMPILE_LANGUAGE:CUDA>:-gencode=arch=compute_${arch},code=sm_${arch}>")
  endforeach()
endfunction()
