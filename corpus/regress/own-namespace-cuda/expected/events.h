#pragma once
#include <hip/hip_runtime.h>

namespace sifting {
namespace cuda {
hipEvent_t event_create();
void event_wait(hipEvent_t event, hipStream_t stream);
}  // namespace cuda
}  // namespace sifting
