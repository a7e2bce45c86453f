# The CMake package of hipify-py: CUDA sources are converted to HIP as a part of the build.
#
#   find_package(HipifyPy REQUIRED)            # -D HipifyPy_DIR=$(hipify-py --cmake-dir)
#   hipify_sources(OUT hip_sources SOURCES a.cu b.cu)
#   add_library(kernels ${hip_sources})
#
# docs/build-scripts.md of hipify-py says what each argument does.

if(CMAKE_VERSION VERSION_LESS 3.20)
  set(HipifyPy_FOUND FALSE)
  set(HipifyPy_NOT_FOUND_MESSAGE "hipify_sources needs CMake 3.20, which has depfiles for all generators")
  return()
endif()
cmake_policy(VERSION 3.20)

find_program(HIPIFY_PY_EXECUTABLE hipify-py
  HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../../../bin" # of the environment that this file is installed in
  DOC "The program of the same hipify-py as HipifyPy_DIR")
if(NOT HIPIFY_PY_EXECUTABLE)
  set(HipifyPy_FOUND FALSE)
  set(HipifyPy_NOT_FOUND_MESSAGE "no program hipify-py: name it with -D HIPIFY_PY_EXECUTABLE=PATH")
  return()
endif()
execute_process(COMMAND "${HIPIFY_PY_EXECUTABLE}" --cmake-dir
  OUTPUT_VARIABLE _hipify_dir OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
file(REAL_PATH "${CMAKE_CURRENT_LIST_DIR}" _hipify_here)
if(_hipify_dir)
  file(REAL_PATH "${_hipify_dir}" _hipify_dir)
endif()
if(NOT _hipify_dir STREQUAL _hipify_here)
  set(HipifyPy_FOUND FALSE)
  set(HipifyPy_NOT_FOUND_MESSAGE
    "${HIPIFY_PY_EXECUTABLE} is another hipify-py than ${_hipify_here}: set HIPIFY_PY_EXECUTABLE to its program")
  return()
endif()
unset(_hipify_dir)
unset(_hipify_here)

# hipify_sources(OUT var SOURCES source... [INCLUDE_DIRS dir...] [INCLUDES_OUT var] [ROOT dir]
#                [OUTPUT_DIR dir] [LANGUAGE lang] [DEPENDS file...] [OPTIONS option...])
function(hipify_sources)
  set(one OUT INCLUDES_OUT ROOT OUTPUT_DIR LANGUAGE)
  set(many SOURCES INCLUDE_DIRS DEPENDS OPTIONS)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "${one}" "${many}")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "hipify_sources: unknown: ${arg_UNPARSED_ARGUMENTS}; it takes ${one};${many}")
  endif()
  if(NOT arg_OUT OR NOT arg_SOURCES)
    message(FATAL_ERROR "hipify_sources: OUT names a variable for the converted SOURCES: give both")
  endif()
  _hipify_absolute(root "${arg_ROOT}" "${PROJECT_SOURCE_DIR}")
  set(roots "${root}")
  _hipify_is_below(inside "${PROJECT_BINARY_DIR}" "${root}")
  if(NOT inside)
    list(APPEND roots "${PROJECT_BINARY_DIR}") # of sources and headers that the build makes
  endif()
  set(flags "")
  foreach(each IN LISTS roots)
    list(APPEND flags --root "${each}")
  endforeach()
  set(folders "")
  foreach(each IN LISTS arg_INCLUDE_DIRS)
    _hipify_absolute(each "${each}" "")
    file(REAL_PATH "${each}" each)
    list(APPEND flags --include-dir "${each}")
    list(APPEND folders "${each}")
  endforeach()
  list(APPEND flags ${arg_OPTIONS})
  _hipify_output(output "${arg_OUTPUT_DIR}" "${flags}")
  _hipify_stamp(stamp "${output}" "${flags}")
  set(includes "")
  foreach(each IN LISTS folders)
    _hipify_target(target "${each}" "${root}")
    list(APPEND includes "${output}/${target}")
  endforeach()

  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  get_property(known DIRECTORY PROPERTY HIPIFY_PY_OUTPUTS)
  set(outputs "")
  foreach(each IN LISTS arg_SOURCES)
    _hipify_source(source "${each}")
    _hipify_target(target "${source}" "${root}")
    set(made "${output}/${target}")
    _hipify_nameable("${source}" "${made}")
    list(APPEND outputs "${made}")
    if(made IN_LIST known) # for another target of this folder
      continue()
    endif()
    list(APPEND known "${made}")
    add_custom_command(
      OUTPUT "${made}"
      COMMAND "${HIPIFY_PY_EXECUTABLE}" unit "${source}" -o "${output}" --depfile "${made}.d" ${flags}
      DEPENDS "${source}" "${stamp}" ${arg_DEPENDS}
      DEPFILE "${made}.d"
      WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
      COMMENT "Converting ${each} to HIP"
      VERBATIM)
    foreach(folder IN LISTS includes)
      set_property(SOURCE "${made}" APPEND PROPERTY COMPILE_OPTIONS "-iquote${folder}")
    endforeach()
    if(arg_LANGUAGE)
      set_property(SOURCE "${made}" PROPERTY LANGUAGE "${arg_LANGUAGE}")
    elseif(made MATCHES "\\.cu$" AND "HIP" IN_LIST languages)
      set_property(SOURCE "${made}" PROPERTY LANGUAGE HIP)
    endif()
  endforeach()
  set_property(DIRECTORY PROPERTY HIPIFY_PY_OUTPUTS "${known}")
  set("${arg_OUT}" "${outputs}" PARENT_SCOPE)
  if(arg_INCLUDES_OUT)
    set("${arg_INCLUDES_OUT}" "${includes}" PARENT_SCOPE)
  endif()
endfunction()

# Give the absolute path of a folder, or of another one where none is given.
function(_hipify_absolute var folder otherwise)
  if(folder STREQUAL "")
    set(folder "${otherwise}")
  endif()
  get_filename_component(folder "${folder}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
  set("${var}" "${folder}" PARENT_SCOPE)
endfunction()

# Say whether a path is a folder or lies in it, links followed.
function(_hipify_is_below var path folder)
  file(REAL_PATH "${path}" path)
  file(REAL_PATH "${folder}" folder)
  cmake_path(IS_PREFIX folder "${path}" found)
  set("${var}" "${found}" PARENT_SCOPE)
endfunction()

# Give the absolute path of a source, which is looked for as CMake does: in the source folder, then in the
# binary folder, where the build may still have to make it.
function(_hipify_source var source)
  get_filename_component(here "${source}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
  get_filename_component(there "${source}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  get_source_file_property(generated "${there}" GENERATED)
  if(NOT EXISTS "${here}" AND (generated OR EXISTS "${there}"))
    set(here "${there}")
  endif()
  get_source_file_property(generated "${here}" GENERATED)
  if(NOT EXISTS "${here}" AND NOT generated)
    message(FATAL_ERROR "hipify_sources: no source ${source}: it is neither there nor made by a command of this folder")
  endif()
  set("${var}" "${here}" PARENT_SCOPE)
endfunction()

# Say once that Ninja's depfiles cannot name a source or what is made of it: it has no way to write these characters,
# and CMake, which writes the depfile anew for Ninja, drops the mark before a `$`. It is always out of date then.
function(_hipify_nameable source made)
  file(RELATIVE_PATH made "${CMAKE_BINARY_DIR}" "${made}") # which CMake writes where that is below
  get_property(said GLOBAL PROPERTY HIPIFY_PY_UNNAMEABLE)
  foreach(path "${source}" "${made}")
    if(NOT said AND CMAKE_GENERATOR MATCHES "Ninja" AND path MATCHES "['\"$&^|<>*?`]")
      message(WARNING
        "hipify_sources: Ninja's depfiles cannot name ${path}, which is converted again in each build: take a path "
        "without ${CMAKE_MATCH_0} in it, or makefiles")
      set_property(GLOBAL PROPERTY HIPIFY_PY_UNNAMEABLE TRUE)
      break()
    endif()
  endforeach()
endfunction()

# Give where a path goes below the output folder, as `hipify-py unit` has it.
function(_hipify_target var path root)
  get_filename_component(folder "${path}" DIRECTORY)
  get_filename_component(name "${path}" NAME)
  file(REAL_PATH "${folder}" folder)
  file(REAL_PATH "${root}" root)
  cmake_path(APPEND folder "${name}" OUTPUT_VARIABLE path)
  cmake_path(IS_PREFIX root "${path}" inside)
  if(inside)
    file(RELATIVE_PATH target "${root}" "${path}")
  else()
    string(REGEX REPLACE "^/+" "_outside/" target "${path}")
  endif()
  set("${var}" "${target}" PARENT_SCOPE)
endfunction()

# Give the output folder: the one that was named, or one for all sources of this folder that are converted alike.
# They share their headers, so no two ways of converting may share an output folder.
function(_hipify_output var named flags)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/hipify")
  if(NOT named STREQUAL "")
    get_filename_component(output "${named}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  endif()
  set(number 1)
  set(place "${output}")
  get_property(before GLOBAL PROPERTY "HIPIFY_PY ${place}")
  while(before AND NOT before STREQUAL flags)
    if(NOT named STREQUAL "")
      message(FATAL_ERROR
        "hipify_sources: ${output} is the OUTPUT_DIR of sources that are converted in another way, and headers are "
        "shared: name another one\n  ${before}\n  ${flags}")
    endif()
    math(EXPR number "${number} + 1")
    set(place "${output}-${number}")
    get_property(before GLOBAL PROPERTY "HIPIFY_PY ${place}")
  endwhile()
  if(NOT before AND named STREQUAL "")
    set_property(DIRECTORY APPEND PROPERTY ADDITIONAL_CLEAN_FILES "${place}")
  endif()
  set_property(GLOBAL PROPERTY "HIPIFY_PY ${place}" "${flags}")
  set("${var}" "${place}" PARENT_SCOPE)
endfunction()

# Write down how the files of an output folder are converted, in a file that changes when that does: Make does not
# notice other commands.
function(_hipify_stamp var output flags)
  string(MD5 key "${output}")
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/hipify-${key}.txt")
  set(text "${HipifyPy_VERSION} ${HIPIFY_PY_EXECUTABLE} ${flags}\n")
  set(old "")
  if(EXISTS "${stamp}")
    file(READ "${stamp}" old)
  endif()
  if(NOT old STREQUAL text)
    file(WRITE "${stamp}" "${text}")
  endif()
  set("${var}" "${stamp}" PARENT_SCOPE)
endfunction()
