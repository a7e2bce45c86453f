// Lanes leave a loop one after the other; the mask of those that stay is made anew in each turn.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void collatz(const int *start, int *steps, int *company)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned mask = 0xffffffffu;
    int n = start[i], count = 0, together = 0;
    while (true) {
        const bool go = n != 1;
        mask = __ballot_sync(mask, go);
        if (!go)
            break;
        n = n & 1 ? 3 * n + 1 : n / 2;
        count++;
        const int largest = __reduce_max_sync(mask, n);
        const unsigned same = __match_any_sync(mask, n & 3);
        together += __popc(same) + (largest == n ? 100 : 0);
    }
    steps[i] = count;
    company[i] = together;
}

int main()
{
    const int n = 192;
    int *start, *steps, *company, wrong = 0, check = 0;
    cudaMallocManaged(&start, n * sizeof(int));
    cudaMallocManaged(&steps, n * sizeof(int));
    cudaMallocManaged(&company, n * sizeof(int));
    for (int i = 0; i < n; i++)
        start[i] = (i * 11) % 59 + 1;
    collatz<<<3, 64>>>(start, steps, company);
    cudaDeviceSynchronize();
    for (int w = 0; w < n; w += 32) {
        int x[32], count[32] = {}, together[32] = {};
        for (int k = 0; k < 32; k++)
            x[k] = start[w + k];
        for (bool any = true; any;) {
            any = false;
            bool on[32];
            int largest = 0;
            for (int k = 0; k < 32; k++) {
                on[k] = x[k] != 1;
                any |= on[k];
                if (on[k]) {
                    x[k] = x[k] & 1 ? 3 * x[k] + 1 : x[k] / 2;
                    count[k]++;
                    largest = x[k] > largest ? x[k] : largest;
                }
            }
            for (int k = 0; k < 32; k++)
                for (int j = 0; on[k] && j < 32; j++)
                    together[k] += (on[j] && (x[j] & 3) == (x[k] & 3)) + (j == k && x[k] == largest ? 100 : 0);
        }
        for (int k = 0; k < 32; k++) {
            wrong += steps[w + k] != count[k] || company[w + k] != together[k];
            check = (check * 31 + company[w + k]) % 1000003;
        }
    }
    printf("wrong: %d, check %d\n", wrong, check);
    cudaFree(start);
    cudaFree(steps);
    cudaFree(company);
    return wrong != 0;
}
