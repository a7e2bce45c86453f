#include <hip/hip_runtime.h>

struct Lanes {
  hipStream_t streams[4];
  hipEvent_t done;
  auto stream(int at = 0) const -> hipStream_t { return streams[at]; }
  auto event() const noexcept -> hipEvent_t { return done; }
};

auto choose(int device) -> hipError_t { return hipSetDevice(device); }

inline auto first(Lanes &lanes) {
  auto of = [&](int at) -> hipStream_t { return lanes.streams[at]; };
  auto last = [&]() mutable -> hipEvent_t { return lanes.done; };
  last();
  return of(0);
}
