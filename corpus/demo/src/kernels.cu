#include "kernels.cuh"

#include "kmeans/cuda_check.h"
#include "kmeans/kmeans.h"
#include "reduce.cuh"

#include <cfloat>

namespace kmeans {

__constant__ float c_centroids[kMaxClusters * kDims];

template <int Block, int Dims>
__global__ void __launch_bounds__(Block)
assignKernel(const float *__restrict__ points, int count, int clusters, int *__restrict__ labels, float *sums,
             int *counts, float *inertia)
{
    // One histogram of sums a block, added to the global one at the end.
    extern __shared__ float local[];
    float *localSums = local;
    int *localCounts = reinterpret_cast<int *>(local + clusters * Dims);
    for (int k = threadIdx.x; k < clusters * (Dims + 1); k += Block)
        local[k] = 0.0f;
    __syncthreads();

    float total = 0.0f;
    for (int i = blockIdx.x * Block + threadIdx.x; i < count; i += gridDim.x * Block) {
        float p[Dims];
#pragma unroll
        for (int d = 0; d < Dims; ++d)
            p[d] = __ldg(points + i * Dims + d);

        int best = 0;
        float bestDistance = FLT_MAX;
        for (int k = 0; k < clusters; ++k) {
            float distance = 0.0f;
#pragma unroll
            for (int d = 0; d < Dims; ++d) {
                const float diff = p[d] - c_centroids[k * Dims + d];
                distance = fmaf(diff, diff, distance);
            }
            if (distance < bestDistance) {
                bestDistance = distance;
                best = k;
            }
        }
        labels[i] = best;
        total += bestDistance;
        for (int d = 0; d < Dims; ++d)
            atomicAdd(&localSums[best * Dims + d], p[d]);
        atomicAdd(&localCounts[best], 1);
    }
    __syncthreads();

    for (int k = threadIdx.x; k < clusters * Dims; k += Block)
        atomicAdd(&sums[k], localSums[k]);
    for (int k = threadIdx.x; k < clusters; k += Block)
        atomicAdd(&counts[k], localCounts[k]);

    total = blockSum<Block>(total);
    if (threadIdx.x == 0)
        atomicAdd(inertia, total);
}

void setCentroids(const float *centroids, int clusters, cudaStream_t stream)
{
    CUDA_CHECK(cudaMemcpyToSymbolAsync(c_centroids, centroids, clusters * kDims * sizeof(float), 0,
                                       cudaMemcpyHostToDevice, stream));
}

int preferredBlock()
{
    int minGrid = 0, block = 0;
    CUDA_CHECK(cudaOccupancyMaxPotentialBlockSize(&minGrid, &block, assignKernel<256, kDims>));
    return block >= 256 ? 256 : 128;
}

void assign(const float *points, int count, int clusters, int *labels, float *sums, int *counts, float *inertia,
            cudaStream_t stream)
{
    int device = 0, multiprocessors = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));

    const size_t shared = clusters * (kDims + 1) * sizeof(float);
    if (preferredBlock() == 256)
        assignKernel<256, kDims><<<4 * multiprocessors, 256, shared, stream>>>(points, count, clusters, labels, sums,
                                                                              counts, inertia);
    else
        assignKernel<128, kDims><<<8 * multiprocessors, 128, shared, stream>>>(points, count, clusters, labels, sums,
                                                                              counts, inertia);
    CUDA_CHECK_LAUNCH();
}

}  // namespace kmeans
