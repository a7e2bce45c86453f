#ifndef PULL_CUH
#define PULL_CUH

__host__ __device__ inline float pull(float distance, float softening)
{
    float squared = distance * distance + softening;
    return 1.0f / (squared * squared * squared);
}

#endif
