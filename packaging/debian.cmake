# Debian packages: `cpack --config build/release/CPackConfig.cmake`.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME braid)
# Who packs it is the maintainer: `cpack -D CPACK_PACKAGE_CONTACT="Name <address>"`.
set(CPACK_PACKAGE_CONTACT "The Braid authors <braid@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "verifier for concurrent object-oriented programs")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME braid)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
    "Braid asks whether any input and any interleaving can break a program with threads, objects, "
    "locks, exceptions and contracts. It reads Java, OOX, PL and BIR.")
string(JOIN "" CPACK_COMPONENT_PROGRAM_DESCRIPTION ${CPACK_COMPONENT_PROGRAM_DESCRIPTION})
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "openjdk-17-jdk-headless | default-jdk-headless")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS spin)

if(TARGET braid-mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
  # It need not have been built: cpack reads this when it begins.
  set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_BINARY_DIR}/cpack_components.cmake)
  file(GENERATE OUTPUT ${CPACK_PROJECT_CONFIG_FILE} CONTENT
       "if(NOT EXISTS \"$<TARGET_FILE:braid-mpi>\")\n  list(REMOVE_ITEM CPACK_COMPONENTS_ALL mpi)\nendif()\n")
  set(CPACK_DEBIAN_MPI_PACKAGE_NAME braid-mpi)
  set(CPACK_COMPONENT_MPI_DESCRIPTION "Braid's symbolic search in several processes, over MPI.")
  set(CPACK_DEBIAN_MPI_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "braid (= ${PROJECT_VERSION})")
  set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS openmpi-bin)
endif()

if(braid_has_library)
  list(APPEND CPACK_COMPONENTS_ALL library)
  set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libbraid-dev)
  set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
  set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "Braid as a C++ library: the header and a static library.")
  set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS
      "braid (= ${PROJECT_VERSION}), libfmt-dev, libz3-dev, libgmp-dev, zlib1g-dev")
endif()
include(CPack)
