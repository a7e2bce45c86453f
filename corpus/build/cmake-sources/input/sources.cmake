file(GLOB_RECURSE KERNELS CONFIGURE_DEPENDS kernels/*.cu)
file(GLOB ALL RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cu *.cpp *.h)
set(SOURCES
    # the first
    a.cu
    b.cpp)
list(APPEND SOURCES c.cu)
set(FOR_ABOVE ${CMAKE_CURRENT_SOURCE_DIR}/d.cu PARENT_SCOPE)
configure_file(e.cu.in e.cu @ONLY)
foreach(type float double)
  configure_file(gemm.cu.in ${CMAKE_CURRENT_BINARY_DIR}/gemm_${type}.cu)
  list(APPEND SOURCES ${CMAKE_CURRENT_BINARY_DIR}/gemm_${type}.cu)
endforeach()
function(add_example name)
  add_executable(${name} ${name}.cu)
  target_link_libraries(${name} PRIVATE cudart cublas cublasLt m)
endfunction()
add_custom_command(OUTPUT f.ptx COMMAND ${CUDA_NVCC_EXECUTABLE} -ptx f.cu DEPENDS f.cu)
