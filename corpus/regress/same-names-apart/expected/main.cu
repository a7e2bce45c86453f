#include <cstdio>

#include "gpu_point.cuh"
#include "point.hpp"

__global__ void add(int *p) { *p = gpu::point<int>(1, 2).sum(); }

int main() {
    int *p;
    hipMallocManaged(&p, sizeof(int));
    add<<<1, 1>>>(p);
    hipDeviceSynchronize();
    printf("%d %d\n", *p, cpu::point<int>(3, 4).sum());
    hipFree(p);
}
