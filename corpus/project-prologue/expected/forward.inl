#include "wait.inl"
