# What the first use needs is compiled with the package: newer versions keep the code, older ones what inference found.
#
# Questions are answered through a table, so that following calls from `saturate` does not find the answers.

precompile(saturate, (Any, Any))
precompile(saturate, (Any, Any, RuleSet))
precompile(optimized_entry, (Any, Any, Tuple{}, COptions, Bool))
precompile(optimized_entry, (Any, Any, RuleSet, COptions, Bool))
precompile(optimize_entry!, (Entry, Any, RuleSet, COptions, Bool))
precompile(optimize_entry!, (Entry, Any, Tuple{}, COptions, Bool))
precompile(optimized_body!, (Entry, MethodBody, RuleSet, COptions, Bool))
precompile(optimized_body!, (Entry, MethodBody, Tuple{}, COptions, Bool))
precompile(cached, (Any, Any, RuleSet))
precompile(define_rules, (RulePart,))
precompile(generated_code, (Int, Vector{Symbol}, Tuple))
precompile(ask_session, (Ptr{Cvoid}, Int32, Ptr{Int32}, Csize_t, Ptr{UInt8}, Csize_t, Ptr{CAnswer}))
foreach(answer -> precompile(answer, (Session, Vector{Int32}, String)), ANSWERS)

"What the first use is practised on: a loop, broadcasts, a branch."
module Rehearsal
import ..@compile_as
@compile_as 2
function practice(x, y, k)
    s = sin(k)^2 + cos(k)^2
    for v in x
        s += v > k ? v : 2v
    end
    return s .* (x .+ y)
end
end

"Whether this version keeps compiled code with packages. Where it keeps only what inference found, a rehearsal makes the first use slower."
const KEEPS_CODE = hasfield(Base.JLOptions, :use_pkgimages) && Base.JLOptions().use_pkgimages == 1

"""
Optimises a function while this package is compiled, so that what that needs is kept with it. Without the library there is nothing to practise with. What belongs
to this process (addresses, worlds) is forgotten again; the numbers of functions with constants stay, since compiled code knows them.
"""
function rehearse()
    KEEPS_CODE && package_in_the_making() === @__MODULE__() || return false
    types = Tuple{Vector{Float64},Vector{Float64},Float64}
    went_well = try
        made = (saturate(Rehearsal.practice, types), saturate(Rehearsal.practice, types, library_rules(:trig) ∪ library_rules(:broadcast)))
        all(g -> reason(g) === nothing, made)
    catch err
        # A package that starts slowly is better than none; the package's tests look at this.
        err isa InterruptException && rethrow()
        false
    end
    foreach(finalize, values(READ_RULES))
    foreach(empty!, (REMEMBERED..., LIBRARY_ROOTS, FILLED_NUMBERS, HELD_MEANWHILE, READ_RULES))
    foreach(empty!, values(KEPT[]))
    FACTS_WORLD[] = 0
    LIBRARY[] = nothing
    return went_well
end

const REHEARSED = rehearse()
