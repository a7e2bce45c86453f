// Run-length decoding: a warp scans the lengths of 32 runs, then every output lane finds its run by a binary search over the lanes.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define WARP 32u
#define LOG_WARP 5
#define ALL 0xffffffffu

struct Run {
    unsigned short length;
    short value;
};

__device__ unsigned inclusive(unsigned v, unsigned rank)
{
#pragma unroll
    for (int i = 0; i < LOG_WARP; ++i) {
        const unsigned up = __shfl_up_sync(ALL, v, 1 << i);
        if (rank >= 1u << i)
            v += up;
    }
    return v;
}

// number of lanes whose (ascending) value is <= key: every lane has its own key
__device__ unsigned lanes_not_above(unsigned value, unsigned key)
{
    unsigned pos = 0;
    for (unsigned step = WARP >> 1; step; step >>= 1) {
        const unsigned probe = __shfl_sync(ALL, value, pos + step - 1);
        if (probe <= key)
            pos += step;
    }
    return pos; // at most 31: the last run ends behind every key
}

__global__ void expand(const Run *runs, int count, const int *offsets, short *out)
{
    const unsigned rank = threadIdx.x % WARP;
    const int group = blockIdx.x * blockDim.y + threadIdx.y; // 32 runs each
    if (group * WARP >= count)
        return;
    const int r = group * WARP + rank;
    Run run = {0, 0};
    if (r < count)
        run = runs[r];
    const unsigned ends = inclusive(run.length, rank);
    const unsigned total = __shfl_sync(ALL, ends, WARP - 1);
    short *dst = out + offsets[group];
    for (unsigned base = 0; base < total; base += WARP) {
        const unsigned o = base + rank;
        const unsigned source = lanes_not_above(ends, o);
        const int value = __shfl_sync(ALL, (int)run.value, source);
        if (o < total)
            dst[o] = (short)value;
    }
}

int main()
{
    const int count = 333;
    std::vector<Run> runs(count);
    std::vector<short> want;
    std::vector<int> offsets;
    for (int i = 0; i < count; i++) {
        runs[i].length = (unsigned short)(i % 37 == 6 ? 150 : i % 5 == 2 ? 0 : i * 7 % 11);
        runs[i].value = (short)(i * 31 - 2000);
        if (i % WARP == 0)
            offsets.push_back((int)want.size());
        want.insert(want.end(), runs[i].length, runs[i].value);
    }
    const int n = (int)want.size(), groups = (int)offsets.size();
    Run *d_runs;
    int *d_offsets;
    short *d_out;
    cudaMalloc(&d_runs, count * sizeof(Run));
    cudaMalloc(&d_offsets, groups * sizeof(int));
    cudaMalloc(&d_out, n * sizeof(short));
    cudaMemcpy(d_runs, runs.data(), count * sizeof(Run), cudaMemcpyHostToDevice);
    cudaMemcpy(d_offsets, offsets.data(), groups * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(d_out, 0x55, n * sizeof(short));
    const dim3 threads(WARP, 3);
    expand<<<(groups + 2) / 3, threads>>>(d_runs, count, d_offsets, d_out);
    std::vector<short> out(n);
    cudaMemcpy(out.data(), d_out, n * sizeof(short), cudaMemcpyDeviceToHost);
    int wrong = 0;
    unsigned check = 0;
    for (int i = 0; i < n; i++) {
        wrong += out[i] != want[i];
        check = check * 31 + (unsigned short)out[i];
    }
    printf("%d runs -> %d values, check %u, wrong %d\n", count, n, check, wrong);
    cudaFree(d_runs);
    cudaFree(d_offsets);
    cudaFree(d_out);
    return wrong != 0;
}
