// Pi by three generators, and noise from the host's interface.
#include <cuda_runtime.h>
#include <curand.h>
#include <curand_kernel.h>
#include <cstdio>
#include <cstdlib>

#define CHECK_CURAND(call)                                                   \
    do {                                                                     \
        curandStatus_t status_ = (call);                                     \
        if (status_ != CURAND_STATUS_SUCCESS) {                              \
            fprintf(stderr, "cuRAND error %d in line %d\n", status_, __LINE__); \
            exit(EXIT_FAILURE);                                              \
        }                                                                    \
    } while (0)

__global__ void seed(curandState *states, unsigned long long value)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(value, i, 0, &states[i]);
}

__global__ void hits(curandState *states, unsigned int *inside, int draws)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandStateXORWOW_t local = states[i];  // another name of the one type
    unsigned int count = 0;
    for (int n = 0; n < draws; ++n) {
        float x = curand_uniform(&local), y = curand_uniform(&local);
        count += x * x + y * y <= 1.0f;
    }
    states[i] = local;
    atomicAdd(inside, count);
}

__global__ void dropout(float *values, int n, float keep, unsigned long long value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandStatePhilox4_32_10_t philox;
    curand_init(value, i, 0, &philox);
    float4 u = curand_uniform4(&philox);
    float2 noise = curand_normal2(&philox);
    if (4 * i + 3 < n) {
        values[4 * i] *= u.x < keep ? noise.x : 0.0f;
        values[4 * i + 1] *= u.y < keep ? noise.y : 0.0f;
        values[4 * i + 2] *= u.z < keep ? 1.0f : 0.0f;
        values[4 * i + 3] *= u.w < keep ? 1.0f : 0.0f;
    }
}

__global__ void sequence(curandStateSobol64_t *sobol, unsigned long long *out, int n)
{
    for (int i = 0; i < n; ++i) {
        out[i] = curand(sobol);
    }
}

__global__ void arrivals(curandStateMRG32k3a *mrg, unsigned int *out, curandDiscreteDistribution_t table)
{
    skipahead_subsequence(threadIdx.x, &mrg[threadIdx.x]);
    out[threadIdx.x] = curand_poisson(&mrg[threadIdx.x], 3.5) + curand_discrete(&mrg[threadIdx.x], table);
}

void noise(float *values, size_t n, cudaStream_t stream)
{
    curandGenerator_t generator;
    CHECK_CURAND(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10));
    CHECK_CURAND(curandSetStream(generator, stream));
    CHECK_CURAND(curandSetPseudoRandomGeneratorSeed(generator, 1234ULL));
    CHECK_CURAND(curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_DEFAULT));
    CHECK_CURAND(curandGenerateNormal(generator, values, n, 0.0f, 1.0f));
    CHECK_CURAND(curandDestroyGenerator(generator));
}

void directions(curandDirectionVectors64_t **vectors, unsigned long long **constants)
{
    CHECK_CURAND(curandGetDirectionVectors64(vectors, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6));
    CHECK_CURAND(curandGetScrambleConstants64(constants));
}

const char *name(curandStatus_t status)
{
    switch (status) {
    case CURAND_STATUS_SUCCESS: return "success";
    case CURAND_STATUS_ARCH_MISMATCH: return "architecture";
    case CURAND_STATUS_LENGTH_NOT_MULTIPLE: return "length";
    default: return "other";
    }
}

int main()
{
    curandState *states;
    unsigned int *inside;
    cudaMalloc(&states, 256 * sizeof(curandState));
    cudaMalloc(&inside, sizeof(unsigned int));
    cudaMemset(inside, 0, sizeof(unsigned int));
    seed<<<2, 128>>>(states, 42);
    hits<<<2, 128>>>(states, inside, 1000);
    cudaFree(inside);
    cudaFree(states);
    return 0;
}
