// CRC-32 and Adler-32 of messages, a warp to each: lanes do slices, a shuffle tree puts neighbouring slices together.
// CRC: multiplication by x^(8 len) modulo the polynomial; Adler: the sums of the right part move by the left one's.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define WARP 32
constexpr uint32_t POLY = 0xEDB88320u;
constexpr uint32_t MOD = 65521u;

__host__ __device__ inline uint32_t crc_byte(uint32_t c, uint8_t b)
{
    c ^= b;
    for (int k = 0; k < 8; k++)
        c = c & 1 ? c >> 1 ^ POLY : c >> 1;
    return c;
}

// product of reflected polynomials modulo POLY
__device__ uint32_t multmodp(uint32_t a, uint32_t b)
{
    uint32_t p = 0;
    for (uint32_t m = 1u << 31; m; m >>= 1) {
        if (a & m)
            p ^= b;
        b = b & 1 ? b >> 1 ^ POLY : b >> 1;
    }
    return p;
}

__device__ uint32_t x_to(uint32_t bits)
{
    uint32_t result = 1u << 31, power = 1u << 30; // x^0, x^1
    for (; bits; bits >>= 1) {
        if (bits & 1)
            result = multmodp(result, power);
        power = multmodp(power, power);
    }
    return result;
}

struct Part {
    uint32_t crc, a, b, len;
};

__device__ Part fetch_down(const Part &p, int delta)
{
    Part r;
    r.crc = __shfl_down_sync(0xffffffff, p.crc, delta, WARP);
    r.a = __shfl_down_sync(0xffffffff, p.a, delta, WARP);
    r.b = __shfl_down_sync(0xffffffff, p.b, delta, WARP);
    r.len = __shfl_down_sync(0xffffffff, p.len, delta, WARP);
    return r;
}

__device__ Part join(const Part &l, const Part &r)
{
    Part j;
    j.crc = multmodp(x_to(8 * r.len), l.crc) ^ r.crc;
    j.a = (l.a + r.a) % MOD;
    j.b = (l.b + r.b + (uint64_t)l.a * r.len) % MOD;
    j.len = l.len + r.len;
    return j;
}

__global__ void checksums(const uint8_t *data, const int *offset, int messages, uint32_t *crc, uint32_t *adler)
{
    const int lane = threadIdx.x % WARP;
    const int msg = blockIdx.x * (blockDim.x / WARP) + threadIdx.x / WARP;
    if (msg >= messages)
        return;
    const int begin = offset[msg], size = offset[msg + 1] - begin;
    const int slice = (size + WARP - 1) / WARP;
    const int from = min(lane * slice, size), to = min(from + slice, size);
    Part p = {0, 0, 0, (uint32_t)(to - from)};
    for (int i = from; i < to; i++) {
        const uint8_t byte = data[begin + i];
        p.crc = crc_byte(p.crc, byte);
        p.a = (p.a + byte) % MOD;
        p.b = (p.b + p.a) % MOD;
    }
    for (int d = 1; d < WARP; d *= 2) {
        const Part right = fetch_down(p, d);
        if (lane % (2 * d) == 0)
            p = join(p, right);
    }
    if (lane == 0) {
        // the usual start values, brought in at the end
        crc[msg] = ~(multmodp(x_to(8 * p.len), 0xffffffffu) ^ p.crc);
        adler[msg] = ((p.b + p.len) % MOD) << 16 | (p.a + 1) % MOD;
    }
}

int main()
{
    const int messages = 11;
    int *offset;
    uint8_t *data;
    uint32_t *crc, *adler;
    cudaMallocManaged(&offset, (messages + 1) * sizeof(int));
    offset[0] = 0;
    for (int m = 0; m < messages; m++)
        offset[m + 1] = offset[m] + (m == 4 ? 0 : m * m * 4 + 9);
    cudaMallocManaged(&data, offset[messages]);
    cudaMallocManaged(&crc, messages * sizeof(uint32_t));
    cudaMallocManaged(&adler, messages * sizeof(uint32_t));
    for (int i = 0; i < offset[messages]; i++)
        data[i] = (uint8_t)(i * 193 + (i >> 3));
    for (int i = 0; i < 9; i++)
        data[i] = (uint8_t)('1' + i); // the check word of CRC catalogues
    const int warps = 3;
    checksums<<<(messages + warps - 1) / warps, warps * WARP>>>(data, offset, messages, crc, adler);
    cudaDeviceSynchronize();
    int wrong = crc[0] != 0xCBF43926u;
    for (int m = 0; m < messages; m++) {
        uint32_t c = ~0u, a = 1, b = 0;
        for (int i = offset[m]; i < offset[m + 1]; i++) {
            c = crc_byte(c, data[i]);
            a = (a + data[i]) % MOD;
            b = (b + a) % MOD;
        }
        wrong += crc[m] != ~c;
        wrong += adler[m] != (b << 16 | a);
        printf("%d: %08x %08x\n", m, crc[m], adler[m]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(offset); cudaFree(data); cudaFree(crc); cudaFree(adler);
    return wrong != 0;
}
