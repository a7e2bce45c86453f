#pragma once

struct Box
{
    float2 low;
    float2 high;
};
