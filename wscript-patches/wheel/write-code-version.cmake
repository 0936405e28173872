# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
#
# cmake -DSOURCES=.. -DROOT=.. -DSTUDY=.. -DOUTPUT=.. -P: hashes SOURCES with their names and writes the source OUTPUT.

set(content)
foreach(source ${SOURCES})
  file(SHA256 ${source} hash)
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${ROOT})
  string(APPEND content "${source} ${hash}\n")
endforeach()
string(SHA256 version "${content}")
string(SUBSTRING ${version} 0 16 version)
file(WRITE ${OUTPUT}
  "#include <ns3/burst-core-code-version.h>\n"
  "static const ns3::CodeVersion g_version{\"${STUDY}\", \"${version}\"};\n")
