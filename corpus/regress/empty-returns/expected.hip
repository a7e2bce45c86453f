#include <hip/hip_runtime.h>

struct Ray {
  float3 origin, direction;
  __device__ bool meets(float3 low, float3 high) const;
};

__device__ bool Ray::meets(float3 low, float3 high) const {
  if (direction.x == 0) return;
  float first = (low.x - origin.x) / direction.x;
  float last = (high.x - origin.x) / direction.x;
  if (first > last) {
    return;
  }
  return last > 0;
}

__device__ void mark(int *counts, int at) {
  if (at < 0) return;
  atomicAdd(counts + at, 1);
}

__global__ void count(const Ray *rays, float3 low, float3 high, int *counts, int number) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= number) return;
  if (rays[at].meets(low, high)) mark(counts, at);
}
