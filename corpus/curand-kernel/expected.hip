// Pi by three generators, and noise from the host's interface.
#include <hip/hip_runtime.h>
#include <hiprand/hiprand.h>
#include <hiprand/hiprand_kernel.h>
#include <cstdio>
#include <cstdlib>

#define CHECK_CURAND(call)                                                   \
    do {                                                                     \
        hiprandStatus_t status_ = (call);                                     \
        if (status_ != HIPRAND_STATUS_SUCCESS) {                              \
            fprintf(stderr, "cuRAND error %d in line %d\n", status_, __LINE__); \
            exit(EXIT_FAILURE);                                              \
        }                                                                    \
    } while (0)

__global__ void seed(hiprandState *states, unsigned long long value)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    hiprand_init(value, i, 0, &states[i]);
}

__global__ void hits(hiprandState *states, unsigned int *inside, int draws)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    hiprandState_t local = states[i];  // another name of the one type
    unsigned int count = 0;
    for (int n = 0; n < draws; ++n) {
        float x = hiprand_uniform(&local), y = hiprand_uniform(&local);
        count += x * x + y * y <= 1.0f;
    }
    states[i] = local;
    atomicAdd(inside, count);
}

__global__ void dropout(float *values, int n, float keep, unsigned long long value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    hiprandStatePhilox4_32_10_t philox;
    hiprand_init(value, i, 0, &philox);
    float4 u = hiprand_uniform4(&philox);
    float2 noise = hiprand_normal2(&philox);
    if (4 * i + 3 < n) {
        values[4 * i] *= u.x < keep ? noise.x : 0.0f;
        values[4 * i + 1] *= u.y < keep ? noise.y : 0.0f;
        values[4 * i + 2] *= u.z < keep ? 1.0f : 0.0f;
        values[4 * i + 3] *= u.w < keep ? 1.0f : 0.0f;
    }
}

__global__ void sequence(hiprandStateSobol64_t *sobol, unsigned long long *out, int n)
{
    for (int i = 0; i < n; ++i) {
        out[i] = hiprand_long_long(sobol);
    }
}

__global__ void arrivals(hiprandStateMRG32k3a *mrg, unsigned int *out, hiprandDiscreteDistribution_t table)
{
    skipahead_subsequence(threadIdx.x, &mrg[threadIdx.x]);
    out[threadIdx.x] = hiprand_poisson(&mrg[threadIdx.x], 3.5) + hiprand_discrete(&mrg[threadIdx.x], table);
}

void noise(float *values, size_t n, hipStream_t stream)
{
    hiprandGenerator_t generator;
    CHECK_CURAND(hiprandCreateGenerator(&generator, HIPRAND_RNG_PSEUDO_PHILOX4_32_10));
    CHECK_CURAND(hiprandSetStream(generator, stream));
    CHECK_CURAND(hiprandSetPseudoRandomGeneratorSeed(generator, 1234ULL));
    CHECK_CURAND(hiprandSetGeneratorOrdering(generator, HIPRAND_ORDERING_PSEUDO_DEFAULT));
    CHECK_CURAND(hiprandGenerateNormal(generator, values, n, 0.0f, 1.0f));
    CHECK_CURAND(hiprandDestroyGenerator(generator));
}

void directions(hiprandDirectionVectors64_t **vectors, unsigned long long **constants)
{
    CHECK_CURAND(hiprandGetDirectionVectors64(vectors, HIPRAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6));
    CHECK_CURAND(hiprandGetScrambleConstants64((const unsigned long long **)(constants)));
}

const char *name(hiprandStatus_t status)
{
    switch (status) {
    case HIPRAND_STATUS_SUCCESS: return "success";
    case HIPRAND_STATUS_ARCH_MISMATCH: return "architecture";
    case HIPRAND_STATUS_LENGTH_NOT_MULTIPLE: return "length";
    default: return "other";
    }
}

int main()
{
    hiprandState *states;
    unsigned int *inside;
    hipMalloc(&states, 256 * sizeof(hiprandState));
    hipMalloc(&inside, sizeof(unsigned int));
    hipMemset(inside, 0, sizeof(unsigned int));
    seed<<<2, 128>>>(states, 42);
    hits<<<2, 128>>>(states, inside, 1000);
    hipFree(inside);
    hipFree(states);
    return 0;
}
