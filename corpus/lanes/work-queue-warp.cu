// Warps take rows from a queue: lane 0 counts up, a shuffle tells the others.
#include <cstdio>
#include <cuda_runtime.h>

#define WARP_SIZE 32

__device__ int nextJob(int *head)
{
    int job;
    if ((threadIdx.x & (WARP_SIZE - 1)) == 0)
        job = atomicAdd(head, 1);
    return __shfl_sync(0xffffffff, job, 0);
}

__global__ void worker(int *head, const int *ptr, const int *items, int *result, int jobs)
{
    const int lane = threadIdx.x & (WARP_SIZE - 1);
    for (int job; (job = nextJob(head)) < jobs;) {
        int best = -1;
        for (int k = ptr[job] + lane; k < ptr[job + 1]; k += WARP_SIZE)
            best = max(best, items[k]);
        best = __reduce_max_sync(0xffffffff, best);
        if (lane == 0)
            result[job] += best;
    }
}

int main()
{
    const int jobs = 45;
    int *head, *ptr, *items, *result, wrong = 0, total = 0;
    cudaMallocManaged(&head, sizeof(int));
    cudaMallocManaged(&ptr, (jobs + 1) * sizeof(int));
    cudaMallocManaged(&items, jobs * 90 * sizeof(int));
    cudaMallocManaged(&result, jobs * sizeof(int));
    *head = 0;
    for (int j = 0; j < jobs; j++) {
        ptr[j] = total;
        result[j] = j;
        for (int k = 0; k < (j * 17) % 90; k++, total++)
            items[total] = (total * 7919) % 5003;
    }
    ptr[jobs] = total;
    worker<<<2, 128>>>(head, ptr, items, result, jobs);
    cudaDeviceSynchronize();
    for (int j = 0; j < jobs; j++) {
        int best = -1;
        for (int k = ptr[j]; k < ptr[j + 1]; k++)
            best = items[k] > best ? items[k] : best;
        wrong += result[j] != j + best;
        printf("%d%c", result[j], j % 9 == 8 ? '\n' : ' ');
    }
    wrong += *head != jobs + 2 * 128 / WARP_SIZE; // every warp asks once too often
    printf("asked %d times, wrong: %d\n", *head, wrong);
    cudaFree(head);
    cudaFree(ptr);
    cudaFree(items);
    cudaFree(result);
    return wrong != 0;
}
