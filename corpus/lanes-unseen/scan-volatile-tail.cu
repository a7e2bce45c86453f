// Inclusive scan in the old style: padded volatile shared memory for each warp, with __syncwarp between read and write.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define WARP      32
#define HALF_WARP (WARP / 2)
#define STRIDE    (WARP + HALF_WARP + 1)
#define NWARPS    8

__device__ int scan_warp(volatile int *s, int x)
{
    s[0] = x;
    __syncwarp();
    int t;
#define SCAN_STEP(d)     \
    t = s[-(d)];         \
    __syncwarp();        \
    x += t;              \
    s[0] = x;            \
    __syncwarp();
    SCAN_STEP(1)
    SCAN_STEP(2)
    SCAN_STEP(4)
    SCAN_STEP(8)
    SCAN_STEP(16)
#undef SCAN_STEP
    return x;
}

__global__ void scan_block(const int *in, int *out, int *totals, int n)
{
    __shared__ volatile int store[NWARPS * STRIDE];
    __shared__ int warp_sums[NWARPS];
    const int tid = threadIdx.x;
    const int warp = tid / WARP;
    const int lane = tid - warp * WARP;
    volatile int *s = store + warp * STRIDE + lane + HALF_WARP;
    if (lane < HALF_WARP)
        s[-HALF_WARP] = 0;
    const int gid = blockIdx.x * blockDim.x + tid;
    const int x = gid < n ? in[gid] : 0;
    int sum = scan_warp(s, x);
    if (lane == WARP - 1)
        warp_sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        // NWARPS sums, the other lanes idle along with zeros
        const int w = lane < NWARPS ? warp_sums[lane] : 0;
        const int incl = scan_warp(s, w);
        if (lane < NWARPS)
            warp_sums[lane] = incl - w;
        if (lane == NWARPS - 1)
            totals[blockIdx.x] = incl;
    }
    __syncthreads();
    sum += warp_sums[warp];
    if (gid < n)
        out[gid] = sum;
}

__global__ void add_base(int *out, const int *totals, int n)
{
    __shared__ int base;
    if (threadIdx.x < 32) {
        int part = 0;
        for (int b = threadIdx.x; b < (int)blockIdx.x; b += 32)
            part += totals[b];
        for (int o = 16; o; o >>= 1)
            part += __shfl_down_sync(0xffffffff, part, o);
        if (!threadIdx.x)
            base = part;
    }
    __syncthreads();
    const int gid = blockIdx.x * blockDim.x + threadIdx.x;
    if (gid < n)
        out[gid] += base;
}

int main(void)
{
    const int n = 1100, threads = NWARPS * WARP, blocks = (n + threads - 1) / threads;
    int *h = (int *)malloc(n * sizeof(int)), *r = (int *)malloc(n * sizeof(int));
    int *in, *out, *totals;
    for (int i = 0; i < n; i++)
        h[i] = (i * 61) % 23 - 7;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&totals, blocks * sizeof(int));
    cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
    scan_block<<<blocks, threads>>>(in, out, totals, n);
    add_base<<<blocks, threads>>>(out, totals, n);
    cudaMemcpy(r, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = 0, running = 0;
    for (int i = 0; i < n; i++) {
        running += h[i];
        wrong += r[i] != running;
    }
    printf("scan of %d: wrong %d, last %d\n", n, wrong, r[n - 1]);
    cudaFree(in);
    cudaFree(out);
    cudaFree(totals);
    free(h);
    free(r);
    return wrong != 0;
}
