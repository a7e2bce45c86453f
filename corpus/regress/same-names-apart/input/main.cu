#include <cstdio>

#include "gpu_point.cuh"
#include "point.hpp"

__global__ void add(int *p) { *p = gpu::point<int>(1, 2).sum(); }

int main() {
    int *p;
    cudaMallocManaged(&p, sizeof(int));
    add<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%d %d\n", *p, cpu::point<int>(3, 4).sum());
    cudaFree(p);
}
