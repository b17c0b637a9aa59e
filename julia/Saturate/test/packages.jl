# A package that ships rules: precompiled, loaded in another session, used there.
#
# Callables that a package made while it was precompiled come with it: optimised, without the library being loaded for them, and they must not find another
# body under their number. What they relied on is asked for at their first call. Rules are read again where they are used.

module Packages

using Saturate, Test

const AUTHOR = """
module RuleAuthor
using Saturate
export laws
slow(x) = (x > 1e9 && println(x); x)
quick(x) = x
scaled(x, k) = k * x
@rules laws begin
    @relaxed slow(~x) --> quick(~x)
    scaled(~x, ~k::Comptime{Int}) => ~k == 0 ? 0 : nothing
    @cost slow 1000
end
f(x) = slow(x) + 1
run_fast(x) = @saturate laws f(x)
f_two(x) = slow(x) + 2
f_three(x) = slow(x) + 3
@saturate laws itself(x) = slow(x) + 4
const held = saturate(f, (Float64,), laws)
const held_two = saturate(f_two, (Float64,), laws)
const held_three = saturate(f_three, (Float64,), laws)
itself(1.0)
const at_compile_time = (held(2.0), run_fast(2.0))
const in_session = Ref{Any}()
__init__() = (in_session[] = saturate(f, (Float64,), laws); nothing)
end
"""

const USER = """
module RuleUser
using Saturate, RuleAuthor
g(x) = RuleAuthor.slow(x) * 2
use(x) = @saturate laws ∪ trig g(x)      # a set of a package that is closed by now, and one of the library
const w = use(1.0)
end
"""

# The first callable of the session has the number that the package's had when it was compiled.
const SESSION = """
using Saturate
other(x) = x - 1
first_one = saturate(other, (Float64,))
using RuleAuthor, RuleUser
cost(g) = report(g).cost_after
println((RuleAuthor.held(2.0), RuleAuthor.itself(2.0), RuleAuthor.run_fast(2.0)))
# What a package made needs no optimiser.
println(Saturate.CACHE.count == 0)
println((RuleAuthor.at_compile_time, first_one(2.0), RuleAuthor.held(2.0), reason(RuleAuthor.held), cost(RuleAuthor.held),
         RuleAuthor.run_fast(2.0), RuleAuthor.in_session[](2.0), cost(RuleAuthor.in_session[]), RuleUser.w, RuleUser.use(3.0),
         cost(saturate(x -> RuleAuthor.scaled(x, 0), (Int,), laws)), occursin("-->", string(laws))))
# What changes between the package's image and the first call is noticed: a new method of what the code calls.
RuleAuthor.slow(x::Float64) = 10x
println((RuleAuthor.held_two(2.0), reason(RuleAuthor.held_two) !== nothing))
RuleAuthor.f_three(x::Float64) = -x
println((RuleAuthor.held_three(2.0), RuleAuthor.held(2.0)))
"""

const EXPECTED = """
(3.0, 6.0, 3.0)
true
((3.0, 3.0), 1.0, 3.0, nothing, 2.0, 3.0, 3.0, 2.0, 2.0, 6.0, 0.0, true)
(22.0, true)
(-2.0, 21.0)"""

"What a fresh session prints; it is stopped after `seconds`."
function session(code::String, folder::String; seconds=240, library=Saturate.library().path, threads=1)
    separator = Sys.iswindows() ? ';' : ':'
    paths = join([folder, "@stdlib"], separator)
    depots = join([joinpath(folder, "depot"), DEPOT_PATH...], separator)
    command = addenv_(`$(Base.julia_cmd()) --startup-file=no -e $code`, "JULIA_LOAD_PATH" => paths, "JULIA_DEPOT_PATH" => depots,
                      "SATURATE_LIBRARY" => library, "JULIA_NUM_THREADS" => string(threads))
    out = joinpath(folder, "out")
    process = run(pipeline(ignorestatus(command); stdout=out, stderr=joinpath(folder, "err")); wait=false)
    timer = Timer(_ -> process_running(process) && kill(process, Base.SIGKILL), seconds)
    wait(process)
    close(timer)
    text = read(out, String)
    success(process) || println(read(joinpath(folder, "err"), String))
    return text
end

"A command with more variables in its environment; one that is `nothing` is taken out of it."
function addenv_(command::Cmd, pairs...)
    variables = Dict{String,String}(ENV)
    foreach(((name, value),) -> value === nothing ? delete!(variables, name) : (variables[name] = value), pairs)
    return setenv(command, variables)
end

function write_package(folder, name, uuid, code, deps...)
    mkpath(joinpath(folder, name, "src"))
    write(joinpath(folder, name, "src", name * ".jl"), code)
    write(joinpath(folder, name, "Project.toml"),
          string("name = \"$name\"\nuuid = \"$uuid\"\nversion = \"0.1.0\"\n[deps]\n", (string(d, " = \"", u, "\"\n") for (d, u) in deps)...))
end

run_tests() = @testset "a package that ships rules" begin
    folder = mktempdir()
    # One folder with all packages: newer versions look for what a package needs only where they found it.
    symlink(dirname(dirname(pathof(Saturate))), joinpath(folder, "Saturate"))
    own = "Saturate" => "6f0ad9a2-5c1e-4c62-9a3b-0f7d2b8c41e5"
    author = "RuleAuthor" => "11111111-2222-4333-8444-555555555555"
    write_package(folder, author..., AUTHOR, own)
    write_package(folder, "RuleUser", "11111111-2222-4333-8444-666666666666", USER, own, author)
    @test strip(session(SESSION, folder)) == EXPECTED
    # Once more, now that everything is compiled.
    @test strip(session(SESSION, folder)) == EXPECTED
end

end # module
