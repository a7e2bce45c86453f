// Erosion and dilation of a binary image kept as 32-pixel words: ballots make the words, funnel shifts look at neighbours.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

using word_t = unsigned int;
static constexpr int PIXELS_PER_WORD = 8 * sizeof(word_t);

__global__ void binarise(const unsigned char *img, word_t *words, int width, int height, int pitch, int threshold)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const bool inside = x < width && y < height;
    const bool set = inside && img[y * width + x] > threshold;
    const word_t bits = __ballot_sync(0xFFFFFFFF, set);
    if (y < height && x % PIXELS_PER_WORD == 0 && x / PIXELS_PER_WORD < pitch)
        words[y * pitch + x / PIXELS_PER_WORD] = bits;
}

template <bool DILATE>
__device__ word_t horizontal(word_t left, word_t mid, word_t right)
{
    const word_t from_left = __funnelshift_l(left, mid, 1);
    const word_t from_right = __funnelshift_r(mid, right, 1);
    return DILATE ? (mid | from_left | from_right) : (mid & from_left & from_right);
}

// one warp handles one image row, lane w handles word w; pitch <= 32
template <bool DILATE>
__global__ void morph3x3(const word_t *src, word_t *dst, int height, int pitch)
{
    const int y = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
    const int w = threadIdx.x % warpSize;
    if (y >= height)
        return;
    word_t result = DILATE ? 0u : ~0u;
    for (int dy = -1; dy <= 1; ++dy) {
        const int yy = y + dy;
        word_t mid = yy >= 0 && yy < height && w < pitch ? src[yy * pitch + w] : 0u;
        word_t left = __shfl_up_sync(0xFFFFFFFF, mid, 1);
        word_t right = __shfl_down_sync(0xFFFFFFFF, mid, 1);
        left = w == 0 ? 0u : left;
        right = w == warpSize - 1 ? 0u : right;
        const word_t h = horizontal<DILATE>(left, mid, right);
        result = DILATE ? result | h : result & h;
    }
    if (w < pitch)
        dst[y * pitch + w] = result;
}

static bool at(const std::vector<int> &v, int x, int y, int w, int h)
{
    return x >= 0 && y >= 0 && x < w && y < h && v[y * w + x];
}

int main()
{
    const int width = 151, height = 23, pitch = (width + PIXELS_PER_WORD - 1) / PIXELS_PER_WORD;
    unsigned char *img;
    word_t *a, *b, *c;
    cudaMallocManaged(&img, width * height);
    cudaMallocManaged(&a, pitch * height * sizeof(word_t));
    cudaMallocManaged(&b, pitch * height * sizeof(word_t));
    cudaMallocManaged(&c, pitch * height * sizeof(word_t));
    std::vector<int> bin(width * height);
    for (int i = 0; i < width * height; i++) {
        img[i] = (unsigned char)((i * 131 + i / width * 57 + (i >> 3) * 19) % 256);
        bin[i] = img[i] > 90;
    }
    dim3 block(PIXELS_PER_WORD, 4);
    dim3 grid(pitch, (height + block.y - 1) / block.y);
    binarise<<<grid, block>>>(img, a, width, height, pitch, 90);
    const int rowsPerBlock = 3;
    morph3x3<false><<<(height + rowsPerBlock - 1) / rowsPerBlock, rowsPerBlock * 32>>>(a, b, height, pitch);
    morph3x3<true><<<(height + rowsPerBlock - 1) / rowsPerBlock, rowsPerBlock * 32>>>(a, c, height, pitch);
    cudaDeviceSynchronize();
    int wrong = 0, eroded = 0, dilated = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            bool all = true, any = false;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    all = all && at(bin, x + dx, y + dy, width, height);
                    any = any || at(bin, x + dx, y + dy, width, height);
                }
            const bool e = b[y * pitch + x / 32] >> (x % 32) & 1, d = c[y * pitch + x / 32] >> (x % 32) & 1;
            wrong += e != all || d != any;
            eroded += e;
            dilated += d;
        }
    printf("wrong %d eroded %d dilated %d\n", wrong, eroded, dilated);
    cudaFree(img);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return wrong != 0;
}
