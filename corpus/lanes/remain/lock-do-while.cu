// A lock that each thread takes in a loop of the form do ... while, with the work behind it.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int lock = 0;

__global__ void append(volatile int *size, volatile int *list, const int *in)
{
    int taken;
    do {
        taken = atomicCAS(&lock, 0, 1);
    } while (taken != 0);
    __threadfence();
    const int at = *size;
    list[at] = in[threadIdx.x];
    *size = at + 1;
    __threadfence();
    atomicExch(&lock, 0);
}

int main()
{
    int h[64], result[64], *in, *size, *list, sum = 0;
    for (int i = 0; i < 64; i++)
        sum += h[i] = i * 7 % 31;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&list, sizeof(h));
    cudaMalloc(&size, sizeof(int));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemset(size, 0, sizeof(int));
    append<<<1, 64>>>(size, list, in);
    cudaMemcpy(result, list, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        sum -= result[i];
    printf("off by %d\n", sum);
    cudaFree(in);
    cudaFree(list);
    cudaFree(size);
    return sum != 0;
}
