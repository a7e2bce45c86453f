// Order-preserving stream compaction with a predicate functor; blocks of 80 threads end in half a warp.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

const int kThreads = 80;
const int kWarps = (kThreads + 31) / 32;

template <typename Pred>
__global__ void count_kept(const float *in, int n, Pred pred, int *kept)
{
    const int i = blockIdx.x * kThreads + threadIdx.x;
    const int c = __syncthreads_count(i < n && pred(in[i]));
    if (threadIdx.x == 0)
        kept[blockIdx.x] = c;
}

// blocks are few: one thread's loop is good enough
__global__ void exclusive(int *v, int n)
{
    int sum = 0;
    for (int i = 0; i <= n; i++) {
        const int x = i < n ? v[i] : 0;
        v[i] = sum;
        sum += x;
    }
}

template <typename Pred>
__global__ void move_kept(const float *in, int n, Pred pred, const int *offset, float *out, int *from)
{
    __shared__ int warp_offset[kWarps];
    const int lane = threadIdx.x & 0x1f, warp = threadIdx.x >> 5;
    const int i = blockIdx.x * kThreads + threadIdx.x;
    const unsigned here = warp == kWarps - 1 ? (1u << kThreads % 32) - 1 : 0xffffffffu; // threads of this warp
    bool keep = false;
    float x = 0.f;
    if (i < n) {
        x = in[i];
        keep = pred(x);
    }
    const unsigned votes = __ballot_sync(here, keep);
    if (lane == 0)
        warp_offset[warp] = __popc(votes);
    __syncthreads();
    if (threadIdx.x < kWarps) {
        int before = 0;
        for (int w = 0; w < (int)threadIdx.x; w++)
            before += warp_offset[w];
        __syncwarp((1u << kWarps) - 1);
        warp_offset[threadIdx.x] = before;
    }
    __syncthreads();
    if (!keep)
        return;
    const int to = offset[blockIdx.x] + warp_offset[warp] + __popc(votes << (31 - lane)) - 1;
    out[to] = x;
    from[to] = i;
}

struct Inside {
    float lo, hi;
    __host__ __device__ bool operator()(float x) const { return x >= lo && x < hi; }
};

int main()
{
    const int n = 1111, blocks = (n + kThreads - 1) / kThreads;
    std::vector<float> in(n), out(n);
    std::vector<int> from(n), offset(blocks + 1);
    for (int i = 0; i < n; i++)
        in[i] = (float)(i * 193 % 257) / 4;
    float *din, *dout;
    int *doff, *dfrom, wrong = 0;
    cudaMalloc(&din, n * sizeof(float));
    cudaMalloc(&dout, n * sizeof(float));
    cudaMalloc(&dfrom, n * sizeof(int));
    cudaMalloc(&doff, (blocks + 1) * sizeof(int));
    cudaMemcpy(din, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    for (const Inside p : {Inside{0, 100}, Inside{10, 11}, Inside{5, 40.5f}, Inside{3, 3}}) {
        count_kept<<<blocks, kThreads>>>(din, n, p, doff);
        exclusive<<<1, 1>>>(doff, blocks);
        move_kept<<<blocks, kThreads>>>(din, n, p, doff, dout, dfrom);
        cudaMemcpy(offset.data(), doff, (blocks + 1) * sizeof(int), cudaMemcpyDeviceToHost);
        cudaMemcpy(out.data(), dout, n * sizeof(float), cudaMemcpyDeviceToHost);
        cudaMemcpy(from.data(), dfrom, n * sizeof(int), cudaMemcpyDeviceToHost);
        int k = 0;
        for (int i = 0; i < n; i++)
            if (p(in[i])) {
                wrong += out[k] != in[i] || from[k] != i;
                k++;
            }
        wrong += k != offset[blocks];
        printf("[%g, %g): %d kept\n", p.lo, p.hi, offset[blocks]);
    }
    printf("wrong %d\n", wrong);
    cudaFree(din); cudaFree(dout); cudaFree(dfrom); cudaFree(doff);
    return wrong != 0;
}
