// A warp-held window of a bit stream, as in inflate decoders: 32 words live in the lanes' registers, every lane asks
// for bits by shuffles; the window slides when half of it is used up. Decodes LZ77-like tokens of literals and copies.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>
#include <cuda_runtime.h>

namespace {

class BitWindow {
    const uint32_t *next_;
    uint32_t word_; // word number `lane` of the window
    int pos_ = 0;   // bits used of the window; the same in all lanes

    static constexpr unsigned kAll = 0xffffffffu;
    __device__ static int lane() { return threadIdx.x % 32; }

public:
    __device__ explicit BitWindow(const uint32_t *in) : next_(in + 32), word_(in[lane()]) {}

    __device__ uint32_t peek(int n) const
    {
        const uint32_t lo = __shfl_sync(kAll, word_, pos_ / 32);
        const uint32_t hi = __shfl_sync(kAll, word_, pos_ / 32 + 1);
        return __funnelshift_r(lo, hi, pos_ % 32) & ((1u << n) - 1);
    }
    __device__ void skip(int n)
    {
        pos_ += n;
        if (pos_ >= 16 * 32) {
            // the upper half moves down, sixteen lanes load
            const uint32_t moved = __shfl_down_sync(kAll, word_, 16);
            word_ = lane() < 16 ? moved : next_[lane() - 16];
            next_ += 16;
            pos_ -= 16 * 32;
        }
    }
    __device__ uint32_t get(int n)
    {
        const uint32_t v = peek(n);
        skip(n);
        return v;
    }
    __device__ uint32_t unary()
    {
        const uint32_t v = __ffs(~peek(24)) - 1;
        skip(v + 1);
        return v;
    }
};

// token: 0 -> unary length - 1, then bytes; 1 -> 9 bits distance, 5 bits length - 3; length 34 ends
__global__ void inflate(const uint32_t *streams, int words, char *out, int *sizes, int room)
{
    const int id = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x & 31;
    BitWindow in(streams + id * words);
    volatile char *o = out + id * room;
    int at = 0;
    for (;;) {
        if (in.get(1) == 0) {
            for (int n = in.unary() + 1; n > 0; n--, at++) {
                const char c = (char)in.get(8);
                if (lane == 0)
                    o[at] = c;
            }
        } else {
            const int distance = in.get(9), length = in.get(5) + 3;
            if (length == 34)
                break;
            __syncwarp();
            char c[2] = {0, 0};
            for (int k = lane, i = 0; k < length; k += 32, i++)
                c[i] = o[at - distance + k % distance];
            __syncwarp();
            for (int k = lane, i = 0; k < length; k += 32, i++)
                o[at + k] = c[i];
            at += length;
        }
        __syncwarp();
    }
    if (lane == 0)
        sizes[id] = at;
}

struct Writer {
    std::vector<uint32_t> words;
    int bits = 0;
    void put(uint32_t v, int n)
    {
        for (int i = 0; i < n; i++, bits++) {
            if (bits % 32 == 0)
                words.push_back(0);
            words.back() |= (v >> i & 1) << bits % 32;
        }
    }
    void literals(const std::string &s)
    {
        put(0, 1);
        put((1u << (s.size() - 1)) - 1, (int)s.size());
        for (unsigned char c : s)
            put(c, 8);
    }
};

} // namespace

int main()
{
    const int streams = 4, words = 256, room = 2048;
    uint32_t *in;
    char *out;
    int *sizes;
    cudaMallocManaged(&in, streams * words * sizeof(uint32_t));
    cudaMallocManaged(&out, streams * room);
    cudaMallocManaged(&sizes, streams * sizeof(int));
    std::vector<std::string> want(streams);
    for (int s = 0; s < streams; s++) {
        Writer w;
        for (unsigned k = 0, r = s + 1; k < 60u + 30 * s && want[s].size() < 1900; k++) {
            r = r * 1103515245u + 12345u;
            if (k == 0 || (r >> 20) % 3 == 0) {
                std::string t;
                for (unsigned i = 0; i <= (r >> 8) % 11; i++)
                    t += (char)('a' + (r >> (i + 3)) % 26);
                w.literals(t);
                want[s] += t;
            } else {
                const int d = 1 + (r >> 9) % std::min<size_t>(want[s].size(), 511), n = 3 + (r >> 19) % 31;
                w.put(1, 1);
                w.put(d, 9);
                w.put(n - 3, 5);
                for (int i = 0; i < n; i++)
                    want[s] += want[s][want[s].size() - d];
            }
        }
        w.put(1, 1);
        w.put(1 | 31 << 9, 14);
        w.words.resize(words);
        std::copy(w.words.begin(), w.words.end(), in + s * words);
    }
    inflate<<<2, 64>>>(in, words, out, sizes, room);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int s = 0; s < streams; s++) {
        const std::string got(out + s * room, sizes[s]);
        wrong += got != want[s];
        printf("%d: %d characters, %.24s\n", s, sizes[s], got.c_str());
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in); cudaFree(out); cudaFree(sizes);
    return wrong != 0;
}
