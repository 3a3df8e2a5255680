# libbraid.a, for programs that use Braid as a library (src/api/braid.h).
#
# All objects become one, and all its names but those of namespace braid become local. So the
# names of folders, `ir`, `run` or `base`, cannot meet those of the program that is linked with it.
# Templates that both have must not be shared either: the linker would throw one copy away together
# with names that are local now. Hence no groups are left (--force-group-allocation, which only GNU
# ld has).
find_program(GNU_LD NAMES ld.bfd ld)
find_library(CADICAL NAMES libcadical.a cadical)
set(BRAID_LIBRARY ${CMAKE_CURRENT_BINARY_DIR}/libbraid.a)
set(braid_has_library NO)
if(GNU_LD AND CMAKE_OBJCOPY AND CADICAL AND NOT BRAID_SANITIZE)
  set(braid_has_library YES)
  set(braid_needs fmt::fmt z3 gmpxx gmp ZLIB::ZLIB Threads::Threads)
  set(braid_static)
  if(CADICAL MATCHES "\\.a$")
    set(braid_static ${CADICAL})
  else()
    list(APPEND braid_needs cadical)
  endif()
  set(part_files)
  foreach(part IN LISTS bundled_parts)
    list(APPEND part_files $<TARGET_FILE:${part}>)
  endforeach()
  set(object ${CMAKE_CURRENT_BINARY_DIR}/libbraid.o)
  add_custom_command(
    OUTPUT ${BRAID_LIBRARY}
    COMMAND ${GNU_LD} -r --force-group-allocation -o ${object} --whole-archive ${part_files}
            --no-whole-archive ${braid_static}
    COMMAND ${CMAKE_COMMAND} -DOBJECT=${object} -DNM=${CMAKE_NM} -DOBJCOPY=${CMAKE_OBJCOPY}
            -P ${PROJECT_SOURCE_DIR}/packaging/hide_names.cmake
    COMMAND ${CMAKE_COMMAND} -E rm -f ${BRAID_LIBRARY}
    COMMAND ${CMAKE_AR} qcs ${BRAID_LIBRARY} ${object}
    COMMAND ${CMAKE_COMMAND} -E rm ${object}
    DEPENDS ${bundled_parts} ${PROJECT_SOURCE_DIR}/packaging/hide_names.cmake COMMENT "Making libbraid.a" VERBATIM)
  add_custom_target(braid_bundle ALL DEPENDS ${BRAID_LIBRARY})
endif()
