// The host's side of the runtime, for CUDA and HIP alike. Include it with SIMT_NAME(x) giving cuda##x or hip##x.
enum SIMT_NAME(Error_t) {
  SIMT_NAME(Success) = 0,
  SIMT_NAME(ErrorInvalidValue) = 1,
  SIMT_NAME(ErrorInvalidConfiguration) = 9,
};
enum SIMT_NAME(MemcpyKind) {
  SIMT_NAME(MemcpyHostToHost),
  SIMT_NAME(MemcpyHostToDevice),
  SIMT_NAME(MemcpyDeviceToHost),
  SIMT_NAME(MemcpyDeviceToDevice),
  SIMT_NAME(MemcpyDefault),
};
#ifdef __HIP__
enum hipDeviceAttribute_t {
  hipDeviceAttributeWarpSize,
  hipDeviceAttributeMaxThreadsPerBlock,
  hipDeviceAttributeMultiprocessorCount,
};
#else
enum cudaDeviceAttr { cudaDevAttrWarpSize, cudaDevAttrMaxThreadsPerBlock, cudaDevAttrMultiProcessorCount };
#endif
using SIMT_NAME(Stream_t) = struct SimtStream*;
using SIMT_NAME(Event_t) = struct SimtEvent*;

#ifdef __HIP__
struct hipDeviceProp_t {
#else
struct cudaDeviceProp {
#endif
  char name[64];
  int warpSize, maxThreadsPerBlock, multiProcessorCount, major, minor;
  std::size_t sharedMemPerBlock;
};

inline SIMT_NAME(Error_t) SIMT_NAME(GetLastError)() {
  bool failed = simt::launch_failed();
  simt::launch_failed() = false;
  return failed ? SIMT_NAME(ErrorInvalidConfiguration) : SIMT_NAME(Success);
}
inline SIMT_NAME(Error_t) SIMT_NAME(PeekAtLastError)() {
  return simt::launch_failed() ? SIMT_NAME(ErrorInvalidConfiguration) : SIMT_NAME(Success);
}
inline const char* SIMT_NAME(GetErrorString)(SIMT_NAME(Error_t) error) {
  return error == SIMT_NAME(Success) ? "no error" : error == SIMT_NAME(ErrorInvalidValue) ? "invalid argument"
                                                                                         : "invalid configuration argument";
}
inline const char* SIMT_NAME(GetErrorName)(SIMT_NAME(Error_t) error) { return SIMT_NAME(GetErrorString)(error); }

template <class T>
SIMT_NAME(Error_t) SIMT_NAME(Malloc)(T** at, std::size_t size) {
  *at = static_cast<T*>(simt::guarded(size, 16, "global", "memory", 0));
  return SIMT_NAME(Success);
}
template <class T>
SIMT_NAME(Error_t) SIMT_NAME(MallocManaged)(T** at, std::size_t size, unsigned = 0) {
  return SIMT_NAME(Malloc)(at, size);
}
inline SIMT_NAME(Error_t) SIMT_NAME(Free)(void* at) {
  return !at || simt::release(at) ? SIMT_NAME(Success) : SIMT_NAME(ErrorInvalidValue);
}
inline SIMT_NAME(Error_t) SIMT_NAME(Memcpy)(void* to, const void* from, std::size_t size, SIMT_NAME(MemcpyKind)) {
  memmove(to, from, size);
  return SIMT_NAME(Success);
}
inline SIMT_NAME(Error_t) SIMT_NAME(MemcpyAsync)(void* to, const void* from, std::size_t size, SIMT_NAME(MemcpyKind) kind,
                                                 SIMT_NAME(Stream_t) = nullptr) {
  return SIMT_NAME(Memcpy)(to, from, size, kind);
}
inline SIMT_NAME(Error_t) SIMT_NAME(Memset)(void* at, int value, std::size_t size) {
  memset(at, value, size);
  return SIMT_NAME(Success);
}
inline SIMT_NAME(Error_t) SIMT_NAME(MemsetAsync)(void* at, int value, std::size_t size, SIMT_NAME(Stream_t) = nullptr) {
  return SIMT_NAME(Memset)(at, value, size);
}
template <class T>
SIMT_NAME(Error_t) SIMT_NAME(MemcpyToSymbol)(T& symbol, const void* from, std::size_t size, std::size_t offset = 0,
                                             SIMT_NAME(MemcpyKind) = SIMT_NAME(MemcpyHostToDevice)) {
  memcpy(reinterpret_cast<char*>(&symbol) + offset, from, size);
  return SIMT_NAME(Success);
}
template <class T>
SIMT_NAME(Error_t) SIMT_NAME(MemcpyFromSymbol)(void* to, const T& symbol, std::size_t size, std::size_t offset = 0,
                                               SIMT_NAME(MemcpyKind) = SIMT_NAME(MemcpyDeviceToHost)) {
  memcpy(to, reinterpret_cast<const char*>(&symbol) + offset, size);
  return SIMT_NAME(Success);
}
inline SIMT_NAME(Error_t) SIMT_NAME(DeviceSynchronize)() { return SIMT_NAME(Success); }
inline SIMT_NAME(Error_t) SIMT_NAME(SetDevice)(int) { return SIMT_NAME(Success); }
inline SIMT_NAME(Error_t) SIMT_NAME(GetDevice)(int* device) {
  *device = 0;
  return SIMT_NAME(Success);
}
inline SIMT_NAME(Error_t) SIMT_NAME(StreamCreate)(SIMT_NAME(Stream_t) * stream) {
  *stream = nullptr;
  return SIMT_NAME(Success);
}
inline SIMT_NAME(Error_t) SIMT_NAME(StreamSynchronize)(SIMT_NAME(Stream_t)) { return SIMT_NAME(Success); }
inline SIMT_NAME(Error_t) SIMT_NAME(StreamDestroy)(SIMT_NAME(Stream_t)) { return SIMT_NAME(Success); }

#ifdef __HIP__
inline hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t attribute, int) {
  *value = attribute == hipDeviceAttributeWarpSize ? simt::run.width
                                                   : attribute == hipDeviceAttributeMaxThreadsPerBlock ? 1024 : 4;
  return hipSuccess;
}
inline hipError_t hipGetDeviceProperties(hipDeviceProp_t* properties, int) {
  *properties = {"simt", simt::run.width, 1024, 4, 9, 0, 65536};
  return hipSuccess;
}
#else
inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
  *value = attribute == cudaDevAttrWarpSize ? simt::run.width : attribute == cudaDevAttrMaxThreadsPerBlock ? 1024 : 4;
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  *properties = {"simt", simt::run.width, 1024, 4, 8, 0, 49152};
  return cudaSuccess;
}
#endif
