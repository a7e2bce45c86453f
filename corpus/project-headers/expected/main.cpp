#include "solver.h"

#include <cstdio>
#include <vector>

int main()
{
    const wave::Grid grid{512, 256, 0.01};
    std::vector<wave::real> field(grid.nx * grid.ny);
    wave::Solver solver(grid, 0.001, true);
    if (solver.step(100) != hipSuccess || solver.read(field.data()) != hipSuccess)
        return 1;
    std::printf("%g\n", field[grid.index(grid.nx / 2, grid.ny / 2)]);
    return 0;
}
