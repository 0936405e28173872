# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
#
# A run is identified, among others, by the code that computed it: the SHA-256 of the sources of its scenario library and
# of every module that one stands on. A change in another study, in Python or in a text leaves the finished runs valid.
#
# burstlab_code_version(TARGET STUDY MODULES..) adds to TARGET a source, made anew whenever one of those sources changes,
# that registers the version for the scenarios of the group STUDY.

function(burstlab_code_version target study)
  set(sources)
  foreach(module ${ARGN})
    file(GLOB module_sources CONFIGURE_DEPENDS
      ${PROJECT_SOURCE_DIR}/contrib/${module}/model/*.cc ${PROJECT_SOURCE_DIR}/contrib/${module}/model/*.h
      ${PROJECT_SOURCE_DIR}/contrib/${module}/model/*.sql
      ${PROJECT_SOURCE_DIR}/contrib/${module}/helper/*.cc ${PROJECT_SOURCE_DIR}/contrib/${module}/helper/*.h)
    list(APPEND sources ${module_sources})
  endforeach()
  get_target_property(own_sources ${target} SOURCES)
  foreach(source ${own_sources})
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    list(APPEND sources ${source})
  endforeach()
  list(SORT sources)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${target}-version.cc)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} "-DSOURCES=${sources}" -DROOT=${PROJECT_SOURCE_DIR} -DSTUDY=${study} -DOUTPUT=${output}
            -P ${PROJECT_SOURCE_DIR}/wscript-patches/wheel/write-code-version.cmake
    DEPENDS ${sources} VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
