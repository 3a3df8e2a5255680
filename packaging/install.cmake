# What `cmake --install` copies: the program with its models, manual pages, completions and
# documents (component `program`), `braid-mpi` (component `mpi`), and the library with its header (component `library`).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(doc ${CMAKE_INSTALL_DATADIR}/doc/braid)
set(written ${CMAKE_CURRENT_BINARY_DIR}/written)

# ---------------------------------------------------------------- the program
install(TARGETS braid RUNTIME COMPONENT program)
if(JAVAC)
  install(FILES ${models_jar} DESTINATION ${CMAKE_INSTALL_DATADIR}/braid COMPONENT program)
endif()
install(CODE "
  file(REMOVE_RECURSE \"${written}\")
  file(MAKE_DIRECTORY \"${written}/man\")
  execute_process(COMMAND \"$<TARGET_FILE:braid>\" man --folder \"${written}/man\"
                  COMMAND_ERROR_IS_FATAL ANY)
  foreach(pair bash:braid zsh:_braid fish:braid.fish)
    string(REPLACE \":\" \";\" pair \${pair})
    list(GET pair 0 shell)
    list(GET pair 1 name)
    file(MAKE_DIRECTORY \"${written}/\${shell}\")
    execute_process(COMMAND \"$<TARGET_FILE:braid>\" completion \${shell}
                    OUTPUT_FILE \"${written}/\${shell}/\${name}\" COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  # Where Debian's zsh looks for what packages bring, and where it looks for the rest.
  set(zsh_folder site-functions)
  if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr\")
    set(zsh_folder vendor-completions)
  endif()
  file(INSTALL \"${written}/zsh/_braid\" DESTINATION
       \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${zsh_folder}\")
" COMPONENT program)
install(DIRECTORY ${written}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(DIRECTORY ${written}/bash/
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
install(DIRECTORY ${written}/fish/
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/LICENSE
        DESTINATION ${doc} COMPONENT program)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples
        DESTINATION ${doc} COMPONENT program)

# A package of its own (component `mpi`): whoever does not want it needs no MPI.
if(TARGET braid-mpi)
  install(TARGETS braid-mpi RUNTIME COMPONENT mpi OPTIONAL)
endif()

# ---------------------------------------------------------------- the library
if(braid_has_library)
  set(config ${CMAKE_INSTALL_LIBDIR}/cmake/braid)
  configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/braid-config.cmake.in
    ${CMAKE_CURRENT_BINARY_DIR}/braid-config.cmake INSTALL_DESTINATION ${config}
    PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_DATADIR)
  # Before 1.0, a minor version may change the interface.
  write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/braid-config-version.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/braid-config.cmake
                ${CMAKE_CURRENT_BINARY_DIR}/braid-config-version.cmake
          DESTINATION ${config} COMPONENT library)
  install(FILES ${BRAID_LIBRARY} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
  install(FILES ${PROJECT_SOURCE_DIR}/src/api/braid.h
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/braid COMPONENT library)
endif()
