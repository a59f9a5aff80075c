include("${CMAKE_CURRENT_LIST_DIR}/matrix_memory-targets.cmake")
