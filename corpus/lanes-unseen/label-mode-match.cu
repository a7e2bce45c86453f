// Label propagation: a warp finds the most frequent label among a vertex's neighbours. Lists of up to 32 by one
// match, longer ones through a small per-warp table in shared memory. The best (count, label) by __reduce_max_sync.
#include <cstdio>
#include <map>
#include <vector>
#include <cuda_runtime.h>

#define FULL_MASK 0xffffffffu
#define BLOCK 64
#define TABLE 64

static __device__ inline unsigned pack(unsigned count, unsigned label) { return count << 16 | (0xffffu - label); }

__global__ void propagate(int n, const int *row, const int *col, const unsigned *label, unsigned *next)
{
    __shared__ unsigned key[BLOCK / 32][TABLE], votes[BLOCK / 32][TABLE];
    const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const int v = blockIdx.x * (BLOCK / 32) + warp;
    if (v >= n)
        return;
    const int begin = row[v], degree = row[v + 1] - begin;
    unsigned best = 0;
    if (degree <= 32) {
        const bool mine = lane < degree;
        const unsigned who = __ballot_sync(FULL_MASK, mine);
        if (mine) {
            const unsigned l = label[col[begin + lane]];
            const unsigned same = __match_any_sync(who, l);
            best = pack(__popc(same), l);
        }
    } else {
        for (int i = lane; i < TABLE; i += 32) {
            key[warp][i] = ~0u;
            votes[warp][i] = 0;
        }
        __syncwarp();
        for (int first = 0; first < degree; first += 32) {
            const bool mine = first + lane < degree;
            const unsigned l = mine ? label[col[begin + first + lane]] : 0xfffeu;
            const unsigned same = __match_any_sync(FULL_MASK, l);
            // one lane of each label goes to the table
            if (mine && lane == 31 - __clz(same)) {
                unsigned slot = l * 2654435761u >> 26;
                for (;; slot = (slot + 1) % TABLE) {
                    const unsigned old = atomicCAS(&key[warp][slot], ~0u, l);
                    if (old == ~0u || old == l)
                        break;
                }
                atomicAdd(&votes[warp][slot], __popc(same));
            }
            __syncwarp();
        }
        for (int i = lane; i < TABLE; i += 32)
            if (votes[warp][i])
                best = max(best, pack(votes[warp][i], key[warp][i]));
    }
    __syncwarp();
    best = __reduce_max_sync(FULL_MASK, best);
    if (lane == 0)
        next[v] = degree ? 0xffffu - (best & 0xffffu) : label[v];
}

int main()
{
    const int n = 121;
    std::vector<std::vector<int>> g(n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            const bool same = i / 22 == j / 22;
            const unsigned r = (i * 7919u + j * 104729u) * 2654435761u >> 24;
            if (i % 40 != 39 && j % 40 != 39 && (same ? r < 150 : r < 12 || j == 3)) {
                g[i].push_back(j);
                g[j].push_back(i);
            }
        }
    int *row, *col, m = 0;
    unsigned *label[2];
    for (auto &l : g)
        m += (int)l.size();
    cudaMallocManaged(&row, (n + 1) * sizeof(int));
    cudaMallocManaged(&col, m * sizeof(int));
    cudaMallocManaged(&label[0], n * sizeof(unsigned));
    cudaMallocManaged(&label[1], n * sizeof(unsigned));
    std::vector<unsigned> want(n);
    row[0] = 0;
    for (int v = 0; v < n; v++) {
        row[v + 1] = row[v];
        for (int w : g[v])
            col[row[v + 1]++] = w;
        want[v] = label[0][v] = v % 50;
    }
    int wrong = 0;
    for (int round = 0; round < 5; round++) {
        const unsigned *from = label[round % 2];
        unsigned *to = label[1 - round % 2];
        propagate<<<(n + 1) / 2, BLOCK>>>(n, row, col, from, to);
        cudaDeviceSynchronize();
        std::vector<unsigned> next(want);
        std::map<unsigned, int> sizes;
        for (int v = 0; v < n; v++) {
            std::map<unsigned, int> count;
            for (int w : g[v])
                count[want[w]]++;
            int most = 0;
            for (auto &c : count)
                if (c.second > most) {
                    most = c.second;
                    next[v] = c.first;
                }
            wrong += next[v] != to[v];
            sizes[to[v]]++;
        }
        want = next;
        printf("round %d: %d labels, label %u of %d\n", round, (int)sizes.size(), sizes.begin()->first,
               sizes.begin()->second);
    }
    printf("edges %d, wrong %d\n", m, wrong);
    cudaFree(row); cudaFree(col); cudaFree(label[0]); cudaFree(label[1]);
    return wrong != 0;
}
