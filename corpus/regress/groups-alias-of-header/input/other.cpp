/* A program of its own: nobody here includes names.cuh. */
namespace own { int reduce(int, int); }
namespace cg = own;

int both(int a, int b) { return cg::reduce(a, b); }
