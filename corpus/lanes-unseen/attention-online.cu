// Attention with running maximum and sum (online softmax): warps split the keys, partial results are merged by warp 0.
#include <cstdio>
#include <cmath>
#include <vector>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr int HEAD_DIM = 64, WARP_SIZE_C = 32, PER_LANE = HEAD_DIM / WARP_SIZE_C, NUM_WARPS = 4;

struct State {
    float m, l;
    float acc[PER_LANE];

    __device__ void clear()
    {
        m = -1e30f, l = 0;
        for (float &a : acc)
            a = 0;
    }
    __device__ void push(float s, const float *v, int lane)
    {
        const float m2 = fmaxf(m, s), old = expf(m - m2), fresh = expf(s - m2);
        l = l * old + fresh;
        for (int e = 0; e < PER_LANE; e++)
            acc[e] = acc[e] * old + fresh * v[e * WARP_SIZE_C + lane];
        m = m2;
    }
    __device__ void merge(const State &o)
    {
        const float m2 = fmaxf(m, o.m), a = expf(m - m2), b = expf(o.m - m2);
        l = l * a + o.l * b;
        for (int e = 0; e < PER_LANE; e++)
            acc[e] = acc[e] * a + o.acc[e] * b;
        m = m2;
    }
};

__global__ void attention(const float *Q, const float *K, const float *V, float *O, int keys)
{
    __shared__ State partial[NUM_WARPS][WARP_SIZE_C];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<WARP_SIZE_C>(block);
    const int lane = warp.thread_rank(), wid = block.thread_rank() / WARP_SIZE_C;
    const int query = blockIdx.x;
    float q[PER_LANE];
    for (int e = 0; e < PER_LANE; e++)
        q[e] = Q[query * HEAD_DIM + e * WARP_SIZE_C + lane];
    State st;
    st.clear();
    for (int key = wid; key < keys; key += NUM_WARPS) {
        float dot = 0;
        for (int e = 0; e < PER_LANE; e++)
            dot += q[e] * K[key * HEAD_DIM + e * WARP_SIZE_C + lane];
        dot = cg::reduce(warp, dot, cg::plus<float>());
        if (key > query + 20) // causal, with a margin
            break;
        st.push(dot * 0.125f, V + key * HEAD_DIM, lane);
    }
    partial[wid][lane] = st;
    block.sync();
    if (wid > 0)
        return;
    for (int w = 1; w < NUM_WARPS; ++w)
        st.merge(partial[w][lane]);
    for (int e = 0; e < PER_LANE; e++)
        O[query * HEAD_DIM + e * WARP_SIZE_C + lane] = st.acc[e] / st.l;
}

int main()
{
    const int queries = 12, keys = 29;
    float *Q, *K, *V, *O;
    cudaMallocManaged(&Q, queries * HEAD_DIM * sizeof(float));
    cudaMallocManaged(&K, keys * HEAD_DIM * sizeof(float));
    cudaMallocManaged(&V, keys * HEAD_DIM * sizeof(float));
    cudaMallocManaged(&O, queries * HEAD_DIM * sizeof(float));
    for (int i = 0; i < queries * HEAD_DIM; i++)
        Q[i] = (i * 7 % 13 - 6) / 8.f;
    for (int i = 0; i < keys * HEAD_DIM; i++) {
        K[i] = (i * 11 % 17 - 8) / 8.f;
        V[i] = (i * 5 % 23 - 11) / 4.f;
    }
    attention<<<queries, NUM_WARPS * WARP_SIZE_C>>>(Q, K, V, O, keys);
    cudaDeviceSynchronize();
    int far = 0;
    for (int q = 0; q < queries; q++) {
        std::vector<double> o(HEAD_DIM, 0.0);
        double l = 0;
        for (int k = 0; k < keys && k <= q + 20; k++) {
            double s = 0;
            for (int d = 0; d < HEAD_DIM; d++)
                s += (double)Q[q * HEAD_DIM + d] * K[k * HEAD_DIM + d];
            const double p = std::exp(s * 0.125);
            l += p;
            for (int d = 0; d < HEAD_DIM; d++)
                o[d] += p * V[k * HEAD_DIM + d];
        }
        for (int d = 0; d < HEAD_DIM; d++)
            far += !(std::fabs(o[d] / l - O[q * HEAD_DIM + d]) < 1e-4);
    }
    printf("%d outputs, %d off\n", queries * HEAD_DIM, far);
    cudaFree(Q);
    cudaFree(K);
    cudaFree(V);
    cudaFree(O);
    return far != 0;
}
