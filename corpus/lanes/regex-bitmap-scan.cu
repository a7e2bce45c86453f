// Matches of 'k' digits+ ';' with bitmaps of 32 characters: ballots make them, a carry takes runs over to the next word.
#include <cstdio>
#include <cuda_runtime.h>

__device__ bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

__global__ void matches(const char *text, int length, int *ends, int *count)
{
    const unsigned full = 0xffffffff;
    const int lane = threadIdx.x;
    unsigned carryKey = 0, carryRun = 0;
    int total = 0;
    for (int base = 0; base < length; base += 32) {
        const char c = base + lane < length ? text[base + lane] : '\n';
        const unsigned keys = __ballot_sync(full, c == 'k');
        const unsigned digits = __ballot_sync(full, isDigit(c));
        const unsigned ending = __ballot_sync(full, c == ';');
        // digits that follow a key, and all digits that follow those: an addition carries along a run
        const unsigned starts = (keys << 1 | carryKey) & digits;
        const unsigned seeds = starts | (carryRun & digits);
        unsigned inRun = 0;
        for (unsigned left = seeds; left;) {
            const unsigned low = left & -left;
            inRun |= (digits ^ (digits + low)) & digits & ~(low - 1);
            left &= ~inRun;
        }
        const unsigned found = (inRun << 1 | carryRun) & ending;
        if (found >> lane & 1u)
            ends[total + __popc(found & ((1u << lane) - 1u))] = base + lane;
        total += __popc(found);
        carryKey = keys >> 31;
        carryRun = inRun >> 31;
    }
    if (lane == 0)
        *count = total;
}

int main()
{
    const int length = 1000;
    char *text;
    int *ends, *count, wrong = 0, n = 0;
    cudaMallocManaged(&text, length);
    cudaMallocManaged(&ends, length * sizeof(int));
    cudaMallocManaged(&count, sizeof(int));
    for (int i = 0; i < length; i++)
        text[i] = "k12;5k3;90ab4k77777;"[(i + i / 23 + i / 150 * 3) % 20];
    for (int i = 300; i < 380; i++)
        text[i] = i == 300 ? 'k' : i == 379 ? ';' : '8';
    matches<<<1, 32>>>(text, length, ends, count);
    cudaDeviceSynchronize();
    unsigned check = 0;
    for (int i = 0; i < length; i++) {
        int k = i - 1;
        while (k >= 0 && text[k] >= '0' && text[k] <= '9')
            k--;
        if (text[i] == ';' && k < i - 1 && k >= 0 && text[k] == 'k') {
            wrong += n >= *count || ends[n] != i;
            check = check * 31 + ends[n++];
        }
    }
    wrong += n != *count;
    printf("%d matches, wrong: %d, check %u\n", *count, wrong, check);
    cudaFree(text);
    cudaFree(ends);
    cudaFree(count);
    return wrong != 0;
}
