// Molecular dynamics, cluster pairs: clusters of 8 and of 4 particles meet in a warp as 8 x 4 lanes. A first kernel makes the
// pair list (cluster, mask of interacting lanes), order of entries by ballots; the second one uses the masks for forces.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

constexpr int I_SIZE = 8, J_SIZE = 4, WARP = I_SIZE * J_SIZE;
constexpr int MAX_PAIRS = 96, CUTOFF2 = 900;
constexpr unsigned EVERY = 0xffffffffu;

struct Entry {
    int j;
    unsigned mask; // bit: lane 8 * (particle of j) + (particle of i)
};

struct List {
    Entry *entries;
    int *count;
};

__host__ __device__ inline int distance2(int4 a, int4 b)
{
    const int x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z;
}

// blocks of 8 x 4 x 3: every z is a warp
__global__ void make_list(const int4 *p, int n, List list)
{
    const int ci = blockIdx.x * blockDim.z + threadIdx.z;
    if (ci >= n / I_SIZE)
        return;
    const int i = ci * I_SIZE + threadIdx.x, tid = threadIdx.y * I_SIZE + threadIdx.x;
    const int4 mine = p[i];
    int count = 0;
    // lanes test a j-cluster each by their bounding spheres' centres, then the warp takes the near ones in turn
    for (int first = 2 * ci; first < n / J_SIZE; first += WARP) {
        const int cj = first + tid;
        bool near = false;
        if (cj < n / J_SIZE)
            for (int k = 0; k < J_SIZE; k++)
                near |= distance2(p[ci * I_SIZE], p[cj * J_SIZE + k]) < 16 * CUTOFF2;
        unsigned todo = __ballot_sync(EVERY, near);
        while (todo) {
            const int bit = __ffs(todo) - 1;
            todo ^= 1u << bit;
            const int j = (first + bit) * J_SIZE + threadIdx.y;
            const bool hit = j > i && distance2(mine, p[j]) < CUTOFF2;
            const unsigned mask = __ballot_sync(EVERY, hit);
            if (mask && count < MAX_PAIRS) {
                if (tid == 0)
                    list.entries[ci * MAX_PAIRS + count] = Entry{first + bit, mask};
                count++;
            }
        }
    }
    if (tid == 0)
        list.count[ci] = count;
}

__global__ void forces(const int4 *p, List list, int *force)
{
    const int ci = blockIdx.x, tidxi = threadIdx.x, tidxj = threadIdx.y, tid = tidxj * I_SIZE + tidxi;
    const int i = ci * I_SIZE + tidxi;
    const int4 mine = p[i];
    int fi = 0;
    for (int k = 0; k < list.count[ci]; k++) {
        const Entry e = list.entries[ci * MAX_PAIRS + k];
        const int j = e.j * J_SIZE + tidxj;
        int f = 0;
        if (e.mask >> tid & 1u)
            f = (CUTOFF2 - distance2(mine, p[j])) * mine.w * p[j].w;
        fi += f;
        // the eight lanes of a particle of j lie side by side
        for (int d = I_SIZE / 2; d; d /= 2)
            f += __shfl_down_sync(EVERY, f, d, I_SIZE);
        if (tidxi == 0 && f)
            atomicSub(&force[j], f);
    }
    // the lanes of a particle of i are eight apart
    fi += __shfl_down_sync(EVERY, fi, 16);
    fi += __shfl_down_sync(EVERY, fi, 8);
    if (tidxj == 0)
        atomicAdd(&force[i], fi);
}

int main()
{
    const int n = 160, clusters = n / I_SIZE;
    int4 *p;
    int *force;
    List list;
    cudaMallocManaged(&p, n * sizeof(int4));
    cudaMallocManaged(&force, n * sizeof(int));
    cudaMallocManaged(&list.entries, clusters * MAX_PAIRS * sizeof(Entry));
    cudaMallocManaged(&list.count, clusters * sizeof(int));
    for (int i = 0; i < n; i++) {
        const int c = i / 4;
        p[i] = make_int4(c % 4 * 20 + i * 7 % 13, c / 4 % 4 * 21 + i * 5 % 11, c / 16 * 19 + i * 3 % 17, i % 3 - 1);
        force[i] = 0;
    }
    make_list<<<(clusters + 2) / 3, dim3(I_SIZE, J_SIZE, 3)>>>(p, n, list);
    forces<<<clusters, dim3(I_SIZE, J_SIZE)>>>(p, list, force);
    cudaDeviceSynchronize();
    std::vector<int> want(n);
    int pairs = 0, masked = 0, entries = 0, wrong = 0;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            const int d = distance2(p[i], p[j]);
            if (d < CUTOFF2) {
                pairs++;
                want[i] += (CUTOFF2 - d) * p[i].w * p[j].w;
                want[j] -= (CUTOFF2 - d) * p[i].w * p[j].w;
            }
        }
    for (int c = 0; c < clusters; c++) {
        entries += list.count[c];
        for (int k = 0; k < list.count[c]; k++) {
            masked += __builtin_popcount(list.entries[c * MAX_PAIRS + k].mask);
            wrong += k && list.entries[c * MAX_PAIRS + k].j <= list.entries[c * MAX_PAIRS + k - 1].j;
        }
    }
    long sum = 0;
    for (int i = 0; i < n; i++) {
        wrong += want[i] != force[i];
        sum += (long)force[i] * (i + 1);
    }
    wrong += masked != pairs;
    printf("%d pairs in %d entries, checksum %ld, wrong %d\n", pairs, entries, sum, wrong);
    cudaFree(p); cudaFree(force); cudaFree(list.entries); cudaFree(list.count);
    return wrong != 0;
}
