#include <cuda_runtime.h>
#include <cstdio>

#define CU(call) cuda##call
#define EVENT(verb) cudaEvent ## verb
#define DRV(name) cu##name

#define CALL(name, ...)                                              \
    do {                                                             \
        if (cuda##name(__VA_ARGS__) != cuda##Success)                \
            std::fprintf(stderr, "cuda" #name " failed\n");          \
    } while (0)

int timeCopy(float *to, const float *from, size_t n, cudaStream_t stream, float *ms)
{
    cudaEvent_t begin, end;
    CALL(EventCreate, &begin);
    CALL(EventCreate, &end);
    EVENT(Record)(begin, stream);
    CALL(MemcpyAsync, to, from, n * sizeof(float), cudaMemcpyDefault, stream);
    EVENT(Record)(end, stream);
    EVENT(Synchronize)(end);
    CALL(EventElapsedTime, ms, begin, end);
    EVENT(Destroy)(begin);
    EVENT(Destroy)(end);
    return CU(GetLastError)();
}
