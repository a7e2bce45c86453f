// A finite automaton run in parallel: a character is a function of 8 states packed in nibbles of a word, a warp
// composes them by a scan; warps hand their functions on through shared memory. Comment stripping of C-like text.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
#include <cuda_runtime.h>

enum State : unsigned { CODE, SLASH, LINE, BLOCK, STAR, STRING, ESCAPE, STATES };

__host__ __device__ inline unsigned step(unsigned s, char c)
{
    switch (s) {
    case CODE: return c == '/' ? SLASH : c == '"' ? STRING : CODE;
    case SLASH: return c == '/' ? LINE : c == '*' ? BLOCK : c == '"' ? STRING : CODE;
    case LINE: return c == '\n' ? CODE : LINE;
    case BLOCK: return c == '*' ? STAR : BLOCK;
    case STAR: return c == '/' ? CODE : c == '*' ? STAR : BLOCK;
    case STRING: return c == '\\' ? ESCAPE : c == '"' ? CODE : STRING;
    default: return STRING;
    }
}

class Transition {
    uint32_t f_;

public:
    __device__ explicit Transition(uint32_t f = 0x76543210u) : f_(f) {}
    __device__ static Transition of(char c)
    {
        uint32_t f = 0;
        for (unsigned s = 0; s < STATES; s++)
            f |= step(s, c) << 4 * s;
        return Transition(f);
    }
    __device__ unsigned operator()(unsigned s) const { return f_ >> 4 * s & 15u; }
    // first *this, then g
    __device__ Transition then(Transition g) const
    {
        uint32_t f = 0;
        for (unsigned s = 0; s < 8; s++)
            f |= g((*this)(s)) << 4 * s;
        return Transition(f);
    }
    __device__ uint32_t word() const { return f_; }
};

template <int Warps>
__global__ __launch_bounds__(Warps * 32) void classify(const char *text, int n, uint8_t *state)
{
    __shared__ uint32_t totals[Warps];
    __shared__ unsigned carry;
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (threadIdx.x == 0)
        carry = CODE;
    __syncthreads();
    for (int first = 0; first < n; first += Warps * 32) {
        const int i = first + threadIdx.x;
        Transition mine = i < n ? Transition::of(text[i]) : Transition();
#pragma unroll
        for (int d = 1; d < 32; d <<= 1) {
            const Transition below(__shfl_up_sync(~0u, mine.word(), d));
            if (lane >= d)
                mine = below.then(mine);
        }
        if (lane == 31)
            totals[warp] = mine.word();
        __syncthreads();
        unsigned s = carry;
        for (unsigned w = 0; w < warp; w++)
            s = Transition(totals[w])(s);
        if (i < n)
            state[i] = (uint8_t)mine(s);
        __syncthreads();
        if (threadIdx.x == Warps * 32 - 1)
            carry = mine(s);
        __syncthreads();
    }
}

int main()
{
    std::string text;
    const char *pieces[] = {"int a = b / c; ", "// a \"line\" of /* nothing\n", "char *s = \"a // b \\\" /* c\";\n",
                            "/* block ** // \" \n */", "x = y;\n", "/***/"};
    for (unsigned i = 0, r = 3; text.size() < 900; i++, r = r * 75 + 74)
        text += pieces[(r >> 3) % 6];
    const int n = (int)text.size();
    char *d_text;
    uint8_t *d_state;
    cudaMalloc(&d_text, n);
    cudaMalloc(&d_state, n);
    cudaMemcpy(d_text, text.data(), n, cudaMemcpyHostToDevice);
    std::vector<uint8_t> got(n);
    int wrong = 0;
    for (int run = 0; run < 2; run++) {
        cudaMemset(d_state, 0xff, n);
        if (run)
            classify<5><<<1, 160>>>(d_text, n, d_state);
        else
            classify<2><<<1, 64>>>(d_text, n, d_state);
        cudaMemcpy(got.data(), d_state, n, cudaMemcpyDeviceToHost);
        unsigned s = CODE;
        int counts[STATES] = {};
        for (int i = 0; i < n; i++) {
            s = step(s, text[i]);
            wrong += s != got[i];
            counts[got[i] % STATES]++;
        }
        for (int c : counts)
            printf("%d ", c);
        printf("\n");
    }
    printf("%d characters, %d wrong\n", n, wrong);
    cudaFree(d_text);
    cudaFree(d_state);
    return wrong != 0;
}
