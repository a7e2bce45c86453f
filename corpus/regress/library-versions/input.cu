#include <cuda_runtime.h>
#include <nccl.h>

#if NCCL_VERSION_CODE >= NCCL_VERSION(2, 28, 0)
#include <nccl_device.h>

__global__ void everyone(ncclWindow_t window, struct ncclDevComm comm) {
  ncclCoopCta block;
  block.sync();
}
#endif

ncclResult_t sum(const float *in, float *out, size_t n, ncclComm_t comm, cudaStream_t stream) {
#if NCCL_MAJOR < 2
  return ncclReduceOld(in, out, n, ncclFloat, ncclSum, 0, comm, stream);
#else
  return ncclAllReduce(in, out, n, ncclFloat, ncclSum, comm, stream);
#endif
}

int main() {
  ncclComm_t comm;
  int device = 0;
  if (ncclCommInitAll(&comm, 1, &device) != ncclSuccess) return 1;
  float *values = nullptr;
  cudaMalloc(&values, 16);
  const ncclResult_t made = sum(values, values, 4, comm, 0);
  cudaDeviceSynchronize();
  ncclCommDestroy(comm);
  return made == ncclSuccess ? 0 : 2;
}
