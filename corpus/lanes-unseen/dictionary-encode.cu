// Dictionary encoding of a string column: rows with equal values in a warp find each other by their 64-bit hash, one of
// them inserts into the global table, all get the code. Null rows take no part; validity is packed by warps.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>
#include <cuda_runtime.h>

typedef unsigned long long u64;
static const int SLOTS = 128;
static const u64 EMPTY = 0;

struct Column {
    const char *chars;
    const int *offset;
    const unsigned char *valid;
    int rows;
};

__host__ __device__ inline u64 fnv(const char *p, int n)
{
    u64 h = 1469598103934665603ull;
    for (int i = 0; i < n; i++)
        h = (h ^ (unsigned char)p[i]) * 1099511628211ull;
    return h | 1;
}

__global__ void encode(Column c, u64 *keys, int *first_row, int *code, uint32_t *validity, int *nulls)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    const unsigned here = __ballot_sync(0xffffffff, row < c.rows);
    if (row >= c.rows)
        return;
    const bool valid = c.valid[row];
    const uint32_t bits = __ballot_sync(here, valid);
    if (lane == 0) {
        validity[row / 32] = bits;
        atomicAdd(nulls, __popc(here & ~bits));
    }
    if (!valid) {
        code[row] = -1;
        return;
    }
    const int begin = c.offset[row];
    const u64 h = fnv(c.chars + begin, c.offset[row + 1] - begin);
    const unsigned peers = __match_any_sync(bits, h);
    const int leader = __ffs(peers) - 1, lowest = row - lane + leader;
    int slot = 0;
    if (lane == leader) {
        slot = (int)(h >> 40) & (SLOTS - 1);
        for (;; slot = (slot + 1) & (SLOTS - 1)) {
            const u64 old = atomicCAS(keys + slot, EMPTY, h);
            if (old == EMPTY || old == h)
                break;
        }
        atomicMin(first_row + slot, lowest);
    }
    code[row] = __shfl_sync(peers, slot, leader);
}

// slots become dense codes; a warp for 32 slots
__global__ void dense(const u64 *keys, int *dense_code, int *size)
{
    __shared__ int base[SLOTS / 32 + 1];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const bool used = keys[threadIdx.x] != EMPTY;
    const unsigned votes = __ballot_sync(0xffffffff, used);
    if (lane == 0)
        base[warp + 1] = __popc(votes);
    __syncthreads();
    if (threadIdx.x == 0) {
        base[0] = 0;
        for (int w = 0; w < SLOTS / 32; w++)
            base[w + 1] += base[w];
        *size = base[SLOTS / 32];
    }
    __syncthreads();
    dense_code[threadIdx.x] = used ? base[warp] + __popc(votes << (31 - lane) << 1) : -1;
}

int main()
{
    const char *const words[] = {"red", "green", "blue", "cyan", "magenta", "yellow", "key", "", "white", "orange"};
    const int rows = 333, threads = 96;
    std::string chars;
    std::vector<int> where(1, 0);
    std::vector<std::string> value;
    for (int i = 0; i < rows; i++) {
        std::string w = words[i * i % 10];
        if (i % 13 == 5)
            w += std::to_string(i % 8);
        value.push_back(w);
        chars += w;
        where.push_back((int)chars.size());
    }
    char *text;
    int *offset, *first_row, *code, *dense_code, *counts;
    unsigned char *valid;
    u64 *keys;
    uint32_t *validity;
    cudaMallocManaged(&text, chars.size());
    cudaMallocManaged(&offset, (rows + 1) * sizeof(int));
    cudaMallocManaged(&first_row, SLOTS * sizeof(int));
    cudaMallocManaged(&code, rows * sizeof(int));
    cudaMallocManaged(&dense_code, SLOTS * sizeof(int));
    cudaMallocManaged(&counts, 2 * sizeof(int));
    cudaMallocManaged(&valid, rows);
    cudaMallocManaged(&keys, SLOTS * sizeof(u64));
    cudaMallocManaged(&validity, (rows + 31) / 32 * sizeof(uint32_t));
    memcpy(text, chars.data(), chars.size());
    memcpy(offset, where.data(), (rows + 1) * sizeof(int));
    for (int i = 0; i < rows; i++)
        valid[i] = i % 11 != 4 && !(i >= 160 && i < 192);
    for (int i = 0; i < SLOTS; i++) {
        keys[i] = EMPTY;
        first_row[i] = rows;
    }
    counts[0] = counts[1] = 0;
    encode<<<(rows + threads - 1) / threads, threads>>>(Column{text, offset, valid, rows}, keys, first_row, code,
                                                       validity, counts);
    dense<<<1, SLOTS>>>(keys, dense_code, counts + 1);
    cudaDeviceSynchronize();
    std::map<std::string, int> seen;
    std::vector<int> used(counts[1]);
    int wrong = 0, nulls = 0;
    for (int i = 0; i < rows; i++) {
        wrong += (validity[i / 32] >> i % 32 & 1) != valid[i];
        nulls += !valid[i];
        wrong += valid[i] ? first_row[code[i]] != seen.emplace(value[i], i).first->second : code[i] != -1;
        if (valid[i] && first_row[code[i]] == i)
            wrong += used.at(dense_code[code[i]])++;
    }
    wrong += nulls != counts[0] || (int)seen.size() != counts[1];
    printf("%d nulls, %d values\nwrong %d\n", counts[0], counts[1], wrong);
    for (int *p : {offset, first_row, code, dense_code, counts})
        cudaFree(p);
    cudaFree(text); cudaFree(valid); cudaFree(keys); cudaFree(validity);
    return wrong != 0;
}
