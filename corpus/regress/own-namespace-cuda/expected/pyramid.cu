#include "events.h"

namespace sifting {
namespace cuda {
hipEvent_t event_create() {
  hipEvent_t made;
  hipEventCreate(&made);
  return made;
}

void event_wait(hipEvent_t event, hipStream_t stream) { hipStreamWaitEvent(stream, event, 0); }
}  // namespace cuda
}  // namespace sifting
