#pragma once
inline const char *backend_name() { return "cuda"; }
