// Linear bounding volume hierarchy (Karras 2012): Morton codes of points in the scene's box (found by warp reductions),
// ranges of internal nodes from leading zeros, boxes refitted bottom-up with a counter per node.
// The __clz and 1 << 5 of the codes have nothing to do with lanes.
#include <algorithm>
#include <climits>
#include <cstdio>
#include <numeric>
#include <initializer_list>
#include <vector>
#include <cuda_runtime.h>

struct Box {
    int lo[2], hi[2];
};

__device__ Box merge(const Box &a, const Box &b)
{
    return {{min(a.lo[0], b.lo[0]), min(a.lo[1], b.lo[1])}, {max(a.hi[0], b.hi[0]), max(a.hi[1], b.hi[1])}};
}

__device__ Box shuffle_xor(Box b, int m)
{
    for (int k = 0; k < 2; k++) {
        b.lo[k] = __shfl_xor_sync(0xffffffff, b.lo[k], m);
        b.hi[k] = __shfl_xor_sync(0xffffffff, b.hi[k], m);
    }
    return b;
}

__global__ void scene_box(const int2 *p, int n, Box *scene)
{
    Box b = {{INT_MAX, INT_MAX}, {INT_MIN, INT_MIN}};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        b = merge(b, Box{{p[i].x, p[i].y}, {p[i].x, p[i].y}});
    for (int m = 16; m >= 1; m >>= 1)
        b = merge(b, shuffle_xor(b, m));
    if (const int k = threadIdx.x & 31; k < 2) { // a lane for each axis
        atomicMin(&scene->lo[k], k ? b.lo[1] : b.lo[0]);
        atomicMax(&scene->hi[k], k ? b.hi[1] : b.hi[0]);
    }
}

__device__ unsigned spread(unsigned v)
{
    v = (v | v << 8) & 0x00ff00ffu;
    v = (v | v << 4) & 0x0f0f0f0fu;
    v = (v | v << 2) & 0x33333333u;
    return (v | v << 1) & 0x55555555u;
}

__global__ void morton(const int2 *p, int n, const Box *scene, unsigned *code)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const unsigned x = (unsigned)(p[i].x - scene->lo[0]) * 1023u / max(1, scene->hi[0] - scene->lo[0]);
        const unsigned y = (unsigned)(p[i].y - scene->lo[1]) * 1023u / max(1, scene->hi[1] - scene->lo[1]);
        code[i] = spread(x) | spread(y) << 1;
    }
}

struct Tree {
    int n;
    const unsigned *code; // sorted
    int *left, *right, *parent, *visits;
    Box *box; // n - 1 internal ones, then n leaves

    __device__ int common(int i, int j) const
    {
        if (j < 0 || j >= n)
            return -1;
        return code[i] == code[j] ? 32 + __clz(i ^ j) : __clz(code[i] ^ code[j]);
    }
};

__global__ void internal_nodes(Tree t)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= t.n - 1)
        return;
    const int d = t.common(i, i + 1) > t.common(i, i - 1) ? 1 : -1;
    const int least = t.common(i, i - d);
    int limit = 2;
    while (t.common(i, i + limit * d) > least)
        limit *= 2;
    int len = 0;
    for (int s = limit / 2; s >= 1; s /= 2)
        if (t.common(i, i + (len + s) * d) > least)
            len += s;
    const int j = i + len * d, prefix = t.common(i, j);
    int split = 0;
    for (int s = len; s > 1;) {
        s = (s + 1) >> 1;
        if (split + s < len && t.common(i, i + (split + s) * d) > prefix)
            split += s;
    }
    const int g = i + split * d + min(d, 0);
    t.left[i] = min(i, j) == g ? t.n - 1 + g : g;
    t.right[i] = max(i, j) == g + 1 ? t.n - 1 + g + 1 : g + 1;
    t.parent[t.left[i]] = i;
    t.parent[t.right[i]] = i;
}

__global__ void refit(Tree t, const int2 *p, const int *order)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= t.n)
        return;
    const int2 q = p[order[i]];
    t.box[t.n - 1 + i] = Box{{q.x, q.y}, {q.x, q.y}};
    __threadfence();
    for (int node = t.parent[t.n - 1 + i]; node >= 0; node = t.parent[node]) {
        if (atomicAdd(&t.visits[node], 1) == 0)
            return; // the second child goes on
        __threadfence();
        t.box[node] = merge(t.box[t.left[node]], t.box[t.right[node]]);
        __threadfence();
    }
}

template <typename T>
T *managed(size_t n)
{
    T *p = nullptr;
    return cudaMallocManaged(&p, n * sizeof(T)) == cudaSuccess ? p : nullptr;
}

int main()
{
    const int n = 230;
    auto *p = managed<int2>(n);
    auto *code = managed<unsigned>(n), *sorted = managed<unsigned>(n);
    auto *order = managed<int>(n);
    auto *scene = managed<Box>(1);
    Tree t{n, sorted, managed<int>(n), managed<int>(n), managed<int>(2 * n), managed<int>(n), managed<Box>(2 * n)};
    for (int i = 0; i < n; i++)
        p[i] = i % 17 == 16 ? p[i - 1] : make_int2(i * 7919 % 3001 - 900, i * i * 31 % 1777);
    *scene = {{INT_MAX, INT_MAX}, {INT_MIN, INT_MIN}};
    scene_box<<<2, 96>>>(p, n, scene);
    morton<<<3, 96>>>(p, n, scene, code);
    cudaDeviceSynchronize();
    std::iota(order, order + n, 0);
    std::stable_sort(order, order + n, [&](int a, int b) { return code[a] < code[b]; });
    for (int i = 0; i < n; i++)
        sorted[i] = code[order[i]];
    std::fill(t.visits, t.visits + n, 0);
    t.parent[0] = -1;
    internal_nodes<<<5, 48>>>(t);
    refit<<<5, 48>>>(t, p, order);
    cudaDeviceSynchronize();
    int wrong = 0, leaves = 0, inner = 0;
    std::vector<int> stack{0};
    while (!stack.empty()) {
        const int node = stack.back();
        stack.pop_back();
        (node >= n - 1 ? leaves : inner)++;
        if (node < n - 1)
            for (int c : {t.left[node], t.right[node]}) {
                wrong += t.parent[c] != node || t.box[c].lo[0] < t.box[node].lo[0] || t.box[c].hi[1] > t.box[node].hi[1];
                stack.push_back(c);
            }
    }
    for (int k = 0; k < 2; k++)
        wrong += t.box[0].lo[k] != scene->lo[k] || t.box[0].hi[k] != scene->hi[k];
    wrong += leaves != n;
    printf("box %d %d %d %d, inner %d, leaves %d\nwrong %d\n", scene->lo[0], scene->lo[1], scene->hi[0], scene->hi[1],
           inner, leaves, wrong);
    return wrong != 0;
}
