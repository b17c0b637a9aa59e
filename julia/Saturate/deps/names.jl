# The name of the installed library, for the package and for what builds it.

"The library's file name with the number of its interface, as each system writes it: `libsaturate_capi.so.10`."
function versioned_name(number::Integer)
    Sys.iswindows() && return "saturate_capi-$number.dll"
    Sys.isapple() && return "libsaturate_capi.$number.dylib"
    return "libsaturate_capi.so.$number"
end
