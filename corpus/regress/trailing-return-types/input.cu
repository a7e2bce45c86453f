#include <cuda_runtime.h>

struct Lanes {
  cudaStream_t streams[4];
  cudaEvent_t done;
  auto stream(int at = 0) const -> cudaStream_t { return streams[at]; }
  auto event() const noexcept -> cudaEvent_t { return done; }
};

auto choose(int device) -> cudaError_t { return cudaSetDevice(device); }

inline auto first(Lanes &lanes) {
  auto of = [&](int at) -> cudaStream_t { return lanes.streams[at]; };
  auto last = [&]() mutable -> cudaEvent_t { return lanes.done; };
  last();
  return of(0);
}
