"""The names of CUDA's vector types, which are HIP's too, as parts of expressions."""

ELEMENT = rb"(?:u?(?:char|short|int|long|longlong)|float|double)"
VECTOR = ELEMENT + rb"[1-4]"
