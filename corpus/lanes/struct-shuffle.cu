// A template shuffles structures word by word; the nearest of many points is found with it.
#include <cstdio>
#include <cuda_runtime.h>

template <typename T>
__device__ T shuffleXor(T value, int mask)
{
    static_assert(sizeof(T) % sizeof(int) == 0, "whole words");
    union {
        T whole;
        int words[sizeof(T) / sizeof(int)];
    } u;
    u.whole = value;
    for (int &word : u.words)
        word = __shfl_xor_sync(0xffffffff, word, mask);
    return u.whole;
}

struct Nearest {
    double distance;
    int index;
    short tag[2];
};

__device__ bool before(const Nearest &a, const Nearest &b)
{
    return a.distance < b.distance || (a.distance == b.distance && a.index < b.index);
}

__global__ void nearest(const double *x, int n, const double *queries, Nearest *out)
{
    int query = blockIdx.x * (blockDim.x / warpSize) + threadIdx.x / warpSize;
    int lane = threadIdx.x % warpSize;
    Nearest best = {1e300, -1, {0, 0}};
    for (int i = lane; i < n; i += warpSize) {
        double d = x[i] - queries[query];
        Nearest candidate = {d * d, i, {(short)lane, (short)(i / 32)}};
        if (before(candidate, best))
            best = candidate;
    }
    for (int mask = warpSize / 2; mask > 0; mask /= 2) {
        Nearest other = shuffleXor(best, mask);
        if (before(other, best))
            best = other;
    }
    if (lane == 0)
        out[query] = best;
}

int main()
{
    const int n = 150, queries = 8;
    static double x[n], q[queries];
    static Nearest found[queries];
    for (int i = 0; i < n; i++)
        x[i] = (i * 71) % 307 * 0.25;
    for (int k = 0; k < queries; k++)
        q[k] = k * 9.5 + 0.125;
    double *dx, *dq;
    Nearest *out;
    int wrong = 0;
    cudaMalloc(&dx, sizeof(x));
    cudaMalloc(&dq, sizeof(q));
    cudaMalloc(&out, sizeof(found));
    cudaMemcpy(dx, x, sizeof(x), cudaMemcpyHostToDevice);
    cudaMemcpy(dq, q, sizeof(q), cudaMemcpyHostToDevice);
    nearest<<<2, queries / 2 * 32>>>(dx, n, dq, out);
    cudaMemcpy(found, out, sizeof(found), cudaMemcpyDeviceToHost);
    for (int k = 0; k < queries; k++) {
        int best = 0;
        for (int i = 1; i < n; i++)
            if ((x[i] - q[k]) * (x[i] - q[k]) < (x[best] - q[k]) * (x[best] - q[k]))
                best = i;
        wrong += found[k].index != best || found[k].tag[0] != best % 32 || found[k].tag[1] != best / 32;
        printf("%d %g\n", found[k].index, found[k].distance);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(dx);
    cudaFree(dq);
    cudaFree(out);
    return wrong != 0;
}
