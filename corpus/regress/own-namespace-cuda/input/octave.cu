#include "events.h"

namespace sifting {
void octave(cudaStream_t stream) {
  cudaEvent_t done = cuda::event_create();
  cudaEventRecord(done, stream);
  cuda::event_wait(done, 0);
  cudaEventDestroy(done);
}
}  // namespace sifting
