#pragma once
#define POOL_NONE 0
#define POOL_ASYNC 1
#define POOL_MANAGED 2
#ifndef POOL_KIND
#define POOL_KIND POOL_ASYNC
#endif
typedef float real_t;
