// LZ4-like blocks, one warp per block: tokens are parsed by all lanes alike, extended lengths are found by a ballot over
// the next 32 bytes, copies are shared by the lanes (overlapping ones repeat their period).
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
#include <cuda_runtime.h>

using byte = unsigned char;

namespace lz {

constexpr int WarpSize = 32;
constexpr int MinMatch = 4;

class WarpDecoder {
    const byte *src_, *end_;
    byte *dst_;
    int pos_ = 0;
    const int lid_;

    // adds up bytes of 255 and the one behind them
    __device__ int extended()
    {
        int total = 0;
        while (true) {
            const int b = src_ + lid_ < end_ ? src_[lid_] : 0;
            const unsigned stops = __ballot_sync(0xffffffffu, b != 255);
            if (stops == 0) {
                total += 255 * WarpSize;
                src_ += WarpSize;
                continue;
            }
            const int n = __ffs(stops) - 1;
            total += 255 * n + __shfl_sync(0xffffffffu, b, n);
            src_ += n + 1;
            return total;
        }
    }

    __device__ void literals(int n)
    {
        for (int i = lid_; i < n; i += WarpSize)
            dst_[pos_ + i] = src_[i];
        src_ += n;
        pos_ += n;
    }

    __device__ void match(int distance, int n)
    {
        __syncwarp(); // what is copied may just have been written
        const byte *from = dst_ + pos_ - distance;
        if (distance >= n)
            for (int i = lid_; i < n; i += WarpSize)
                dst_[pos_ + i] = from[i];
        else
            for (int i = lid_; i < n; i += WarpSize)
                dst_[pos_ + i] = from[i % distance];
        pos_ += n;
        __syncwarp();
    }

public:
    __device__ WarpDecoder(const byte *src, int size, byte *dst, int lid) : src_(src), end_(src + size), dst_(dst), lid_(lid) {}

    __device__ int operator()()
    {
        while (src_ < end_) {
            const int token = *src_++;
            int n = token >> 4;
            if (n == 15)
                n += extended();
            literals(n);
            if (src_ >= end_)
                break;
            const int distance = src_[0] | src_[1] << 8;
            src_ += 2;
            n = token & 15;
            if (n == 15)
                n += extended();
            match(distance, n + MinMatch);
        }
        return pos_;
    }
};

__global__ void decode(const byte *in, const int *begin, byte *out, int room, int *size)
{
    const int chunk = blockIdx.x * blockDim.y + threadIdx.y;
    WarpDecoder decoder(in + begin[chunk], begin[chunk + 1] - begin[chunk], out + chunk * room, threadIdx.x);
    const int n = decoder();
    if (threadIdx.x == 0)
        size[chunk] = n;
}

} // namespace lz

static void length(std::string &s, int n)
{
    for (; n >= 255; n -= 255)
        s += (char)255;
    s += (char)n;
}

static void sequence(std::string &packed, std::string &plain, const std::string &lit, int distance, int match)
{
    const int l = (int)lit.size(), m = match - lz::MinMatch;
    packed += (char)((l < 15 ? l : 15) << 4 | (match ? (m < 15 ? m : 15) : 0));
    if (l >= 15) length(packed, l - 15);
    packed += lit;
    plain += lit;
    if (!match) return;
    packed += (char)(distance & 255), packed += (char)(distance >> 8);
    if (m >= 15) length(packed, m - 15);
    for (int i = 0; i < match; i++) plain += plain[plain.size() - distance];
}

int main()
{
    const int chunks = 6, room = 12000;
    std::vector<std::string> plain(chunks);
    std::string packed;
    std::vector<int> begin(1, 0);
    for (int c = 0; c < chunks; c++) {
        for (int k = 0; k < 25; k++) {
            std::string lit;
            for (int i = 0; i < (k == 9 ? 700 : 1 + (k * c + k) % 21); i++) lit += (char)('A' + (i * i + k + c) % 50);
            const int have = (int)(plain[c].size() + lit.size());
            sequence(packed, plain[c], lit, 1 + (k * k * 11 + c) % (have < 300 ? have : 300), k == 4 + c ? 8500 : 4 + k * 13 % 90);
        }
        sequence(packed, plain[c], "the end", 0, 0);
        begin.push_back((int)packed.size());
    }
    byte *in, *out;
    int *from, *size;
    cudaMallocManaged(&in, packed.size());
    cudaMallocManaged(&out, chunks * room);
    cudaMallocManaged(&from, (chunks + 1) * sizeof(int));
    cudaMallocManaged(&size, chunks * sizeof(int));
    memcpy(in, packed.data(), packed.size());
    memcpy(from, begin.data(), (chunks + 1) * sizeof(int));
    lz::decode<<<chunks / 2, dim3(lz::WarpSize, 2)>>>(in, from, out, room, size);
    cudaDeviceSynchronize();
    int wrong = 0, total = 0;
    for (int c = 0; c < chunks; c++) {
        wrong += size[c] != (int)plain[c].size() || memcmp(out + c * room, plain[c].data(), plain[c].size());
        total += size[c];
    }
    printf("%zu bytes -> %d, wrong chunks %d\n", packed.size(), total, wrong);
    cudaFree(in); cudaFree(out); cudaFree(from); cudaFree(size);
    return wrong != 0;
}
