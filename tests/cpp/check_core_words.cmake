# The core and its kernels never mention the host they are compiled for.
file(GLOB_RECURSE files
  "${ROOT}/cpp/include/*" "${ROOT}/cpp/src/*")
list(LENGTH files count)
if(count LESS 10)
  message(FATAL_ERROR "only ${count} files found under ${ROOT}/cpp")
endif()
foreach(file IN LISTS files)
  file(STRINGS "${file}" hits REGEX
    "[Ee][Mm][Ss][Cc][Rr][Ii][Pp][Tt][Ee][Nn]|[Ee][Mm][Bb][Ii][Nn][Dd]|EM_JS|[Jj]ava[Ss]cript")
  if(hits)
    message(SEND_ERROR "${file} mentions the host: ${hits}")
  endif()
endforeach()
