# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
#
# A run is identified, among others, by the code that computed it: the SHA-256 of the sources of its scenario library, of
# every library of this project that one links to, directly or not, of all headers these include, and of the compiler's
# flags for a release (a sanitizer changes no result). A change in
# another study, in Python, in a text or in a comment leaves the finished runs valid.
#
# burstlab_code_version(TARGET) adds to TARGET a source, made anew whenever one of those files changes, that registers
# the version for the scenarios in TARGET.

function(burstlab_code_version target)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${target}-version.cc)
  target_sources(${target} PRIVATE ${output})
  # Not before the end of the folder: until then TARGET may be given more sources and libraries.
  cmake_language(EVAL CODE "cmake_language(DEFER CALL burstlab_write_code_version [[${target}]] [[${output}]])")
endfunction()

function(burstlab_write_code_version target output)
  set(open ${target})
  set(targets)
  set(sources)
  while(open)
    list(POP_FRONT open name)
    if(NOT TARGET ${name})
      continue()
    endif()
    get_target_property(alias ${name} ALIASED_TARGET)
    if(alias)
      set(name ${alias})
    endif()
    get_target_property(imported ${name} IMPORTED)
    if(imported OR name IN_LIST targets)
      continue()
    endif()
    list(APPEND targets ${name})
    get_target_property(folder ${name} SOURCE_DIR)
    foreach(property SOURCES INTERFACE_SOURCES LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
      get_target_property(items ${name} ${property})
      foreach(item ${items})
        if(item MATCHES "-NOTFOUND$")
          continue()
        endif()
        cmake_path(ABSOLUTE_PATH item BASE_DIRECTORY ${folder} OUTPUT_VARIABLE file)
        if(property MATCHES "SOURCES" AND NOT item MATCHES "\\$<")
          list(APPEND sources ${file})
        else() # a library, perhaps within a generator expression
          string(REGEX MATCHALL "[A-Za-z0-9_.+-]+(::[A-Za-z0-9_.+-]+)?" names "${item}")
          list(APPEND open ${names})
        endif()
      endforeach()
    endforeach()
  endwhile()
  list(REMOVE_ITEM sources ${output})
  list(REMOVE_DUPLICATES sources)
  list(SORT sources)
  set(compiler)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(compiler ${CMAKE_CXX_COMPILER})
  endif()
  set(writer ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/write-code-version.cmake)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} "-DSOURCES=${sources}" -DROOT=${PROJECT_SOURCE_DIR} -DBUILD=${PROJECT_BINARY_DIR}
            "-DFLAGS=${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_RELEASE}" -DCOMPILER=${compiler}
            -DOUTPUT=${output} -P ${writer}
    DEPENDS ${sources} ${writer} DEPFILE ${output}.d VERBATIM)
endfunction()
