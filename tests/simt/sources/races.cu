#include <cuda_runtime.h>
#include <cstdio>
__global__ void tail(int *out) {      // warp-synchronous, without __syncwarp
    __shared__ volatile int s[64];
    int t = threadIdx.x;
    s[t] = t;
    s[t + 32] = 0;
    s[t] += s[t + 16]; s[t] += s[t + 8]; s[t] += s[t + 4]; s[t] += s[t + 2]; s[t] += s[t + 1];
    if (t == 0) out[0] = s[0];
}
__global__ void safe(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    s[t + 32] = 0;
    for (int d = 16; d; d /= 2) {
        __syncwarp();
        int other = s[t + d];
        __syncwarp();
        s[t] += other;
    }
    if (t == 0) out[1] = s[0];
}
__global__ void ticket(int *out) { if (atomicAdd(out + 2, 1) == 0) out[3] = threadIdx.x; }
__global__ void lock(int *out) {      // a spin lock between lanes
    while (atomicCAS(out + 4, 0, 1) != 0) { }
    out[5] += 1;
    atomicExch(out + 4, 0);
}
__global__ void handover(int *out) {  // one warp waits for another
    __shared__ volatile int flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x < 32) { while (flag == 0) { } if (threadIdx.x == 0) out[6] = flag; }
    else if (threadIdx.x == 32) flag = 9;
}
__global__ void roles(int *out) {     // a barrier in each branch of the warp index
    __shared__ int s;
    if (threadIdx.x < 32) { __syncthreads(); if (threadIdx.x == 0) out[7] = s; }
    else { s = 5; __syncthreads(); }
}
int main(int, char **argv) {
    int *d, h[8];
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    tail<<<1, 32>>>(d);
    safe<<<1, 32>>>(d);
    ticket<<<1, 64>>>(d);
    if (argv[1][0] != 'r') lock<<<1, 64>>>(d);
    if (argv[1][0] == 'h') handover<<<1, 64>>>(d);
    roles<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; ++i) printf("%d ", h[i]);
    return 0;
}
