// Libraries that lie beside the CUDA toolkit: some by folder, some by file; the last two are the project's own.
#include <cuda_runtime.h>
#include <cutlass/gemm/device/gemm.h>
#include "cute/tensor.hpp"
#include <cutensor.h>
#include <nvcomp/lz4.h>
#include <nvfunctional>
#include <nv_decode.h>
#include <my/cutlass/gemm.h>
#include "cutlass.h"

__global__ void apply(float *cells) {
  nvstd::function<float(float)> twice = [](float cell) { return 2 * cell; };
  cells[threadIdx.x] = twice(cells[threadIdx.x]);
}

void run() {
  cutensorHandle_t handle;
  cutensorCreate(&handle);
  cudaDeviceSynchronize();
}
