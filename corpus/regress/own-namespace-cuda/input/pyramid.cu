#include "events.h"

namespace sifting {
namespace cuda {
cudaEvent_t event_create() {
  cudaEvent_t made;
  cudaEventCreate(&made);
  return made;
}

void event_wait(cudaEvent_t event, cudaStream_t stream) { cudaStreamWaitEvent(stream, event, 0); }
}  // namespace cuda
}  // namespace sifting
