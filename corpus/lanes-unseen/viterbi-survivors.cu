// Viterbi decoding of a convolutional code (K = 6, rate 1/2): 32 states, one to a lane, path metrics are exchanged by
// shuffles, the decisions of a step are one ballot word in global memory. The host walks back through the words.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define STATES 32
#define G0 053
#define G1 075

static inline int parity(unsigned v) { return __builtin_popcount(v) & 1; }

// soft inputs: pairs of signed values, positive means a one
__global__ void viterbi(const int *soft, int steps, unsigned *decisions, int *final_state, int frames)
{
    const int state = threadIdx.x & (STATES - 1);
    const int frame = (blockIdx.x * blockDim.x + threadIdx.x) / STATES;
    if (frame >= frames)
        return;
    soft += frame * steps * 2;
    decisions += frame * steps;
    // the register after a step is (input << 5 | old state); the new state is its upper five bits
    const unsigned reg0 = state << 1, reg1 = reg0 | 1;
    const int b00 = __popc(reg0 & G0) & 1, b01 = __popc(reg0 & G1) & 1;
    const int b10 = __popc(reg1 & G0) & 1, b11 = __popc(reg1 & G1) & 1;
    int metric = state == 0 ? 0 : -10000;
    int x = 0, y = 0;
    for (int t = 0; t < steps; t++) {
        if (t % STATES == 0 && t + state < steps) { // the next 32 pairs, a lane each
            x = soft[2 * (t + state)];
            y = soft[2 * (t + state) + 1];
        }
        const int sx = __shfl_sync(0xffffffff, x, t % STATES), sy = __shfl_sync(0xffffffff, y, t % STATES);
        const int m0 = __shfl_sync(0xffffffff, metric, reg0 & (STATES - 1)) + (b00 ? sx : -sx) + (b01 ? sy : -sy);
        const int m1 = __shfl_sync(0xffffffff, metric, reg1 & (STATES - 1)) + (b10 ? sx : -sx) + (b11 ? sy : -sy);
        const bool odd = m1 > m0;
        const unsigned word = __ballot_sync(0xffffffff, odd);
        if (state == t % STATES)
            decisions[t] = word;
        metric = odd ? m1 : m0;
    }
    int best = metric, who = state;
    for (int d = STATES / 2; d; d >>= 1) {
        const int om = __shfl_xor_sync(0xffffffff, best, d), ow = __shfl_xor_sync(0xffffffff, who, d);
        if (om > best || (om == best && ow < who)) {
            best = om;
            who = ow;
        }
    }
    if (state == 0)
        final_state[frame] = who;
}

int main()
{
    const int frames = 5, steps = 100;
    int *soft, *final_state;
    unsigned *decisions;
    cudaMallocManaged(&soft, frames * steps * 2 * sizeof(int));
    cudaMallocManaged(&decisions, frames * steps * sizeof(unsigned));
    cudaMallocManaged(&final_state, frames * sizeof(int));
    std::vector<int> sent(frames * steps);
    unsigned r = 17;
    int flipped = 0;
    for (int f = 0; f < frames; f++) {
        unsigned state = 0;
        for (int t = 0; t < steps; t++) {
            r = r * 1103515245u + 12345u;
            const int bit = sent[f * steps + t] = t < steps - 5 ? r >> 18 & 1 : 0;
            const unsigned reg = bit << 5 | state;
            for (int k = 0; k < 2; k++) {
                int v = parity(reg & (k ? G1 : G0)) ? 6 : -6;
                r = r * 1103515245u + 12345u;
                if ((r >> 16) % 100 < 5) { // a wrong, but weak one
                    v = v > 0 ? -3 : 3;
                    flipped++;
                }
                soft[(f * steps + t) * 2 + k] = v + (int)(r >> 25) % 3 - 1;
            }
            state = reg >> 1;
        }
    }
    viterbi<<<2, 96>>>(soft, steps, decisions, final_state, frames);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int f = 0; f < frames; f++) {
        // the host's own forward pass
        std::vector<int> m(STATES, -10000), n(STATES);
        m[0] = 0;
        for (int t = 0; t < steps; t++) {
            unsigned word = 0;
            for (int s = 0; s < STATES; s++) {
                int c[2];
                for (int k = 0; k < 2; k++) {
                    const unsigned reg = s << 1 | k;
                    c[k] = m[reg % STATES];
                    for (int j = 0; j < 2; j++)
                        c[k] += soft[(f * steps + t) * 2 + j] * (parity(reg & (j ? G1 : G0)) ? 1 : -1);
                }
                word |= (unsigned)(c[1] > c[0]) << s;
                n[s] = c[1] > c[0] ? c[1] : c[0];
            }
            m = n;
            wrong += word != decisions[f * steps + t];
        }
        unsigned state = final_state[f];
        int errors = 0;
        for (int t = steps - 1; t >= 0; t--) {
            errors += (int)(state >> 4) != sent[f * steps + t];
            state = (state << 1 | (decisions[f * steps + t] >> state & 1)) & (STATES - 1);
        }
        printf("frame %d: ends in %d, %d bit errors\n", f, final_state[f], errors);
        wrong += errors != 0;
    }
    printf("%d symbols were wrong on the way, wrong %d\n", flipped, wrong);
    cudaFree(soft); cudaFree(decisions); cudaFree(final_state);
    return wrong != 0;
}
