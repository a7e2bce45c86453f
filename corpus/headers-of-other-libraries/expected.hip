// Libraries that lie beside the CUDA toolkit: some by folder, some by file; the last two are the project's own.
#include <hip/hip_runtime.h>
#include <cutlass/gemm/device/gemm.h>
#include "cute/tensor.hpp"
#include <cutensor.h>
#include <nvcomp/lz4.h>
#include <my/cutlass/gemm.h>
#include "cutlass.h"

void run() {
  cutensorHandle_t handle;
  cutensorCreate(&handle);
  hipDeviceSynchronize();
}
