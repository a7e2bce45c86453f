// Triangle counting on an oriented graph: a warp per edge, lanes search one list in the other.
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

namespace gpu {

const unsigned kWarpSize = 32;
const unsigned kWarps = 4;

template <typename T>
__device__ bool binary_search(const T *first, int n, T key)
{
    int lo = 0;
    while (n > 0) {
        const int half = n >> 1;
        if (first[lo + half] < key) {
            lo += half + 1;
            n -= half + 1;
        } else
            n = half;
    }
    return first[lo] == key; // lists end with a sentinel
}

__global__ void count_edges(const int *src, const int *offset, const int *dst, int edges, unsigned long long *total)
{
    __shared__ unsigned partial[kWarps];
    const int e = blockIdx.x * blockDim.y + threadIdx.y;
    unsigned found = 0;
    if (e < edges && dst[e] >= 0x7fffffff) {
        // a sentinel, no edge
    } else if (e < edges) {
        int u = src[e], v = dst[e];
        if (offset[u + 1] - offset[u] > offset[v + 1] - offset[v]) {
            const int t = u;
            u = v;
            v = t;
        }
        const int du = offset[u + 1] - offset[u] - 1, dv = offset[v + 1] - offset[v] - 1;
        for (int i = threadIdx.x; i < du; i += kWarpSize)
            found += binary_search(dst + offset[v], dv, dst[offset[u] + i]);
    }
    for (unsigned i = kWarpSize / 2; i >= 1; i /= 2)
        found += __shfl_xor_sync(0xffffffff, found, i, kWarpSize);
    if (threadIdx.x == 0)
        partial[threadIdx.y] = found;
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        unsigned sum = 0;
        for (unsigned w = 0; w < blockDim.y; w++)
            sum += partial[w];
        if (sum)
            atomicAdd(total, (unsigned long long)sum);
    }
}

} // namespace gpu

int main()
{
    const int n = 48;
    std::vector<std::vector<char>> a(n, std::vector<char>(n, 0));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i != j && ((i * j + i + j) % 7 == 0 || (i < 4 && j % 2)))
                a[i][j] = a[j][i] = 1;
    int *src, *offset, *dst;
    unsigned long long *total, want = 0;
    cudaMallocManaged(&src, n * n * sizeof(int));
    cudaMallocManaged(&dst, n * n * sizeof(int));
    cudaMallocManaged(&offset, (n + 1) * sizeof(int));
    cudaMallocManaged(&total, sizeof *total);
    int m = 0;
    for (int i = 0; i < n; i++) {
        offset[i] = m;
        for (int j = i + 1; j < n; j++)
            if (a[i][j])
                src[m] = i, dst[m++] = j;
        src[m] = i, dst[m++] = 0x7fffffff;
    }
    offset[n] = m;
    *total = 0;
    dim3 block(gpu::kWarpSize, gpu::kWarps);
    gpu::count_edges<<<(m + block.y - 1) / block.y, block>>>(src, offset, dst, m, total);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            for (int k = j + 1; k < n; k++)
                want += a[i][j] && a[j][k] && a[i][k];
    printf("%d edges, %llu triangles, expected %llu\n", m - n, *total, want);
    const bool ok = *total == want;
    cudaFree(src); cudaFree(dst); cudaFree(offset); cudaFree(total);
    return ok ? 0 : 1;
}
