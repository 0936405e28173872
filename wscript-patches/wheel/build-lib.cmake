# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
#
# build_lib() and build_lib_example() with the arguments they have inside an ns-3 tree, so that the very same
# contrib/*/CMakeLists.txt builds here. Libraries are called libburstlab-<module>.so: the loader of the wheel takes every
# libns3*.so it can find for a part of ns-3.

set(burstlab_include ${PROJECT_BINARY_DIR}/include)
set(burstlab_modules)
file(GLOB lists CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/contrib/*/CMakeLists.txt)
foreach(list ${lists})
  cmake_path(GET list PARENT_PATH folder)
  cmake_path(GET folder FILENAME module)
  list(APPEND burstlab_modules ${module})
  set(lib${module} ${module})
endforeach()

# What most sources include of C++ and ns-3 is parsed once for the libraries and once for the tests: a build takes a
# quarter less. Sources include what they use all the same: inside an ns-3 tree no header of ns-3 is precompiled.
set(burstlab_parsed_once <algorithm> <cmath> <cstdint> <deque> <functional> <map> <memory> <optional> <sstream> <stdexcept>
  <string> <utility> <vector> <ns3/log.h> <ns3/node.h> <ns3/nstime.h> <ns3/object.h> <ns3/packet.h> <ns3/simulator.h>
  <ns3/string.h> <ns3/traced-callback.h> <ns3/uinteger.h>)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/parsed-once.cc CONTENT "")
add_library(burstlab-parsed-once OBJECT ${PROJECT_BINARY_DIR}/parsed-once.cc)
target_link_libraries(burstlab-parsed-once PRIVATE ${libcore} ${libnetwork})
target_precompile_headers(burstlab-parsed-once PRIVATE ${burstlab_parsed_once})

# burstlab_unity(TARGET): the compiler reads the sources of a module four at a time, which halves its work. Each keeps a log
# component of its own, which ns-3 calls g_log. Inside an ns-3 tree each source is read alone.
function(burstlab_unity target)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cc$")
  foreach(source ${sources})
    set(module ${target})
    if(source MATCHES "/contrib/([^/]+)/")
      set(module ${CMAKE_MATCH_1})
    endif()
    math(EXPR number "0${count_${module}} / 4")
    math(EXPR count_${module} "0${count_${module}} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${module}_${number})
  endforeach()
  set(names
    "#define BURSTLAB_PASTE(a, b) a##b"
    "#define BURSTLAB_LOG(source) BURSTLAB_PASTE(g_log_, source)"
    "#define g_log BURSTLAB_LOG(BURSTLAB_SOURCE)")
  list(JOIN names "\n" names)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP
    UNITY_BUILD_UNIQUE_ID BURSTLAB_SOURCE UNITY_BUILD_CODE_BEFORE_INCLUDE "${names}")
  # a source that is included has, to g++, its unnamed namespace in a header
  target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
endfunction()

if(BURSTLAB_TESTS)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/test-runner.cc CONTENT
    "#include <ns3/test.h>\nint main(int argc, char* argv[])\n{\n    return ns3::TestRunner::Run(argc, argv);\n}\n")
  add_executable(burstlab-test-runner ${PROJECT_BINARY_DIR}/test-runner.cc)
  set(burstlab_test_options $<$<CONFIG:Release>:-O1> # builds a third faster
    -Wno-array-bounds -Wno-stringop-overflow) # g++ 12 warns of strings of C++23 within NS_TEST_EXPECT_MSG_EQ
  target_compile_options(burstlab-test-runner PRIVATE ${burstlab_test_options})
  # g++ does not warn of what macros of a system's header compare. In a tree of ns-3 test.h is none.
  file(READ ${ns3_include}/ns3/test.h text)
  string(REGEX REPLACE "#include \"([a-z])" "#include \"ns3/\\1" text "${text}")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/test-include/ns3/test.h CONTENT "${text}" @ONLY)
  target_include_directories(burstlab-test-runner BEFORE PRIVATE ${PROJECT_BINARY_DIR}/test-include)
  target_precompile_headers(burstlab-test-runner PRIVATE ${burstlab_parsed_once} <ns3/test.h>)
  burstlab_target(test burstlab-test-runner contrib)
endif()

function(build_lib)
  cmake_parse_arguments(BLIB "" "LIBNAME"
    "SOURCE_FILES;HEADER_FILES;PRIVATE_HEADER_FILES;LIBRARIES_TO_LINK;TEST_SOURCES" ${ARGN})

  file(MAKE_DIRECTORY ${burstlab_include}/ns3)
  set(module_header "#pragma once\n")
  foreach(header ${BLIB_HEADER_FILES})
    cmake_path(GET header FILENAME name)
    file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/${header} ${burstlab_include}/ns3/${name} SYMBOLIC)
    string(APPEND module_header "#include <ns3/${name}>\n")
    set_property(GLOBAL APPEND PROPERTY burstlab_headers ${name})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY burstlab_headers ${BLIB_LIBNAME}-module.h)
  file(CONFIGURE OUTPUT ${burstlab_include}/ns3/${BLIB_LIBNAME}-module.h CONTENT "${module_header}" @ONLY)

  add_library(${BLIB_LIBNAME} SHARED ${BLIB_SOURCE_FILES} ${BLIB_HEADER_FILES} ${BLIB_PRIVATE_HEADER_FILES})
  set_target_properties(${BLIB_LIBNAME} PROPERTIES OUTPUT_NAME burstlab-${BLIB_LIBNAME} DEFINE_SYMBOL "")
  target_precompile_headers(${BLIB_LIBNAME} REUSE_FROM burstlab-parsed-once)
  burstlab_unity(${BLIB_LIBNAME})
  burstlab_target(module ${BLIB_LIBNAME} ${CMAKE_CURRENT_SOURCE_DIR})
  target_include_directories(${BLIB_LIBNAME} PUBLIC ${burstlab_include})
  # As inside an ns-3 tree: other modules are passed on to whoever links this one, third parties are not.
  foreach(library ${BLIB_LIBRARIES_TO_LINK})
    if(library MATCHES "^ns3-" OR library IN_LIST burstlab_modules)
      target_link_libraries(${BLIB_LIBNAME} PUBLIC ${library})
    else()
      target_link_libraries(${BLIB_LIBNAME} PRIVATE ${library})
    endif()
  endforeach()

  if(ENABLE_TESTS AND BLIB_TEST_SOURCES)
    list(TRANSFORM BLIB_TEST_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    target_sources(burstlab-test-runner PRIVATE ${BLIB_TEST_SOURCES})
    target_link_libraries(burstlab-test-runner PRIVATE ${BLIB_LIBNAME} ${BLIB_LIBRARIES_TO_LINK})
  endif()
  if(ENABLE_EXAMPLES AND EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/examples/CMakeLists.txt)
    add_subdirectory(examples)
  endif()
endfunction()

function(build_lib_example)
  cmake_parse_arguments(EXAMPLE "" "NAME" "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK" ${ARGN})
  add_executable(${EXAMPLE_NAME} ${EXAMPLE_SOURCE_FILES} ${EXAMPLE_HEADER_FILES})
  target_link_libraries(${EXAMPLE_NAME} PRIVATE ${EXAMPLE_LIBRARIES_TO_LINK})
  list(GET EXAMPLE_SOURCE_FILES 0 source)
  burstlab_target(program ${EXAMPLE_NAME} ${source})
endfunction()

# burstlab_drop_headers(): what is left in the include folder of headers that went.
function(burstlab_drop_headers)
  get_property(headers GLOBAL PROPERTY burstlab_headers)
  file(GLOB found RELATIVE ${burstlab_include}/ns3 ${burstlab_include}/ns3/*.h)
  list(REMOVE_ITEM found ${headers})
  list(TRANSFORM found PREPEND ${burstlab_include}/ns3/)
  if(found)
    file(REMOVE ${found})
  endif()
endfunction()
