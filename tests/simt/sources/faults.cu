#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
__global__ void inactive(int *out) {
    if (threadIdx.x >= 20) return;
    out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16);
}
__global__ void unnamed(int *out) {
    if (threadIdx.x < 16) out[threadIdx.x] = __shfl_sync(0x0000ffffu, 7, 16);
}
__global__ void notself(int *out) { out[threadIdx.x] = __ballot_sync(0x7fffffffu, 1); }
__global__ void deadlock(int *out) {
    if (threadIdx.x < 16) __syncwarp(0xffffffffu);
    else out[0] = __shfl_sync(0xffffffffu, 1, 0);
}
__global__ void halfway(int *out) {
    if (threadIdx.x < 16) __syncthreads();
    else __syncwarp(0xffffffffu);
    out[threadIdx.x] = 1;
}
__global__ void apart(int *out) {
    if (threadIdx.x < 16) out[threadIdx.x] = __ballot_sync(0xffffffffu, 1);
    else out[threadIdx.x] = __ballot_sync(0xffffffffu, 0);
}
__global__ void fixed(int *out) {
    __shared__ int s[33];
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s[threadIdx.x + 2];
}
__global__ void before(int *out) {
    __shared__ int s[33];
    if (threadIdx.x == 5) s[-1] = out[0];
}
__global__ void dynamic(int *out) {
    extern __shared__ int s[];
    s[threadIdx.x] = out[0];
}
__global__ void global(int *out) { out[threadIdx.x + 1] = 0; }
__global__ void wide(int *out) { out[0] += out[threadIdx.x + 4]; }
__global__ void far(int *out) {
    if (threadIdx.x < 16) out[__shfl_sync(0xffffu, 1, 20)] = 0;
}
__global__ void null(int *out) { *(volatile int *)(threadIdx.x == 9 ? 0 : out) = 0; }
__global__ void hang(volatile int *out) { while (out[32] == 0) { } }
__global__ void unset(int *out) {
    __shared__ int s[32];
    out[threadIdx.x] = s[threadIdx.x];
    s[threadIdx.x] = 1;
}
int main(int, char **argv) {
    int *d, h[33];
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    switch (argv[1][0]) {
    case 'i': inactive<<<1, 32>>>(d); break;
    case 'u': unnamed<<<1, 32>>>(d); break;
    case 's': notself<<<1, 32>>>(d); break;
    case 'd': deadlock<<<1, 32>>>(d); break;
    case 'h': halfway<<<1, 32>>>(d); break;
    case 'a': apart<<<1, 32>>>(d); break;
    case 'f': fixed<<<1, 32>>>(d); break;
    case 'b': before<<<1, 32>>>(d); break;
    case 'y': dynamic<<<1, 32, 31 * sizeof(int)>>>(d); break;
    case 'g': global<<<2, 33>>>(d); break;
    case 'w': wide<<<1, 33>>>(d); break;
    case 'p': far<<<1, 32>>>(d); break;
    case 'n': null<<<1, 32>>>(d); break;
    case 'l': hang<<<1, 32>>>(d); break;
    case 'x': unset<<<2, 32>>>(d); break;
    case 'c': unset<<<1, 1025>>>(d); printf("%s\n", cudaGetErrorString(cudaGetLastError())); break;
    }
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; ++i) printf("%x ", h[i]);
    puts("end");
    return 0;
}
