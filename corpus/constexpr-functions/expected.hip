#include <hip/hip_runtime.h>
#include <cstdint>

constexpr int log2Of(unsigned n) { return n <= 1 ? 0 : 1 + log2Of(n / 2); }
constexpr bool isPowerOfTwo(unsigned n) { return n && !(n & (n - 1)); }

struct Crc32 {
    std::uint32_t table[256];
    __host__ __device__ constexpr Crc32() : table{}
    {
        for (std::uint32_t i = 0; i < 256; ++i) {
            std::uint32_t c = i;
            for (int k = 0; k < 8; ++k)
                c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
            table[i] = c;
        }
    }
};

__constant__ Crc32 c_crc = Crc32();

template <int Radix> struct Digits {
    static_assert(isPowerOfTwo(Radix), "radix must be a power of two");
    static constexpr int bits = log2Of(Radix);
    static constexpr int passes = (32 + bits - 1) / bits;
    __device__ static constexpr unsigned of(unsigned key, int pass) { return key >> (pass * bits) & (Radix - 1); }
};

template <int Radix, bool Signed>
__global__ void countDigits(const unsigned *keys, unsigned *counts, int pass, int n)
{
    __shared__ unsigned local[Radix];
    for (int d = threadIdx.x; d < Radix; d += blockDim.x)
        local[d] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned key = keys[i];
        if constexpr (Signed)
            key ^= 0x80000000u;
        atomicAdd(&local[Digits<Radix>::of(key, pass)], 1u);
    }
    __syncthreads();
    for (int d = threadIdx.x; d < Radix; d += blockDim.x)
        counts[d * gridDim.x + blockIdx.x] = local[d];
}

__global__ void checksum(const unsigned char *text, unsigned *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicXor(out, c_crc.table[text[i]]);
}

hipError_t count(const unsigned *keys, unsigned *counts, int n, hipStream_t stream)
{
    for (int pass = 0; pass < Digits<256>::passes; ++pass)
        countDigits<(1 << 8), true><<<64, (1 << 8), 0, stream>>>(keys, counts, pass, n);
    checksum<<<(n + 127) / 128, 128, 0, stream>>>(reinterpret_cast<const unsigned char *>(keys), counts, n);
    return hipGetLastError();
}
