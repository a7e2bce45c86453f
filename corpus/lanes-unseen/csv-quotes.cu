// CSV field separators outside quotes: the parity of quotes before each character, from ballots and popcounts,
// carried from step to step by the warp that owns a record block.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
#include <cuda_runtime.h>

__device__ __forceinline__ unsigned below(int lane) { return (1u << lane) - 1u; }

// running xor of the bits of a mask: bit i is the parity of bits 0..i
__device__ __forceinline__ unsigned prefix_xor(unsigned m)
{
    m ^= m << 1;
    m ^= m << 2;
    m ^= m << 4;
    m ^= m << 8;
    return m ^ m << 16;
}

// One warp walks one record; writes the positions of the separating commas and its field count.
__global__ void find_fields(const char *data, const int *record, int records, int *commas, int *fields, int limit)
{
    extern __shared__ int staged[]; // 'limit' positions per warp
    const int warp = threadIdx.x / warpSize, lane = threadIdx.x % warpSize;
    const int r = blockIdx.x * (blockDim.x / warpSize) + warp;
    if (r >= records)
        return;
    int *mine = staged + warp * limit;
    const int begin = record[r], end = record[r + 1];
    unsigned inside = 0; // all bits set: the last step ended between quotes
    int found = 0;
    for (int at = begin; at < end; at += warpSize) {
        const char c = at + lane < end ? data[at + lane] : '\0';
        const unsigned quotes = __ballot_sync(0xffffffff, c == '"');
        const unsigned quoted = prefix_xor(quotes) ^ inside;
        inside = (unsigned)((int)quoted >> 31);
        const unsigned separators = __ballot_sync(0xffffffff, c == ',') & ~quoted;
        if (separators >> lane & 1u) {
            const int slot = found + __popc(separators & below(lane));
            if (slot < limit)
                mine[slot] = at + lane;
        }
        found += __popc(separators);
    }
    __syncwarp();
    for (int i = lane; i < found; i += warpSize)
        commas[r * limit + i] = mine[i];
    if (lane == 0)
        fields[r] = found + 1;
}

int main()
{
    std::vector<std::string> rows;
    for (int i = 0; i < 30; i++) {
        std::string s;
        for (int f = 0; f <= i % 7 + (i == 12 ? 40 : 0); f++) {
            if (f)
                s += ',';
            switch ((i + f) % 4) {
            case 0: s += "plain" + std::to_string(i * f); break;
            case 1: s += "\"a, quoted, \"\"field\"\", with much text in it, longer than a warp\""; break;
            case 2: break;
            default: s += "\",\"";
            }
        }
        rows.push_back(s);
    }
    const int n = (int)rows.size(), limit = 64;
    std::string all;
    std::vector<int> offset{0};
    for (auto &s : rows) {
        all += s;
        offset.push_back((int)all.size());
    }
    char *data;
    int *record, *commas, *fields;
    cudaMallocManaged(&data, all.size());
    cudaMallocManaged(&record, (n + 1) * sizeof(int));
    cudaMallocManaged(&commas, n * limit * sizeof(int));
    cudaMallocManaged(&fields, n * sizeof(int));
    memcpy(data, all.data(), all.size());
    memcpy(record, offset.data(), (n + 1) * sizeof(int));

    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    const int warps = 3, threads = warps * prop.warpSize;
    find_fields<<<(n + warps - 1) / warps, threads, warps * limit * sizeof(int)>>>(data, record, n, commas, fields, limit);
    cudaDeviceSynchronize();

    int wrong = 0, total = 0;
    for (int r = 0; r < n; r++) {
        bool in = false;
        int k = 0;
        for (int i = offset[r]; i < offset[r + 1]; i++) {
            if (all[i] == '"')
                in = !in;
            else if (all[i] == ',' && !in)
                wrong += commas[r * limit + k++] != i;
        }
        wrong += fields[r] != k + 1;
        total += fields[r];
    }
    printf("%d records, %d fields, wrong %d\n", n, total, wrong);
    cudaFree(data); cudaFree(record); cudaFree(commas); cudaFree(fields);
    return wrong != 0;
}
