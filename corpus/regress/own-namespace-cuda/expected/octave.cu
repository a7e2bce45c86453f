#include "events.h"

namespace sifting {
void octave(hipStream_t stream) {
  hipEvent_t done = cuda::event_create();
  hipEventRecord(done, stream);
  cuda::event_wait(done, 0);
  hipEventDestroy(done);
}
}  // namespace sifting
