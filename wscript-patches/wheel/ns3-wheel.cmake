# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
#
# The ns-3 of the PyPI wheel as imported targets: ${libcore}, ${libnetwork}, ... as inside an ns-3 tree. The wheel's own
# CMake export names directories of the machine it was built on, so it is not used.
#
# Which Boost: the wheel's include folder carries headers of Boost 1.66. Only its folder ns3/ is put on the include path
# (through a link), so that Debian's Boost, the one the suite is tested with, is the only one that is found.

find_package(Python3 REQUIRED COMPONENTS Interpreter)
execute_process(
  COMMAND ${Python3_EXECUTABLE} -c "import importlib.metadata as m; d = m.distribution('ns3'); print(d.locate_file('ns3'), end='')"
  OUTPUT_VARIABLE NS3_WHEEL COMMAND_ERROR_IS_FATAL ANY)
file(GLOB ns3_libraries ${NS3_WHEEL}/lib64/libns3.*.so)
if(NOT ns3_libraries)
  message(FATAL_ERROR "The Python package ns3 (${NS3_WHEEL}) holds no libraries; ./lab sets it up")
endif()
list(GET ns3_libraries 0 ns3_library)
string(REGEX REPLACE ".*/libns(3\\.[0-9]+)-.*" "\\1" NS3_VER ${ns3_library})

set(ns3_include ${PROJECT_BINARY_DIR}/wheel-include)
file(MAKE_DIRECTORY ${ns3_include})
file(CREATE_LINK ${NS3_WHEEL}/include/ns3 ${ns3_include}/ns3 SYMBOLIC)

foreach(ns3_library ${ns3_libraries})
  string(REGEX REPLACE ".*/libns3\\.[0-9]+-(.*)\\.so" "\\1" module ${ns3_library})
  add_library(ns3-${module} SHARED IMPORTED GLOBAL)
  set_target_properties(ns3-${module} PROPERTIES
    IMPORTED_LOCATION ${ns3_library}
    INTERFACE_INCLUDE_DIRECTORIES ${ns3_include}
    INTERFACE_COMPILE_DEFINITIONS "NS3_LOG_ENABLE;NS3_ASSERT_ENABLE")
  set(lib${module} ns3-${module})
  list(APPEND ns3-all-enabled-modules ${module})
endforeach()

# The libraries of the wheel find each other and what they are bundled with beside themselves.
set(CMAKE_BUILD_RPATH ${NS3_WHEEL}/lib64)
add_link_options(-Wl,-rpath-link,${NS3_WHEEL}/lib64)

# Inside an ns-3 tree a module whose third party is missing is left out. Here the suite is built whole.
find_package(SQLite3)
find_path(boost_graph boost/graph/strong_components.hpp)
find_path(boost_math boost/math/distributions/chi_squared.hpp)
find_path(nlohmann_json nlohmann/json.hpp)
set(parts SQLite3_FOUND boost_graph boost_math nlohmann_json)
set(packages libsqlite3-dev libboost-dev libboost-dev nlohmann-json3-dev)
foreach(part package IN ZIP_LISTS parts packages)
  if(NOT ${part})
    message(FATAL_ERROR "Debian's package ${package} is missing: apt-get install ${package}, as ./lab does")
  endif()
endforeach()
# CMake leaves out folders that the compiler searches anyway, such as /usr/include.
include_directories(SYSTEM ${boost_graph} ${boost_math} ${nlohmann_json} ${SQLite3_INCLUDE_DIRS})
