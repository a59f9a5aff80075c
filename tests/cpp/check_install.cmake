# Installs the built library, builds docs/example against the installed package
# and compares what it prints.
set(prefix "${BUILT}/example/prefix")
set(build "${BUILT}/example/build")
file(REMOVE_RECURSE "${BUILT}/example")

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result
    OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(result)
    message(FATAL_ERROR "${ARGN} failed:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# A sanitized library needs a sanitized program.
if(SANITIZE)
  set(flags "-DCMAKE_CXX_FLAGS=-fsanitize=address,undefined")
endif()

run(${CMAKE_COMMAND} --install "${BUILT}" --prefix "${prefix}")
run(${CMAKE_COMMAND} -S "${SOURCE}" -B "${build}" -G "${GENERATOR}"
  "-DCMAKE_PREFIX_PATH=${prefix}" ${flags})
run(${CMAKE_COMMAND} --build "${build}")
run("${build}/example")

foreach(line
    "correlation-matrix reads the first key as \\(1.0000, 0.5000\\)"
    "delta-net          reads the first key as \\(0.7500, 0.5000\\)"
    "least-squares      reads the first key as \\(1.0000, 0.0000\\)"
    "65 pairs: [01].[0-9]+, in theory 1.000"
    "refused: read: queries have 4 numbers a row, expected 2 \\(keyDim\\)")
  if(NOT output MATCHES "${line}")
    message(FATAL_ERROR "the example does not print \"${line}\" but\n${output}")
  endif()
endforeach()
