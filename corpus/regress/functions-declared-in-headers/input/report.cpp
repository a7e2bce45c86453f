#include <cstdio>

double pressure(double temperature);

int main()
{
    std::printf("%g\n", pressure(300));
}
