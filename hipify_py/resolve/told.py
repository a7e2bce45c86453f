"""What one file tells another, as a value; runs load this that read no source."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal[
    "name",
    "constant",
    "function",
    "external",
    "declared",
    "using",
    "wavefront",
    "attribute",
    "number",
    "body",
    "address",
    "switch",
    "alias",
    "members",
    "layout",
    "version",
    "apart",
    "brings",
    "macro",
    "space",
    "outside",
]


class Told(NamedTuple):
    """One thing that a file tells whoever reads on behind it.

    - name: a macro, type or function with a CUDA-like name; its value is the scope, as `a::B`, that holds it,
      with a `@` behind if calls outside of that may find it, as `resolve.reach` tells; or `#` for a macro.
    - constant: one that speaks of warps, with the text of its value.
    - function: a function, macro or type that is named after warps, or overloads an intrinsic; with a `(`
      behind its name a macro that puts names together, with `@` one of `min` and `max` for numbers, which
      CUDA has itself, with a `#` one named as a function of hipify_warp32.h, with a `[` a table of functions
      of which one comes to a barrier of the block, with a `%` a macro that names `threadIdx` or its kin,
      with a `*` a class of which a constructor does something, as `match.shared_objects` tells,
      with a `.` and a number one that makes a member of that argument, with a `&` and the type of what it
      takes first one named as CUDA's for textures and surfaces, with a `!` or `!?` one of C that returns
      another type than CUDA's, as `resolve.c_functions` tells, with a `~` a class of which a constructor is
      marked, as `resolve.device_constructors` writes it, with `std::` before it one that `std` has for HIP,
      too, with `operator` one of the program's own on vectors that is declared, with blanks between a class
      and a number, or a class derived from a vector, as `match.derived_vectors` writes both; a keyword of
      CUDA that is made a macro.
    - external: such a function that other units can call; declared: one of which the body is elsewhere.
    - using: a namespace whose names the file makes seen.
    - wavefront: a function that works on all lanes of a wavefront with `--warp native`; once more with a `>`
      behind its name if it takes values of lanes that half of a wavefront lacks, and with a `<` and a number
      if that argument is how far its shuffle reaches.
    - number: a macro that stands for a number, with the text of that, for device code of other files.
    - body: a function of the device, with its text, for device code of other files.
    - attribute: a macro that stands for attributes of functions, with these, or a function that is declared,
      as `match.function_keys` names it, with those of its declaration.
    - address: a function that gives a device address, or with `#` and a number a class of which a constructor
      takes one there; with a `=` behind it a type that is one.
    - switch: a macro that is made by the compiler, with what it is for HIP; with a `?` one that is made for
      other compilers alone, with a `z` one that is 0 but in branches that ask for numbers of CUDA's.
    - alias: a name for a type, with that as it is spelt, `@`, and the scopes around the name; with no type
      one that stands for no plain type, or is a class's.
    - members: a class of a header that some file asks for, with the types of its members as
      `resolve.class_members` writes them.
    - layout: a structure of a header that lists of some file may fill, as `resolve.layouts` writes it.
    - version: a macro that stands for a version number of CUDA's, with the name of that.
    - macro: one that code of the device uses, with its head and what it stands for; without these it has
      several meanings.
    - brings: that the file includes libcu++, and with it what that brings.
    - space: an alias of a namespace, or a `using`, as `resolve.shared_spaces` writes it; its value is the
      scope that holds it.
    - outside: a name with a look of CUDA's after which a header outside the run is called, with that header.
    - apart: that the file tells HIP's compiler from CUDA's by itself, as `resolve.told_apart` says.

    `after` counts the includes of the file before the place.
    """

    kind: Kind
    name: bytes
    value: bytes = b""
    after: int = 0
