// Ising model with one warp to a lattice: 32 x 32 spins, a row per lane as bits, per-warp generator with a lane-skipped state.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int L = 32;

// a lagged generator shared by the warp: lane i owns word i, each draw mixes with its neighbour
struct WarpRng {
    unsigned word;
    int i;

    __device__ void load(const unsigned *state, int lane_idx)
    {
        i = lane_idx;
        word = state[lane_idx];
    }
    __device__ unsigned draw()
    {
        const unsigned n = __shfl_sync(0xffffffffu, word, i + 1, L); // wraps around
        const unsigned f = __shfl_sync(0xffffffffu, word, (i + 17) % L);
        word = (word << 7 ^ n >> 5) * 2654435761u + f;
        return word ^ word >> 15;
    }
    __device__ void save(unsigned *state) const { state[i] = word; }
};

__host__ __device__ inline unsigned rotl(unsigned x, int k) { return x << k | x >> (32 - k); }

// flips the chosen sublattice where the energy does not rise, or where noise lets it
__host__ __device__ inline unsigned update(unsigned mine, unsigned up, unsigned down, unsigned colour, unsigned noise)
{
    const unsigned a = mine ^ up, b = mine ^ down, c = mine ^ rotl(mine, 1), d = mine ^ rotl(mine, 31);
    const unsigned ab = a ^ b, cd = c ^ d, ab2 = a & b, cd2 = c & d;
    const unsigned two_or_more = ab2 | cd2 | (ab & cd);
    return mine ^ ((two_or_more | (noise & noise >> 3 & noise >> 11)) & colour);
}

__global__ void sweep(unsigned *lattices, unsigned *rng_state, int replicas, int sweeps, int *magnet)
{
    const int replica = blockIdx.x * blockDim.y + threadIdx.y;
    if (replica >= replicas)
        return;
    const int row = threadIdx.x;
    WarpRng rng;
    rng.load(rng_state + replica * L, row);
    unsigned spins = lattices[replica * L + row];
    for (int s = 0; s < 2 * sweeps; s++) {
        const unsigned colour = (row + s) & 1 ? 0xaaaaaaaau : 0x55555555u;
        const unsigned up = __shfl_sync(0xffffffffu, spins, (row + L - 1) & (L - 1));
        const unsigned down = __shfl_sync(0xffffffffu, spins, (row + 1) & (L - 1));
        spins = update(spins, up, down, colour, rng.draw());
    }
    lattices[replica * L + row] = spins;
    rng.save(rng_state + replica * L);
    int m = 2 * __popc(spins) - L;
    m = __reduce_add_sync(0xffffffffu, m);
    if (row == 0)
        magnet[replica] = m;
}

int main()
{
    const int replicas = 7, sweeps = 6, n = replicas * L;
    unsigned *lat, *rng, rl[n], rr[n];
    int *mag, wrong = 0;
    cudaMallocManaged(&lat, n * sizeof(unsigned));
    cudaMallocManaged(&rng, n * sizeof(unsigned));
    cudaMallocManaged(&mag, replicas * sizeof(int));
    for (int i = 0; i < n; i++) {
        rl[i] = lat[i] = (i + 1) * 0x9e3779b9u ^ i << 11;
        rr[i] = rng[i] = (i + 3) * 0x85ebca6bu;
    }
    // two calls: the generators go on where they stopped
    sweep<<<(replicas + 1) / 2, dim3(L, 2)>>>(lat, rng, replicas, sweeps, mag);
    sweep<<<(replicas + 3) / 4, dim3(L, 4)>>>(lat, rng, replicas, sweeps, mag);
    cudaDeviceSynchronize();
    for (int r = 0; r < replicas; r++) {
        unsigned *s = rl + r * L, *g = rr + r * L;
        for (int t = 0; t < 4 * sweeps; t++) {
            unsigned ns[L], ng[L];
            for (int i = 0; i < L; i++) {
                ng[i] = (g[i] << 7 ^ g[(i + 1) % L] >> 5) * 2654435761u + g[(i + 17) % L];
                ns[i] = update(s[i], s[(i + L - 1) % L], s[(i + 1) % L], (i + t) & 1 ? 0xaaaaaaaau : 0x55555555u,
                               ng[i] ^ ng[i] >> 15);
            }
            for (int i = 0; i < L; i++)
                s[i] = ns[i], g[i] = ng[i];
        }
        int m = 0;
        for (int i = 0; i < L; i++) {
            for (int b = 0; b < 32; b++)
                m += s[i] >> b & 1 ? 1 : -1;
            wrong += s[i] != lat[r * L + i] || g[i] != rng[r * L + i];
        }
        wrong += m != mag[r];
        printf("%d ", mag[r]);
    }
    printf(": wrong %d\n", wrong);
    cudaFree(lat);
    cudaFree(rng);
    cudaFree(mag);
    return wrong ? 1 : 0;
}
