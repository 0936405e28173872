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

# burstlab_programs(): as in ns-3's scratch/, each .cc of the present folder with a main is a program of its own; one
# without is a plugin library for `./lab run SCENARIO --plugin=NAME`. What is wrong with one of them concerns no other.
function(burstlab_programs)
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME folder)
  file(GLOB sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cc)
  foreach(source ${sources})
    cmake_path(GET source STEM LAST_ONLY name)
    if(source MATCHES "^\\.")
      continue() # what an editor keeps beside a file
    endif()
    set(fault)
    if(NOT name MATCHES "^[A-Za-z0-9_][A-Za-z0-9_.+-]*$")
      set(fault "a name has letters, digits, _, -, + and . alone, and does not begin with one of the last three")
    elseif(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${source})
      set(fault "there is no such file")
    endif()
    if(fault)
      string(REGEX REPLACE "[^A-Za-z0-9_.+-]" "?" name "${name}")
      burstlab_broken_target(program ${name} ${folder}/${name}.cc "${fault}")
      continue()
    endif()
    # whether there is a main is to be looked at again when the file changes
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    file(READ ${source} text)
    string(REGEX REPLACE "//[^\n]*" "" text "${text}")
    set(target ${folder}-${name})
    if(text MATCHES "(^|[^A-Za-z0-9_])main *\\(")
      set(kind program)
      add_executable(${target} ${source})
    else()
      set(kind plugin)
      add_library(${target} MODULE ${source})
    endif()
    set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name}
                          RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${folder}
                          LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${folder})
    # Of ns-3 these modules are always there, so that their types can be named in texts; any other if it is used.
    target_link_libraries(${target} PRIVATE ${burstlab_modules} ${libapplications} ${libinternet} ${libpoint-to-point}
                          ${libpoint-to-point-layout} ${libtraffic-control} ${libflow-monitor} ${libcsma}
                          -Wl,--push-state,--as-needed ${ns3_libraries} -Wl,--pop-state)
    burstlab_target(${kind} ${target} ${source})
  endforeach()
endfunction()

function(burstlab_write_targets)
  get_property(targets GLOBAL PROPERTY burstlab_targets)
  list(JOIN targets ",\n" targets)
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/targets.json CONTENT "[\n${targets}\n]\n")
endfunction()
