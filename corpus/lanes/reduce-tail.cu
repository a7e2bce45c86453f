// Tree reduction in shared memory; the last steps are left to one warp, which synchronises itself.
#include <cstdio>
#include <cuda_runtime.h>

template <unsigned BLOCK>
__device__ void warpTail(int *s, unsigned tid)
{
    int v = s[tid];
    if (BLOCK >= 64) { v += s[tid + 32]; __syncwarp(); s[tid] = v; __syncwarp(); }
    if (BLOCK >= 32) { v += s[tid + 16]; __syncwarp(); s[tid] = v; __syncwarp(); }
    v += s[tid + 8]; __syncwarp(); s[tid] = v; __syncwarp();
    v += s[tid + 4]; __syncwarp(); s[tid] = v; __syncwarp();
    v += s[tid + 2]; __syncwarp(); s[tid] = v; __syncwarp();
    v += s[tid + 1]; __syncwarp(); s[tid] = v;
}

template <unsigned BLOCK>
__global__ void reduce(const int *in, int *out, unsigned n)
{
    extern __shared__ int sdata[];
    unsigned tid = threadIdx.x, i = blockIdx.x * BLOCK * 2 + tid;
    sdata[tid] = (i < n ? in[i] : 0) + (i + BLOCK < n ? in[i + BLOCK] : 0);
    if (tid < 32)
        sdata[BLOCK + tid] = 0;
    __syncthreads();
    if (BLOCK >= 256) {
        if (tid < 128)
            sdata[tid] += sdata[tid + 128];
        __syncthreads();
    }
    if (BLOCK >= 128) {
        if (tid < 64)
            sdata[tid] += sdata[tid + 64];
        __syncthreads();
    }
    if (tid < 32)
        warpTail<BLOCK>(sdata, tid);
    if (tid == 0)
        out[blockIdx.x] = sdata[0];
}

template <unsigned BLOCK>
int test(const int *h, const int *in, int n)
{
    int blocks = (n + BLOCK * 2 - 1) / (BLOCK * 2), *out, wrong = 0;
    static int result[64];
    cudaMalloc(&out, blocks * sizeof(int));
    reduce<BLOCK><<<blocks, BLOCK, (BLOCK + 32) * sizeof(int)>>>(in, out, n);
    cudaMemcpy(result, out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
    for (int b = 0; b < blocks; b++) {
        int sum = 0;
        for (int i = b * BLOCK * 2; i < (int)((b + 1) * BLOCK * 2) && i < n; i++)
            sum += h[i];
        wrong += result[b] != sum;
        printf("%d ", result[b]);
    }
    printf("\n%u threads, wrong: %d\n", BLOCK, wrong);
    cudaFree(out);
    return wrong;
}

int main()
{
    const int n = 1500;
    static int h[n];
    for (int i = 0; i < n; i++)
        h[i] = (i * 11) % 29 - 7;
    int *in;
    cudaMalloc(&in, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    int wrong = test<256>(h, in, n) + test<128>(h, in, n) + test<64>(h, in, n) + test<32>(h, in, n);
    cudaFree(in);
    return wrong != 0;
}
