#include <hip/hip_runtime.h>
#include <cstdio>

#define CU(call) hip##call
#define EVENT(verb) cudaEvent ## verb
#define DRV(name) hip##name

#define CALL(name, ...)                                              \
    do {                                                             \
        if (hip##name(__VA_ARGS__) != cuda##Success)                \
            std::fprintf(stderr, "cuda" #name " failed\n");          \
    } while (0)

int timeCopy(float *to, const float *from, size_t n, hipStream_t stream, float *ms)
{
    hipEvent_t begin, end;
    CALL(EventCreate, &begin);
    CALL(EventCreate, &end);
    EVENT(Record)(begin, stream);
    CALL(MemcpyAsync, to, from, n * sizeof(float), hipMemcpyDefault, stream);
    EVENT(Record)(end, stream);
    EVENT(Synchronize)(end);
    CALL(EventElapsedTime, ms, begin, end);
    EVENT(Destroy)(begin);
    EVENT(Destroy)(end);
    return CU(GetLastError)();
}
