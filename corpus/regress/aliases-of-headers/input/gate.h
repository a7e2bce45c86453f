#pragma once
#include "state.h"

struct Gate {
  amplitude values[2][2];

  Gate(const amplitude given[2][2]) {
    for (int i = 0; i < 4; i++) values[i / 2][i % 2] = given[i / 2][i % 2];
  }

  static Gate identity() {
    amplitude values[2][2] = {1, 0, 0, 1};
    return Gate(values);
  }
};

#define HADAMARD_SIGN amplitude{-1}
