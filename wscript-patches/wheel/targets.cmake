# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
#
# What the laboratory may use of this build, and nothing besides: what a removed source left in the build tree is not
# listed. burstlab_write_targets() writes targets.json, a list of {kind, name, source, file, broken}; kind is one of
# runner, module, scenarios, program, plugin and test; file is relative to the build tree, source to the checkout.

# burstlab_target(KIND TARGET SOURCE)
function(burstlab_target kind target source)
  cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
  set(file "$<PATH:RELATIVE_PATH,$<TARGET_FILE:${target}>,${PROJECT_BINARY_DIR}>")
  set(name "$<TARGET_FILE_BASE_NAME:${target}>")
  set_property(GLOBAL APPEND PROPERTY burstlab_targets
    "{\"kind\": \"${kind}\", \"name\": \"${name}\", \"source\": \"${source}\", \"file\": \"${file}\"}")
endfunction()

# burstlab_broken_target(KIND NAME SOURCE REASON): a source that no target can be made of.
function(burstlab_broken_target kind name source reason)
  set_property(GLOBAL APPEND PROPERTY burstlab_targets
    "{\"kind\": \"${kind}\", \"name\": \"${name}\", \"source\": \"${source}\", \"file\": \"\", \"broken\": \"${reason}\"}")
endfunction()

function(burstlab_write_targets)
  get_property(targets GLOBAL PROPERTY burstlab_targets)
  list(JOIN targets ",\n" targets)
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/targets.json CONTENT "[\n${targets}\n]\n")
endfunction()
