# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
#
# Sets laws to the GoogleTests of a module, test/laws/*.cc, if GoogleTest is found.

find_package(GTest QUIET)
set(laws)
if(GTest_FOUND)
  file(
    GLOB laws
    RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS
    test/laws/*.cc
  )
  link_libraries(GTest::gtest)
  if(UNIX AND NOT APPLE) # each module has its own copy of an archive, and not parts of all copies
    add_link_options(-Wl,--exclude-libs,libgtest.a)
  endif()
endif()
