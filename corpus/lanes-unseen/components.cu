// Connected components (ECL style): hooking with atomicCAS, intermediate pointer jumping,
// vertices of low degree by threads, the others through a worklist by warps.
#include <cstdio>
#include <numeric>
#include <vector>
#include <cuda_runtime.h>

static const int ThreadsPerBlock = 96;
static const int warpsize = 32;

static __device__ int representative(int idx, int *const __restrict__ stat)
{
    int curr = atomicAdd(&stat[idx], 0);
    if (curr != idx) {
        int next, prev = idx;
        while (curr > (next = atomicAdd(&stat[curr], 0))) {
            atomicExch(&stat[prev], next); // shorten the path
            prev = curr;
            curr = next;
        }
    }
    return curr;
}

static __device__ void hook(int a, int b, int *stat)
{
    bool repeat;
    do {
        repeat = false;
        if (a != b) {
            int ret;
            if (a < b) {
                if ((ret = atomicCAS(&stat[b], b, a)) != b) {
                    b = ret;
                    repeat = true;
                }
            } else {
                if ((ret = atomicCAS(&stat[a], a, b)) != a) {
                    a = ret;
                    repeat = true;
                }
            }
        }
    } while (repeat);
}

__global__ void low(int nodes, const int *nidx, const int *nlist, int *stat, int *wl, int *wlsize)
{
    const int from = threadIdx.x + blockIdx.x * ThreadsPerBlock, incr = gridDim.x * ThreadsPerBlock;
    for (int v = from; v < nodes; v += incr) {
        const int beg = nidx[v], end = nidx[v + 1];
        if (end - beg > 8) {
            wl[atomicAdd(wlsize, 1)] = v;
        } else {
            int vstat = representative(v, stat);
            for (int i = beg; i < end; i++)
                if (v > nlist[i])
                    hook(vstat, representative(nlist[i], stat), stat), vstat = representative(v, stat);
        }
    }
}

__global__ void high(const int *nidx, const int *nlist, int *stat, const int *wl, const int *wlsize, int *cursor)
{
    const int lane = threadIdx.x % warpsize;
    int idx;
    if (lane == 0) idx = atomicAdd(cursor, 1);
    idx = __shfl_sync(0xffffffff, idx, 0);
    while (idx < *wlsize) {
        const int v = wl[idx];
        for (int i = nidx[v] + lane; i < nidx[v + 1]; i += warpsize)
            if (v > nlist[i])
                hook(representative(v, stat), representative(nlist[i], stat), stat);
        __syncwarp();
        if (lane == 0) idx = atomicAdd(cursor, 1);
        idx = __shfl_sync(0xffffffff, idx, 0);
    }
}

__global__ void flatten(int nodes, const int *stat, int *label)
{
    const int v = threadIdx.x + blockIdx.x * ThreadsPerBlock;
    if (v >= nodes) return;
    int next, r = stat[v];
    while (r > (next = stat[r])) r = next;
    label[v] = r;
}

int main()
{
    const int n = 450;
    std::vector<std::vector<int>> g(n);
    auto link = [&](int a, int b) { g[a].push_back(b), g[b].push_back(a); };
    for (int v = 0; v < n; v++) {
        if (v + 9 < n && v % 4 != 1) link(v, v + 9);
        if (v % 50 == 20)
            for (int k = 1; k < 40; k++) link(v, (v + k * 18) % n);
    }
    int *nidx, *nlist, *stat, *label, *wl, *ctr, m = 0;
    for (auto &l : g) m += (int)l.size();
    cudaMallocManaged(&nidx, (n + 1) * sizeof(int));
    cudaMallocManaged(&nlist, m * sizeof(int));
    cudaMallocManaged(&stat, n * sizeof(int));
    cudaMallocManaged(&label, n * sizeof(int));
    cudaMallocManaged(&wl, n * sizeof(int));
    cudaMallocManaged(&ctr, 2 * sizeof(int));
    nidx[0] = 0;
    for (int v = 0; v < n; v++) {
        nidx[v + 1] = nidx[v];
        for (int w : g[v]) nlist[nidx[v + 1]++] = w;
        stat[v] = v;
    }
    ctr[0] = ctr[1] = 0;
    low<<<2, ThreadsPerBlock>>>(n, nidx, nlist, stat, wl, ctr);
    high<<<2, ThreadsPerBlock>>>(nidx, nlist, stat, wl, ctr, ctr + 1);
    flatten<<<(n + ThreadsPerBlock - 1) / ThreadsPerBlock, ThreadsPerBlock>>>(n, stat, label);
    cudaDeviceSynchronize();
    std::vector<int> want(n, -1);
    int wrong = 0, comps = 0;
    for (int s = 0; s < n; s++) {
        if (want[s] < 0) {
            comps++;
            std::vector<int> stack(1, s);
            want[s] = s;
            while (!stack.empty()) {
                const int v = stack.back();
                stack.pop_back();
                for (int w : g[v])
                    if (want[w] < 0) want[w] = s, stack.push_back(w);
            }
        }
        wrong += label[s] != want[s];
    }
    printf("%d components, %d large vertices, wrong %d\n", comps, ctr[0], wrong);
    cudaFree(nidx); cudaFree(nlist); cudaFree(stat); cudaFree(label); cudaFree(wl); cudaFree(ctr);
    return wrong != 0;
}
