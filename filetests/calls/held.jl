# Functions that a value holds until it is run: broadcasts, comprehensions, generators.

@rules trig begin
    sin(~x)^2 + cos(~x)^2 --> one(~x)
end

wave(x) = sin(x)^2 + cos(x)^2

dotted(v) = wave.(v)
#! opt --entry dotted --sig Vector{Float64} --rules trig
#> # cost 2 → 2, optimal
#> # wave′1 stands for wave(::Float64): cost 5 → 0
#> function dotted(%1 v::Vector{Float64})::Vector{Float64}
#> b0:
#>     %2 = broadcasted(wave′1, %1)::Broadcasted{Nothing, Nothing, typeof(wave′1), Tuple{Vector{Float64}}}
#>     %3 = materialize(%2)::Vector{Float64}
#>     return %3
#> end
#>
#> function wave′1(%1 x::Float64)::Float64
#> b0:
#>     return 1.0
#> end
#! run --opt --rules trig --entry dotted [1.0,2.0]
#> 2-element Vector{Float64}:
#>  1.0
#>  1.0

# Through other broadcasts, with a closure that has a variable of its own.
dotted_twice(v, c) = wave.(2.0 .* v) .+ (x -> wave(x) * c).(v)
#! opt --entry dotted_twice --sig "Vector{Float64}, Float64" --rules trig
#> # cost 6 → 6, optimal
#> # wave′1 stands for wave(::Float64): cost 5 → 0
#> # closure′2 stands for var"#1#2"{Float64}(::Float64): cost 7 → 2
#> function dotted_twice(%1 v::Vector{Float64}, %2 c::Float64)::Vector{Float64}
#> b0:
#>     %3 = broadcasted(*, 2.0, %1)::Broadcasted{Nothing, Nothing, typeof(*), Tuple{Float64, Vector{Float64}}}
#>     %4 = broadcasted(wave′1, %3)::Broadcasted{Nothing, Nothing, typeof(wave′1), Tuple{Broadcasted{Nothing, Nothing, typeof(*), Tuple{Float64, Vector{Float64}}}}}
#>     %5 = %new var"#1#2"(%2)::var"#1#2"{Float64}
#>     %6 = closure′2(%5)::SaturatedVersion{:closure′2, var"#1#2"{Float64}}
#>     %7 = broadcasted(%6, %1)::Broadcasted{Nothing, Nothing, SaturatedVersion{:closure′2, var"#1#2"{Float64}}, Tuple{Vector{Float64}}}
#>     %8 = broadcasted(+, %4, %7)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Broadcasted{Nothing, Nothing, typeof(wave′1), Tuple{Broadcasted{Nothing, Nothing, typeof(*), Tuple{Float64, Vector{Float64}}}}}, Broadcasted{Nothing, Nothing, SaturatedVersion{:closure′2, var"#1#2"{Float64}}, Tuple{Vector{Float64}}}}}
#>     %9 = materialize(%8)::Vector{Float64}
#>     return %9
#> end
#>
#> function wave′1(%1 x::Float64)::Float64
#> b0:
#>     return 1.0
#> end
#>
#> function closure′2(%1 #self#::var"#1#2"{Float64}, %2 x::Float64)::Float64
#> b0:
#>     %3 = wave′1(%2)::Float64
#>     %4 = getfield(%1, :c)::Float64
#>     %5 = *(%3, %4)::Float64
#>     return %5
#> end
#! run --opt --rules trig --entry dotted_twice [1.0,2.0] 3.0
#> 2-element Vector{Float64}:
#>  4.0
#>  4.0

dotted_into(o, v) = (o .= wave.(v) .+ 1.0; o)
#! opt --entry dotted_into --sig "Vector{Float64}, Vector{Float64}" --rules trig
#> # cost 3 → 3, optimal
#> # wave′1 stands for wave(::Float64): cost 5 → 0
#> function dotted_into(%1 o::Vector{Float64}, %2 v::Vector{Float64})::Vector{Float64}
#> b0:
#>     %3 = broadcasted(wave′1, %2)::Broadcasted{Nothing, Nothing, typeof(wave′1), Tuple{Vector{Float64}}}
#>     %4 = broadcasted(+, %3, 1.0)::Broadcasted{Nothing, Nothing, typeof(+), Tuple{Broadcasted{Nothing, Nothing, typeof(wave′1), Tuple{Vector{Float64}}}, Float64}}
#>     %5 = materialize!(%1, %4)::Vector{Float64}
#>     return %1
#> end
#>
#> function wave′1(%1 x::Float64)::Float64
#> b0:
#>     return 1.0
#> end
#! run --opt --rules trig --entry dotted_into [0.0,0.0] [1.0,2.0]
#> 2-element Vector{Float64}:
#>  2.0
#>  2.0

comprehension(v) = [wave(x) + 1.0 for x in v]
#! opt --entry comprehension --sig Vector{Float64} --rules trig
#> # cost 2 → 2, optimal
#> # closure′1 stands for constant#70(::Float64): cost 6 → 0
#> function comprehension(%1 v::Vector{Float64})::Vector{Float64}
#> b0:
#>     %2 = Generator(closure′1, %1)::Generator{Vector{Float64}, SaturatedVersion{:closure′1, var"#3#4"}}
#>     %3 = collect(%2)::Vector{Float64}
#>     return %3
#> end
#>
#> function closure′1(%1 x::Float64)::Float64
#> b0:
#>     return 2.0
#> end
#! opt --entry comprehension --sig Vector{Float64} --rules trig --emit julia
#> # cost 2 → 2, optimal
#> # closure′1 stands for constant#70(::Float64): cost 6 → 0
#> function var"closure′1"(x::Float64)
#>     return 2.0
#> end
#>
#> function comprehension(v::Vector{Float64})
#>     return collect(Base.Generator(var"closure′1", v))
#> end
#! run --opt --rules trig --entry comprehension [1.0,2.0]
#> 2-element Vector{Float64}:
#>  2.0
#>  2.0
#! run --opt --rules trig --entry comprehension Float64[]
#> Float64[]

generator(n) = sum(wave(Float64(k)) for k in 1:n)
#! opt --entry generator --sig Int64 --rules trig
#> # cost 3 → 3, optimal
#> # closure′1 stands for constant#71(::Int64): cost 6 → 0
#> function generator(%1 n::Int64)::Float64
#> b0:
#>     %2 = (:)(1, %1)::UnitRange{Int64}
#>     %3 = Generator(closure′1, %2)::Generator{UnitRange{Int64}, SaturatedVersion{:closure′1, var"#5#6"}}
#>     %4 = sum(%3)::Float64
#>     return %4
#> end
#>
#> function closure′1(%1 k::Int64)::Float64
#> b0:
#>     return 1.0
#> end
#! run --opt --rules trig --entry generator 3
#> 3.0

# A closure with a variable, in a `do` block.
function with_variable(v, c)
    return map(v) do x
        c * (sin(x)^2 + cos(x)^2)
    end
end
#! opt --entry with_variable --sig "Vector{Float64}, Float64" --rules trig
#> # cost 2 → 2, optimal
#> # closure′1 stands for var"#7#8"{Float64}(::Float64): cost 7 → 2
#> function with_variable(%1 v::Vector{Float64}, %2 c::Float64)::Vector{Float64}
#> b0:
#>     %3 = %new var"#7#8"(%2)::var"#7#8"{Float64}
#>     %4 = closure′1(%3)::SaturatedVersion{:closure′1, var"#7#8"{Float64}}
#>     %5 = map(%4, %1)::Vector{Float64}
#>     return %5
#> end
#>
#> function closure′1(%1 #self#::var"#7#8"{Float64}, %2 x::Float64)::Float64
#> b0:
#>     %3 = getfield(%1, :c)::Float64
#>     %4 = *(%3, 1.0)::Float64
#>     return %4
#> end
#! opt --entry with_variable --sig "Vector{Float64}, Float64" --rules trig --emit julia
#> # cost 2 → 2, optimal
#> # closure′1 stands for var"#7#8"{Float64}(::Float64): cost 7 → 2
#> struct with_variable_closure1{A1} <: Function
#>     c::A1
#> end
#> function (v1::with_variable_closure1)(x::Any)
#>     return getfield(v1, :c) * (Base.literal_pow((^), sin(x), Core.apply_type(Val, 2)()) + Base.literal_pow((^), cos(x), Core.apply_type(Val, 2)()))
#> end
#> function (v1::with_variable_closure1{Float64})(x::Float64)
#>     return getfield(v1, :c) * 1.0
#> end
#>
#> function with_variable(v::Vector{Float64}, c::Float64)
#>     return map(identity(with_variable_closure1(c)), v)
#> end
#! run --opt --rules trig --entry with_variable [1.0,2.0] 3.0
#> 2-element Vector{Float64}:
#>  3.0
#>  3.0

reduced(v) = mapreduce(wave, +, v) + sum(wave, v)
#! opt --entry reduced --sig Vector{Float64} --rules trig
#> # cost 3 → 3, optimal
#> # wave′1 stands for wave(::Float64): cost 5 → 0
#> function reduced(%1 v::Vector{Float64})::Any
#> b0:
#>     %2 = mapreduce(wave′1, +, %1)::Any
#>     %3 = sum(wave′1, %1)::Float64
#>     %4 = +(%2, %3)::Any
#>     return %4
#> end
#>
#> function wave′1(%1 x::Float64)::Float64
#> b0:
#>     return 1.0
#> end
#! run --opt --rules trig --entry reduced [1.0,2.0]
#> 4.0

# What happens to the broadcast is not known: it is handed out.
handed_out(v) = Base.broadcasted(wave, v)
#! opt --entry handed_out --sig Vector{Float64} --rules trig
#> # cost 1 → 1, optimal
#> function handed_out(%1 v::Vector{Float64})::Broadcasted{Nothing, Nothing, typeof(wave), Tuple{Vector{Float64}}}
#> b0:
#>     %2 = broadcasted(wave, %1)::Broadcasted{Nothing, Nothing, typeof(wave), Tuple{Vector{Float64}}}
#>     return %2
#> end

# Its function is looked at.
looked_at(v) = Base.broadcasted(wave, v).f === wave
#! opt --entry looked_at --sig Vector{Float64} --rules trig
#> # cost 1 → 0, optimal
#> function looked_at(%1 v::Vector{Float64})::Bool
#> b0:
#>     return true
#> end
#! run --opt --rules trig --entry looked_at [1.0]
#> true

# One of two uses is not known.
used_twice(v) = (b = Base.broadcasted(wave, v); (Base.materialize(b), b))
#! opt --entry used_twice --sig Vector{Float64} --rules trig
#> # cost 3 → 3, optimal
#> function used_twice(%1 v::Vector{Float64})::Tuple{Vector{Float64}, Broadcasted{Nothing, Nothing, typeof(wave), Tuple{Vector{Float64}}}}
#> b0:
#>     %2 = broadcasted(wave, %1)::Broadcasted{Nothing, Nothing, typeof(wave), Tuple{Vector{Float64}}}
#>     %3 = materialize(%2)::Vector{Float64}
#>     %4 = tuple(%3, %2)::Tuple{Vector{Float64}, Broadcasted{Nothing, Nothing, typeof(wave), Tuple{Vector{Float64}}}}
#>     return %4
#> end

# It comes out of a branch: which broadcast it is, is not known.
out_of_a_branch(v, p) = Base.materialize(p ? Base.broadcasted(wave, v) : Base.broadcasted(sin, v))
#! opt --entry out_of_a_branch --sig "Vector{Float64}, Bool" --rules trig
#> # cost 3 → 3, optimal
#> function out_of_a_branch(%1 v::Vector{Float64}, %2 p::Bool)::Vector{Float64}
#> b0:
#>     goto b1 if %2 else b2
#> b1:
#>     %3 = broadcasted(wave, %1)::Broadcasted{Nothing, Nothing, typeof(wave), Tuple{Vector{Float64}}}
#>     goto b3(%3)
#> b2:
#>     %4 = broadcasted(sin, %1)::Broadcasted{Nothing, Nothing, typeof(sin), Tuple{Vector{Float64}}}
#>     goto b3(%4)
#> b3(%5::Union{Broadcasted{Nothing, Nothing, typeof(sin), Tuple{Vector{Float64}}}, Broadcasted{Nothing, Nothing, typeof(wave), Tuple{Vector{Float64}}}}):
#>     %6 = materialize(%5)::Vector{Float64}
#>     return %6
#> end
#! run --opt --rules trig --entry out_of_a_branch [1.0] true
#> 1-element Vector{Float64}:
#>  1.0

# Nothing is known of the elements.
mixed(v) = [wave(x) for x in v]
#! opt --entry mixed --sig Vector{Any} --rules trig
#> # cost 2 → 2, optimal
#> function mixed(%1 v::Vector{Any})::Any
#> b0:
#>     %2 = Generator(wave, %1)::Generator{Vector{Any}, typeof(wave)}
#>     %3 = collect(%2)::Any
#>     return %3
#> end
#! run --opt --rules trig --entry mixed "Any[1.0, 2.0f0]"
#> 2-element Vector{AbstractFloat}:
#>  1.0
#>  0.99999994f0

# The program has a method of its own for its own function.
Base.prod(f::typeof(wave), v::Vector{Float64}) = -1.0
own_method(v) = prod(wave, v)
#! opt --entry own_method --sig Vector{Float64} --rules trig
#> # cost 0 → 0, optimal
#> function own_method(%1 v::Vector{Float64})::Float64
#> b0:
#>     return -1.0
#> end
#! run --opt --rules trig --entry own_method [1.0,2.0]
#> -1.0

# What a version does to memory that no argument leads to, who calls it does.
const TABLE = [3, 1]
above(x) = x > TABLE[2] + 0 * (TABLE[2] + TABLE[2])
@rules zero begin
    0 * ~x::Int64 --> 0
end
any_above(v) = any(above, v)
#! opt --entry any_above --sig Vector{Int64} --rules zero
#> # cost 1 → 1, optimal
#> # above′1 stands for above(::Int64): cost 7 → 3
#> function any_above(%1 v::Vector{Int64})::Any
#> b0:
#>     %2 = any(above′1, %1)::Any
#>     return %2
#> end
#>
#> function above′1(%1 x::Int64)::Bool
#> b0:
#>     %2 = getindex([3, 1], 2)::Int64
#>     %3 = +(%2, 0)::Int64
#>     %4 = >(%1, %3)::Bool
#>     return %4
#> end
#! run --opt --checked --rules zero --entry any_above [1,2]
#> true
