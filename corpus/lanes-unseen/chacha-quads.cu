// ChaCha20 keystream with four lanes to a block: lane c of a quad holds column c of the state, the diagonal rounds
// rotate the rows by shuffles of width 4. Two-dimensional thread blocks, x = column, y = block.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

namespace chacha {

__host__ __device__ constexpr uint32_t rotl(uint32_t x, int n) { return x << n | x >> (32 - n); }

__host__ __device__ inline void quarter(uint32_t &a, uint32_t &b, uint32_t &c, uint32_t &d)
{
    a += b; d = rotl(d ^ a, 16);
    c += d; b = rotl(b ^ c, 12);
    a += b; d = rotl(d ^ a, 8);
    c += d; b = rotl(b ^ c, 7);
}

struct Column {
    uint32_t a, b, c, d;
    unsigned quad; // mask of the four lanes

    __device__ uint32_t turn(uint32_t v, int by) const
    {
        return __shfl_sync(quad, v, (threadIdx.x + by) & 3, 4);
    }
    __device__ void double_round()
    {
        quarter(a, b, c, d);
        b = turn(b, 1);
        c = turn(c, 2);
        d = turn(d, 3);
        quarter(a, b, c, d);
        b = turn(b, 3);
        c = turn(c, 2);
        d = turn(d, 1);
    }
};

__global__ void keystream(const uint32_t *key, const uint32_t *nonce, uint32_t counter, uint32_t *out, int blocks)
{
    const uint32_t sigma[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    const int col = threadIdx.x, block = blockIdx.x * blockDim.y + threadIdx.y;
    if (block >= blocks)
        return; // whole quads leave
    const int linear = threadIdx.y * blockDim.x + threadIdx.x;
    Column s;
    s.quad = 0xfu << (linear & 31 & ~3);
    s.a = sigma[col];
    s.b = key[col];
    s.c = key[4 + col];
    s.d = col ? nonce[col - 1] : counter + block;
    const Column start = s;
    for (int r = 0; r < 10; r++)
        s.double_round();
    uint32_t *o = out + 16 * block;
    o[col] = s.a + start.a;
    o[4 + col] = s.b + start.b;
    o[8 + col] = s.c + start.c;
    o[12 + col] = s.d + start.d;
}

void reference(const uint32_t *key, const uint32_t *nonce, uint32_t counter, uint32_t *o)
{
    uint32_t s[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    memcpy(s + 4, key, 32);
    s[12] = counter;
    memcpy(s + 13, nonce, 12);
    memcpy(o, s, 64);
    for (int r = 0; r < 10; r++) {
        for (int i = 0; i < 4; i++)
            quarter(s[i], s[4 + i], s[8 + i], s[12 + i]);
        for (int i = 0; i < 4; i++)
            quarter(s[i], s[4 + (i + 1) % 4], s[8 + (i + 2) % 4], s[12 + (i + 3) % 4]);
    }
    for (int i = 0; i < 16; i++)
        o[i] += s[i];
}

} // namespace chacha

int main()
{
    const int blocks = 27;
    uint32_t *key, *nonce, *out;
    cudaMallocManaged(&key, 8 * 4);
    cudaMallocManaged(&nonce, 3 * 4);
    cudaMallocManaged(&out, blocks * 64);
    for (uint32_t i = 0; i < 8; i++)
        key[i] = 0x03020100u + 0x04040404u * i;
    nonce[0] = 0x09000000;
    nonce[1] = 0x4a000000;
    nonce[2] = 0;
    chacha::keystream<<<2, dim3(4, 15)>>>(key, nonce, 1, out, blocks); // 60 threads
    cudaDeviceSynchronize();
    int wrong = out[0] != 0xe4e7f110u; // RFC 8439, 2.3.2
    for (int b = 0; b < blocks; b++) {
        uint32_t want[16];
        chacha::reference(key, nonce, 1 + b, want);
        for (int i = 0; i < 16; i++)
            wrong += want[i] != out[16 * b + i];
        if (b % 9 == 0)
            printf("block %d: %08x %08x ... %08x\n", b, out[16 * b], out[16 * b + 1], out[16 * b + 15]);
    }
    printf("wrong words: %d\n", wrong);
    cudaFree(key);
    cudaFree(nonce);
    cudaFree(out);
    return wrong != 0;
}
