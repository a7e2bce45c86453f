// String search: a warp tests 32 places at once and stops at the first match.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void findFirst(const char *text, int length, const char *words, const int *wordStart, int *where)
{
    const int word = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    const char *pattern = words + wordStart[word];
    const int size = wordStart[word + 1] - wordStart[word];
    int result = -1;
    for (int base = 0; base + size <= length; base += 32) {
        int at = base + lane;
        bool match = at + size <= length;
        for (int k = 0; match && k < size; k++)
            match = text[at + k] == pattern[k];
        unsigned hits = __ballot_sync(0xffffffffu, match);
        if (hits) {
            result = base + __ffs(hits) - 1;
            break;
        }
    }
    if (lane == 0)
        where[word] = result;
}

int main()
{
    static char text[1200];
    unsigned seed = 5;
    for (int i = 0; i < 1199; i++) {
        seed = seed * 1664525u + 1013904223u;
        text[i] = 'a' + (seed >> 28) % 5;
    }
    const char *patterns[] = {"abc", "eeee", "badd", "cacac", "dddda", "a", "zz", "ebbca"};
    const int count = 8;
    char words[64] = "";
    int starts[count + 1] = {0}, found[count], wrong = 0;
    for (int w = 0; w < count; w++) {
        strcat(words, patterns[w]);
        starts[w + 1] = starts[w] + (int)strlen(patterns[w]);
    }
    char *t, *p;
    int *s, *out;
    cudaMalloc(&t, sizeof(text));
    cudaMalloc(&p, sizeof(words));
    cudaMalloc(&s, sizeof(starts));
    cudaMalloc(&out, sizeof(found));
    cudaMemcpy(t, text, sizeof(text), cudaMemcpyHostToDevice);
    cudaMemcpy(p, words, sizeof(words), cudaMemcpyHostToDevice);
    cudaMemcpy(s, starts, sizeof(starts), cudaMemcpyHostToDevice);
    findFirst<<<2, count / 2 * 32>>>(t, 1199, p, s, out);
    cudaMemcpy(found, out, sizeof(found), cudaMemcpyDeviceToHost);
    for (int w = 0; w < count; w++) {
        const char *first = strstr(text, patterns[w]);
        int expected = first ? (int)(first - text) : -1;
        wrong += found[w] != expected;
        printf("%s: %d\n", patterns[w], found[w]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(t);
    cudaFree(p);
    cudaFree(s);
    cudaFree(out);
    return wrong != 0;
}
