// Each lane ranks its value against the other 31 by turning the values round the warp.
#include <cstdio>
#include <cuda_runtime.h>

template <typename T>
struct Less {
    __device__ bool operator()(T a, T b) const { return a < b; }
};

template <typename T, typename Before>
__device__ int rankInWarp(T mine, Before before)
{
    int lane = threadIdx.x & 31, rank = 0;
    T other = mine;
    for (int turn = 1; turn < 32; turn++) {
        other = __shfl_sync(0xffffffffu, other, lane + 1);
        int from = (lane + turn) & 31;
        if (before(other, mine) || (!before(mine, other) && from < lane))
            rank++;
    }
    return rank;
}

__global__ void rankAll(const double *in, double *sorted, int *ranks)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto byTenths = [](double a, double b) { return (int)(a * 10) < (int)(b * 10); };
    int rank = rankInWarp(in[i], Less<double>());
    sorted[i / 32 * 32 + rank] = in[i];
    ranks[i] = rankInWarp(in[i], byTenths);
}

int main()
{
    const int n = 128;
    static double h[n], sorted[n];
    static int ranks[n];
    for (int i = 0; i < n; i++)
        h[i] = (i * 59 % 47) / 32.0;
    double *in, *s;
    int *r, wrong = 0, sum = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&s, sizeof(sorted));
    cudaMalloc(&r, sizeof(ranks));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    rankAll<<<1, n>>>(in, s, r);
    cudaMemcpy(sorted, s, sizeof(sorted), cudaMemcpyDeviceToHost);
    cudaMemcpy(ranks, r, sizeof(ranks), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        int exact = 0, tenths = 0;
        for (int k = i / 32 * 32; k < i / 32 * 32 + 32; k++) {
            exact += h[k] < h[i] || (h[k] == h[i] && k < i);
            tenths += (int)(h[k] * 10) < (int)(h[i] * 10) || ((int)(h[k] * 10) == (int)(h[i] * 10) && k < i);
        }
        wrong += sorted[i / 32 * 32 + exact] != h[i] || ranks[i] != tenths;
        sum = (sum * 33 + ranks[i]) % 1000003;
    }
    printf("wrong: %d, checksum %d\n", wrong, sum);
    cudaFree(in);
    cudaFree(s);
    cudaFree(r);
    return wrong != 0;
}
