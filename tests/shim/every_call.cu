// A call of each function that rules/shims.toml speaks of, in each form that CUDA's headers have.
#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>

__constant__ float table[16];
__device__ int counter;

template <int N, bool Up> __global__ void templated(float *x) { x[threadIdx.x] += Up ? N : -N; }

__global__ void plain(float *x) {
  const __nv_bfloat162 both = __floats2bfloat162_rn(x[0], x[1]);
  x[2] = __low2float(both);
  if (x[2] < 0) __trap();
}

cudaError_t kernels(float *x, cudaStream_t stream) {
  cudaFuncAttributes attributes;
  void *arguments[] = {&x};
  cudaFuncSetAttribute(plain, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024);
  cudaFuncSetAttribute(templated<4, true>, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024);
  cudaFuncSetAttribute((const void *)plain, cudaFuncAttributePreferredSharedMemoryCarveout, 50);
  cudaFuncSetCacheConfig(templated<4, false>, cudaFuncCachePreferShared);
  cudaFuncSetSharedMemConfig(plain, cudaSharedMemBankSizeFourByte);
  cudaFuncGetAttributes(&attributes, templated<2, true>);
  cudaLaunchKernel(plain, dim3(1), dim3(32), arguments);
  cudaLaunchKernel((void *)plain, dim3(1), dim3(32), arguments, 0, stream);
  cudaLaunchCooperativeKernel(plain, dim3(1), dim3(32), arguments);
  cudaLaunchCooperativeKernel(plain, dim3(1), dim3(32), arguments, 64);
  return cudaLaunchCooperativeKernel((void *)plain, dim3(1), dim3(32), arguments, 64, stream);
}

cudaError_t symbols(const float *from, float *to, int one, cudaStream_t stream) {
  void *address;
  size_t size;
  cudaMemcpyToSymbol(table, from, sizeof(table));
  cudaMemcpyToSymbol(counter, &one, sizeof(one), 0, cudaMemcpyHostToDevice);
  cudaMemcpyFromSymbol(to, table, sizeof(table));
  cudaMemcpyToSymbolAsync(table, from, sizeof(table));
  cudaMemcpyToSymbolAsync(counter, &one, sizeof(one), 0, cudaMemcpyHostToDevice, stream);
  cudaMemcpyFromSymbolAsync(to, table, 4, 0, cudaMemcpyDeviceToHost, stream);
  cudaGetSymbolAddress(&address, table);
  return cudaGetSymbolSize(&size, counter);
}

cudaError_t memory(float *device, float *host) {
  cudaArray_t array, other;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocHost(&host, 64);
  cudaMallocHost((void **)&host, 64);
  cudaHostGetDevicePointer(&device, host, 0);
  cudaHostGetDevicePointer((void **)&device, host, 0);
  cudaMalloc3DArray(&array, &format, make_cudaExtent(1, 1, 1));
  cudaMalloc3DArray(&other, &format, make_cudaExtent(1, 1, 1), cudaArrayLayered);
  return cudaMemcpy2DArrayToArray(array, 0, 0, other, 0, 0, 4, 1);
}

cudaError_t streams(cudaStream_t stream, cudaGraph_t graph) {
  cudaEvent_t event;
  cudaGraphExec_t exec;
  cudaEventCreate(&event);
  cudaEventCreate(&event, cudaEventDisableTiming);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  cudaGraphInstantiate(&exec, graph);
  cudaGraphInstantiate(&exec, graph, 0);
  return cudaGraphInstantiate(&exec, graph, NULL, NULL, 0);
}

CUresult driver(CUdeviceptr to, CUdeviceptr from, CUstream stream) {
  cuMemcpy(to, from, 4);
  return cuMemcpyAsync(to, from, 4, stream);
}

cublasStatus_t blas(cublasHandle_t handle, const float *a, float *c) {
  float one = 1;
  cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, a, CUDA_R_32F, 1, a, CUDA_R_32F, 1, &one, c, CUDA_R_32F,
               1, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
  return cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, a, CUDA_R_32F, 1, a, CUDA_R_32F, 1, &one, c,
                      CUDA_R_32F, 1, CUDA_R_32F, CUBLAS_GEMM_DEFAULT);
}
