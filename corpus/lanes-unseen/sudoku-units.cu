/* Sudoku, a warp per puzzle: every lane keeps up to three of the 81 cells, lanes 0..26 also watch a row, column or box.
   Naked and hidden singles until nothing changes; votes tell progress and contradictions; then guesses on a stack. */
#include <stdio.h>
#include <string.h>
#include <cuda_runtime.h>

#define CELLS 81
#define ALL 0x1ffu
#define FULL_WARP 0xffffffffu
#define DEPTH 12
#define lane_of(t) ((t) & 31)

typedef unsigned short cand_t;

__device__ int unit_cell(int unit, int k)
{
    int u = unit % 9;
    switch (unit / 9) {
    case 0: return u * 9 + k;
    case 1: return k * 9 + u;
    default: return (u / 3 * 3 + k / 3) * 9 + u % 3 * 3 + k % 3;
    }
}

/* 1 solved, 0 open, -1 impossible */
__device__ int propagate(volatile cand_t *board, int lane)
{
    for (;;) {
        unsigned fixed = 0, once = 0, twice = 0, any = 0, keep[9];
        int k, bad = 0, changed = 0;
        if (lane < 27)
            for (k = 0; k < 9; k++) {
                unsigned c = board[unit_cell(lane, k)];
                any |= c;
                twice |= once & c;
                once |= c;
                if (__popc(c) == 1) {
                    bad |= (fixed & c) != 0;
                    fixed |= c;
                }
            }
        if (lane < 27)
            bad |= any != ALL;
        if (__any_sync(FULL_WARP, bad))
            return -1;
        once &= ~twice;
        /* rows, columns and boxes one after another, since they share cells */
        for (int kind = 0; kind < 3; kind++) {
            if (lane / 9 == kind)
                for (k = 0; k < 9; k++) {
                    unsigned c = board[unit_cell(lane, k)], n = c;
                    if (__popc(c) > 1)
                        n = c & once ? c & once : c & ~fixed;
                    keep[k] = n;
                    changed |= n != c;
                }
            if (lane / 9 == kind)
                for (k = 0; k < 9; k++)
                    board[unit_cell(lane, k)] = (cand_t)keep[k];
            __syncwarp();
        }
        if (!__any_sync(FULL_WARP, changed))
            break;
    }
    int open = 0;
    for (int i = lane; i < CELLS; i += 32)
        open |= __popc(board[i]) != 1;
    return !__any_sync(FULL_WARP, open);
}

__global__ void solve(cand_t *boards, int n, int *guesses)
{
    __shared__ cand_t stack[2][DEPTH][CELLS];
    const int lane = lane_of(threadIdx.x), warp = threadIdx.x >> 5, id = blockIdx.x * 2 + warp;
    int depth = 0, tried = 0;
    if (id >= n)
        return;
    for (int i = lane; i < CELLS; i += 32)
        stack[warp][0][i] = boards[id * CELLS + i];
    __syncwarp();
    while (depth >= 0) {
        volatile cand_t *b = stack[warp][depth];
        const int state = propagate(b, lane);
        if (state < 0) {
            depth--;
            continue;
        }
        if (state > 0 || depth + 1 == DEPTH)
            break;
        /* the cell with the fewest candidates: count in the upper bits, cell in the lower ones */
        unsigned best = ~0u;
        for (int i = lane; i < CELLS; i += 32)
            if (__popc(b[i]) > 1)
                best = min(best, (unsigned)(__popc(b[i]) << 8 | i));
        best = __reduce_min_sync(FULL_WARP, best);
        const int cell = best & 0xff;
        const unsigned c = b[cell], pick = c & (~c + 1);
        __syncwarp();
        for (int i = lane; i < CELLS; i += 32)
            stack[warp][depth + 1][i] = b[i];
        __syncwarp();
        if (lane == 0) {
            stack[warp][depth + 1][cell] = (cand_t)pick;
            b[cell] = (cand_t)(c ^ pick);
        }
        __syncwarp();
        depth++;
        tried++;
    }
    for (int i = lane; i < CELLS && depth >= 0; i += 32)
        boards[id * CELLS + i] = stack[warp][depth][i];
    if (lane == 0)
        guesses[id] = depth < 0 ? -1 : tried;
}

int main(void)
{
    static const char *puzzle[] = {
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"};
    const int n = 3;
    cand_t *boards;
    int *guesses, wrong = 0;
    cudaMallocManaged((void **)&boards, n * CELLS * sizeof(cand_t));
    cudaMallocManaged((void **)&guesses, n * sizeof(int));
    for (int i = 0; i < n * CELLS; i++) {
        const char c = puzzle[i / CELLS][i % CELLS];
        boards[i] = c == '.' ? ALL : 1 << (c - '1');
    }
    solve<<<2, 64>>>(boards, n, guesses);
    cudaDeviceSynchronize();
    for (int p = 0; p < n; p++) {
        const cand_t *b = boards + p * CELLS;
        if (p == 2) { /* has no solution */
            wrong += guesses[p] != -1;
            continue;
        }
        for (int i = 0; i < CELLS; i++) {
            wrong += __builtin_popcount(b[i]) != 1;
            wrong += puzzle[p][i] != '.' && b[i] != 1 << (puzzle[p][i] - '1');
            for (int j = 0; j < i; j++)
                if (i / 9 == j / 9 || i % 9 == j % 9 || (i / 27 == j / 27 && i % 9 / 3 == j % 9 / 3))
                    wrong += b[i] == b[j];
            if (i < 9)
                printf("%d", __builtin_ffs(b[i]));
        }
        printf(" after %d guesses\n", guesses[p]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(boards);
    cudaFree(guesses);
    return wrong != 0;
}
