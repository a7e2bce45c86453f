// Rotations and swaps of bytes in the words of the host's processor, beside code for the device.
typedef unsigned int WORD;

#if defined(__x86_64__)
#define SWAP_BYTES(x) __asm__ ("bswapl %0" : "+r"(x))
#define STORE_SWAPPED(x, y)  \
    asm volatile (           \
        "bswapl %0     \n\t" \
        "movl   %0,(%1)\n\t" \
        "bswapl %0     \n\t" \
        :: "r"(x), "r"(y) : "memory")

static inline WORD ROL(WORD word, int count)
{
    asm ("roll %%cl,%0"
         : "=r"(word)
         : "0"(word), "c"(count));
    return word;
}
#elif defined(__powerpc__)
static inline WORD ROL(WORD word, int count)
{
    asm ("rotlw %0,%0,%2" : "=r"(word) : "0"(word), "r"(count));
    return word;
}
#endif

static __device__ __host__ unsigned long long product(unsigned long long a, unsigned long long b)
{
#ifdef __CUDA_ARCH__
    return __umul64hi(a, b);
#elif defined(__x86_64__)
    unsigned long long low, high;
    asm ("mulq %3\n\t" : "=a"(low), "=d"(high) : "%0"(a), "rm"(b));
    return high;
#else
    return (unsigned long long)(((unsigned __int128)a * b) >> 64);
#endif
}

// What may be the device's is told of: it ends a thread.
#define LEAVE() asm volatile ("exit;")

__global__ void products(unsigned long long *values, int size)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size)
        values[i] = product(values[i], values[i]);
}

WORD onTheHost(WORD word, WORD *kept)
{
    STORE_SWAPPED(word, kept);
    SWAP_BYTES(word);
    return ROL(word, 3) + (WORD)product(word, word);
}
