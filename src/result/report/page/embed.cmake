# Writes OUT, a C++ file with the page of HTML reports: page.html with its style and its scripts, and
# with the hashes of both, by which browsers know that nothing else may run.
#
#   cmake -DFOLDER=… -DOUT=… -P embed.cmake

# In the order in which they rely on each other.
set(scripts dom moments arrows execution lanes heap source summary main)

function(base64_of_sha256 text result)
  string(SHA256 hex "${text}")
  set(hex "${hex}0000")  # 34 bytes: the last two are padding
  set(alphabet ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
  set(out "")
  foreach(at RANGE 0 60 6)
    string(SUBSTRING "${hex}" ${at} 6 digits)
    foreach(shift 18 12 6 0)
      math(EXPR index "(0x${digits} >> ${shift}) & 63")
      string(SUBSTRING "${alphabet}" ${index} 1 letter)
      string(APPEND out "${letter}")
    endforeach()
  endforeach()
  string(SUBSTRING "${out}" 0 43 out)
  set(${result} "${out}=" PARENT_SCOPE)
endfunction()

set(script "\"use strict\";\n")
foreach(name IN LISTS scripts)
  file(READ ${FOLDER}/${name}.js text)
  string(APPEND script "${text}")
endforeach()
file(READ ${FOLDER}/style.css style)
file(READ ${FOLDER}/page.html page)

base64_of_sha256("${script}" script_hash)
base64_of_sha256("${style}" style_hash)
string(REPLACE "@SCRIPT_HASH@" "${script_hash}" page "${page}")
string(REPLACE "@STYLE_HASH@" "${style_hash}" page "${page}")
string(REPLACE "@SCRIPT@" "${script}" page "${page}")
string(REPLACE "@STYLE@" "${style}" page "${page}")
file(WRITE ${OUT} "#include \"result/report/page.h\"\n\nnamespace report {\n\n"
     "const std::string_view kPage = R\"braid-page(${page})braid-page\";\n\n}  // namespace report\n")
