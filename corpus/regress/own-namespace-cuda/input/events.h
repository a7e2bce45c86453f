#pragma once
#include <cuda_runtime.h>

namespace sifting {
namespace cuda {
cudaEvent_t event_create();
void event_wait(cudaEvent_t event, cudaStream_t stream);
}  // namespace cuda
}  // namespace sifting
