// LEB128 integers: a warp looks at 32 bytes, the bytes without a continuation bit end a number; the others are fetched
// from the lanes below. The warp then moves on behind the last complete number.
#include <cstdio>
#include <cstdint>
#include <vector>
#include <cuda_runtime.h>

#define LAST_BIT(m) (31 - __clz(m)) /* -1 for none */

__device__ __forceinline__ uint32_t ptx_lanemask_lt()
{
    uint32_t r;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(r));
    return r;
}

__device__ int decode_list(const uint8_t *bytes, int size, uint32_t *out, int lane)
{
    int numbers = 0, pos = 0;
    uint32_t ends;
    do {
        const bool valid = pos + lane < size;
        const uint32_t byte = valid ? bytes[pos + lane] : 0x80;
        ends = __ballot_sync(0xFFFFFFFF, byte < 0x80);
        const int begin = LAST_BIT(ends & ptx_lanemask_lt()) + 1; // first byte of my number
        uint32_t value = byte & 0x7f;
        for (int back = 1; back < 5; ++back) {
            const uint32_t below = __shfl_up_sync(0xFFFFFFFF, byte, back);
            if (lane - back >= begin)
                value = value << 7 | (below & 0x7f);
        }
        if (byte < 0x80)
            out[numbers + __popc(ends & ptx_lanemask_lt())] = value;
        numbers += __popc(ends);
        pos += LAST_BIT(ends) + 1;
    } while (ends != 0);
    return numbers;
}

// gaps to document ids: prefix sums with the carry in lane 31
__device__ void undo_gaps(uint32_t *ids, int n, int lane)
{
    uint32_t carry = 0;
    for (int base = 0; base < n; base += 32) {
        uint32_t v = base + lane < n ? ids[base + lane] : 0;
        if (lane == 0)
            v += carry;
        for (int d = 1; d < 32; d <<= 1) {
            const uint32_t u = __shfl_up_sync(0xFFFFFFFF, v, d);
            if (lane >= d)
                v += u;
        }
        if (base + lane < n)
            ids[base + lane] = v;
        carry = __shfl_sync(0xFFFFFFFF, v, 31);
    }
}

__global__ void postings(const uint8_t *bytes, const int *offset, int lists, const int *where, uint32_t *out, int *length)
{
    const int per_block = blockDim.x / 32, lane = threadIdx.x % 32;
    for (int l = blockIdx.x * per_block + threadIdx.x / 32; l < lists; l += gridDim.x * per_block) {
        uint32_t *const mine = out + where[l];
        const int n = decode_list(bytes + offset[l], offset[l + 1] - offset[l], mine, lane);
        __syncwarp();
        undo_gaps(mine, n, lane);
        if (lane == 0)
            length[l] = n;
    }
}

int main()
{
    const int lists = 11;
    std::vector<uint8_t> bytes;
    std::vector<int> offset(1, 0), where(1, 0);
    std::vector<uint32_t> want;
    for (int l = 0; l < lists; l++) {
        uint32_t id = 0;
        for (int k = 0; k < l * 17; k++) {
            uint32_t gap = (uint32_t)(k * 2654435761u + l) >> (4 + (k * 5 + l) % 28);
            want.push_back(id += gap);
            for (; gap >= 0x80; gap >>= 7)
                bytes.push_back(gap | 0x80);
            bytes.push_back(gap);
        }
        offset.push_back((int)bytes.size());
        where.push_back((int)want.size());
    }
    uint8_t *d_bytes;
    int *d_offset, *d_where, *d_length;
    uint32_t *d_out;
    cudaMalloc(&d_bytes, bytes.size());
    cudaMalloc(&d_offset, offset.size() * sizeof(int));
    cudaMalloc(&d_where, where.size() * sizeof(int));
    cudaMalloc(&d_length, lists * sizeof(int));
    cudaMalloc(&d_out, want.size() * sizeof(uint32_t));
    cudaMemcpy(d_bytes, bytes.data(), bytes.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(d_offset, offset.data(), offset.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_where, where.data(), where.size() * sizeof(int), cudaMemcpyHostToDevice);
    postings<<<2, 96>>>(d_bytes, d_offset, lists, d_where, d_out, d_length);
    std::vector<uint32_t> out(want.size());
    std::vector<int> length(lists);
    cudaMemcpy(out.data(), d_out, out.size() * sizeof(uint32_t), cudaMemcpyDeviceToHost);
    cudaMemcpy(length.data(), d_length, lists * sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int l = 0; l < lists; l++)
        wrong += length[l] != where[l + 1] - where[l];
    for (size_t i = 0; i < want.size(); i++)
        wrong += out[i] != want[i];
    printf("%zu bytes, %zu numbers, wrong %d\n", bytes.size(), want.size(), wrong);
    cudaFree(d_bytes); cudaFree(d_offset); cudaFree(d_where); cudaFree(d_length); cudaFree(d_out);
    return wrong != 0;
}
