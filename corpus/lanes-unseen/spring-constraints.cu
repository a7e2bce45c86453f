// Position-based springs: corrections are summed over lanes that touch the same particle before one atomicAdd each.
#include <cstdio>
#include <cuda_runtime.h>

struct Spring { int a, b, rest; };

namespace detail {

// sums v over the lanes in peers, result valid in the lowest of them
__device__ int reduce_peers(unsigned peers, int v)
{
    const int lane = threadIdx.x & 31;
    const unsigned all = peers;
    int rel_pos = __popc(peers & ((1u << lane) - 1));
    peers &= 0xfffffffeu << lane; // only those above me
    while (__any_sync(all, peers)) {
        const int next = __ffs(peers);
        const int t = __shfl_sync(all, v, next ? next - 1 : lane);
        if (next)
            v += t;
        const unsigned done = __ballot_sync(all, rel_pos & 1);
        peers &= ~done;
        rel_pos >>= 1;
    }
    return v;
}

} // namespace detail

__device__ void aggregated_add(int *target, int key, int value, unsigned live)
{
    const unsigned peers = __match_any_sync(live, key);
    const int total = detail::reduce_peers(peers, value);
    const bool is_leader = (threadIdx.x & 31) == __ffs(peers) - 1;
    if (is_leader && total != 0)
        atomicAdd(target + key, total);
}

__global__ void project(const Spring *springs, int n, const int *pos, int *delta, int *touched)
{
    const int lane = threadIdx.x & 31;
    for (int start = threadIdx.x - lane + blockDim.x * blockIdx.x; start < n; start += blockDim.x * gridDim.x) {
        const int i = start + lane;
        const unsigned live = __ballot_sync(0xffffffffu, i < n);
        if (i >= n)
            break; // only in the last round of a warp
        const Spring s = springs[i];
        const int stretch = pos[s.b] - pos[s.a] - s.rest;
        const int corr = stretch / 2;
        aggregated_add(delta, s.a, corr, live);
        aggregated_add(delta, s.b, -corr, live);
        aggregated_add(touched, s.a, 1, live);
        aggregated_add(touched, s.b, 1, live);
    }
}

__global__ void apply(int *pos, int *delta, int *touched, int n)
{
    const int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p < n && touched[p]) {
        pos[p] += delta[p] / touched[p];
        delta[p] = touched[p] = 0;
    }
}

int main()
{
    const int particles = 40, n = 310, rounds = 4;
    Spring *s;
    int *pos, *delta, *touched, ref[particles];
    cudaMallocManaged(&s, n * sizeof(Spring));
    cudaMallocManaged(&pos, particles * sizeof(int));
    cudaMallocManaged(&delta, particles * sizeof(int));
    cudaMallocManaged(&touched, particles * sizeof(int));
    for (int i = 0; i < n; i++) {
        s[i].a = i % 3 ? i * 7 % particles : 5; // particle 5 is a hub
        s[i].b = (s[i].a + 1 + i % 9) % particles;
        s[i].rest = 100 + i % 50;
    }
    for (int p = 0; p < particles; p++)
        ref[p] = pos[p] = p * p * 13 % 2000, delta[p] = touched[p] = 0;
    for (int r = 0; r < rounds; r++) {
        project<<<3, 64>>>(s, n, pos, delta, touched);
        apply<<<2, 32>>>(pos, delta, touched, particles);
    }
    cudaDeviceSynchronize();
    for (int r = 0; r < rounds; r++) {
        int d[particles] = {0}, t[particles] = {0};
        for (int i = 0; i < n; i++) {
            const int corr = (ref[s[i].b] - ref[s[i].a] - s[i].rest) / 2;
            d[s[i].a] += corr, d[s[i].b] -= corr, t[s[i].a]++, t[s[i].b]++;
        }
        for (int p = 0; p < particles; p++)
            if (t[p])
                ref[p] += d[p] / t[p];
    }
    int wrong = 0;
    for (int p = 0; p < particles; p++)
        wrong += ref[p] != pos[p];
    printf("wrong %d, hub at %d, last at %d\n", wrong, pos[5], pos[particles - 1]);
    cudaFree(s);
    cudaFree(pos);
    cudaFree(delta);
    cudaFree(touched);
    return wrong;
}
