# Makes every name of an object file local but those of namespace braid:
#   cmake -DOBJECT=FILE.o -DNM=nm -DOBJCOPY=objcopy -P hide_names.cmake
#
# objcopy leaves names alone of which there is to be one in the whole process ("unique": variables
# of inline functions), unless they are weak.
execute_process(COMMAND ${NM} --defined-only ${OBJECT} OUTPUT_VARIABLE names
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL " u [^\n]+" unique "${names}")
list(TRANSFORM unique REPLACE "^ u " "")
list(JOIN unique "\n" unique)
file(WRITE ${OBJECT}.unique "${unique}\n")
execute_process(COMMAND ${OBJCOPY} --strip-debug --weaken-symbols=${OBJECT}.unique ${OBJECT}
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${OBJCOPY} --wildcard --keep-global-symbol=_ZN5braid*
                        --keep-global-symbol=_ZNK5braid* ${OBJECT}
                COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE ${OBJECT}.unique)
