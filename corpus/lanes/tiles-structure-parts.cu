// Members, elements and results of class types are shuffled in tiles and in coalesced groups.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

struct Rows {
    uint4 upper, lower;
};

__device__ float2 turned(float2 v)
{
    return make_float2(v.y, -v.x);
}

__global__ void parts(const uint4 *in, uint4 *out, float2 *turns, double *last)
{
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Rows rows = {in[i], in[i]};
    uint4 pair[2] = {in[i], in[i]};
    rows.upper = tile.shfl_xor(rows.upper, 1);
    rows.lower = tile.shfl_down(pair[1], 3);
    float2 v = make_float2(in[i].x, i);
    turns[i] = tile.shfl(turned(v), 31);
    out[i] = make_uint4(rows.upper.x, rows.upper.w, rows.lower.y, rows.lower.z);
    double sums[2] = {in[i].x * 0.5, in[i].y * 0.25};
    Rows *p = &rows;
    unsigned own = tile.shfl_up(p->upper.x, 2);
    last[i] = tile.shfl(sums[1], 31) + own;
}

int main()
{
    const int n = 192;
    static uint4 in[n], out[n];
    static float2 turns[n];
    static double last[n];
    for (unsigned i = 0; i < n; i++)
        in[i] = make_uint4(i * 7, i * 5 + 1, i * 3 + 2, i + 1000);
    uint4 *din, *dout;
    float2 *dturns;
    double *dlast;
    cudaMalloc(&din, sizeof in);
    cudaMalloc(&dout, sizeof out);
    cudaMalloc(&dturns, sizeof turns);
    cudaMalloc(&dlast, sizeof last);
    cudaMemcpy(din, in, sizeof in, cudaMemcpyHostToDevice);
    parts<<<2, 96>>>(din, dout, dturns, dlast);
    cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
    cudaMemcpy(turns, dturns, sizeof turns, cudaMemcpyDeviceToHost);
    cudaMemcpy(last, dlast, sizeof last, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int lane = i % 32, first = i - lane, below = lane + 3 < 32 ? i + 3 : i;
        int above = lane >= 2 ? i - 2 : i;
        wrong += out[i].x != in[i ^ 1].x || out[i].y != in[i ^ 1].w;
        wrong += out[i].z != in[below].y || out[i].w != in[below].z;
        wrong += turns[i].x != first + 31 || turns[i].y != -(float)in[first + 31].x;
        wrong += last[i] != in[first + 31].y * 0.25 + in[above ^ 1].x;
    }
    printf("%u %u %g %g %d\n", out[40].x, out[95].z, turns[70].y, last[191], wrong);
    return wrong != 0;
}
