// Do all lanes of a group have the same value? __match_all_sync for whole warps and for the lanes of a ballot.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void uniform(const int *in, int *same, int *errors)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int all = 0, ofThese = 0;
    __match_all_sync(0xffffffffu, in[i] / 1000, &all);
    const unsigned odd = __ballot_sync(0xffffffffu, in[i] & 1);
    if (in[i] & 1) {
        const unsigned found = __match_all_sync(odd, in[i] % 1000, &ofThese);
        if ((found != 0) != (ofThese != 0) || (ofThese && found != odd))
            atomicAdd(errors, 1);
    }
    same[i] = all * 2 + ofThese;
}

int main()
{
    const int n = 512;
    int *in, *same, *errors, wrong = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&same, n * sizeof(int));
    cudaMallocManaged(&errors, sizeof(int));
    *errors = 0;
    // by 128: all alike in both; odd ones alike; thousands alike; nothing alike
    for (int i = 0; i < n; i++) {
        const int part = i / 128, odd = i % 3 == 0;
        const int thousand = part == 0 || part == 2 ? 1 : i % 2;
        const int rest = part < 2 ? 7 : i % 100 * 2 + 1;
        in[i] = thousand * 1000 + (odd ? rest : rest + 1);
    }
    uniform<<<2, 256>>>(in, same, errors);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        const int part = i / 128, odd = i % 3 == 0;
        wrong += same[i] != (part == 0 || part == 2 ? 2 : 0) + (odd && part < 2 ? 1 : 0);
    }
    printf("errors %d, wrong: %d\n", *errors, wrong);
    return wrong != 0 || *errors != 0;
}
