#include <hip/hip_runtime.h>

// Every lane pushes its item: the lock lies beside what it guards, in one structure.
struct Lock {
    int state;
    __device__ bool try_acquire() { return atomicCAS(&state, 0, 1) == 0; }
    __device__ void release() {
        __threadfence();
        atomicExch(&state, 0);
    }
};

struct Stack {
    Lock lock;
    int size, pending, next;
    int items[512];
};

__device__ void push_by_a_member(Stack *s, int item) {
    bool done = false;
    do {
        if (s->lock.try_acquire()) {
            s->items[s->size++] = item;
            atomicAdd(&s->pending, 1);
            s->lock.release();
            done = true;
        }
    } while (!done);
}

__device__ void push_by_a_swap(Stack *s, int item) {
    for (bool done = false; !done;) {
        if (atomicCAS(&s->lock.state, 0, 1) == 0) {
            s->items[s->size] = item;
            s->size = s->size + 1;
            atomicExch(&s->lock.state, 0);
            done = true;
        }
    }
}

// The slot that is tried is another one in each turn.
__device__ int claim(Stack *s) {
    while (atomicCAS(&s->items[s->next], 0, 1) != 0)
        s->next = (s->next + 1) % 512;
    return s->next;
}

// So it is by another name of what the address names.
__device__ int claim_by_a_reference(Stack *s) {
    int &at = s->next;
    while (atomicCAS(&s->items[at], 0, 1) != 0)
        s->next = (s->next + 1) % 512;
    return at;
}

struct Ring {
    int head, locks[64];
    __device__ void claim() {
        while (atomicCAS(&this->locks[head], 0, 1) != 0)
            this->head = (this->head + 1) % 64;
    }
};

struct Cursor {
    Stack *at, *end;
    __device__ void step() { at = at + 1; }
    __device__ void claim(Cursor of) {
        while (atomicCAS(&of.at->lock.state, 0, 1) != 0)
            of.step();
    }
};

__global__ void fill(Stack *s, const int *seeds) {
    push_by_a_member(s, seeds[threadIdx.x]);
    push_by_a_swap(s, claim(s));
}
