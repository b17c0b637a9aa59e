# The source of optimised code is structured: `if`, `while`, `for`, the variables of the program, operators, dots; jumps only where nothing else says it.

@rules none begin
end

# A loop over a collection is a `for`, with the variables of the source.
nested(n) = (s = 0; for i in 1:n; for j in 1:i; j == 3 && break; s += i * j; end; i > 3 && break; end; s)
@saturate none nested(::Int64)

#! opt --emit julia --entry nested --sig Int64
#> # cost 904 → 904, optimal
#> function nested(n::Int64)
#>     s = 0
#>     for i in 1:n
#>         for j in 1:i
#>             if j == 3
#>                 break
#>             end
#>             s = s + i * j
#>         end
#>         if i > 3
#>             break
#>         end
#>     end
#>     return s
#> end

# What only what follows the loop needs is assigned in it.
last_of(v) = (y = 0; for x in v; y = x; end; y)
@saturate none last_of(::Vector{Int64})

#! opt --emit julia --entry last_of --sig Vector{Int64}
#> # cost 53 → 53, optimal
#> function last_of(v::Vector{Int64})
#>     y = 0
#>     for x in v
#>         y = x
#>     end
#>     return y
#> end

# A return from inside a loop.
early(v) = (for x in v; x > 2 && return x; end; 0)
@saturate none early(::Vector{Int64})

#! opt --emit julia --entry early --sig Vector{Int64}
#> # cost 63 → 63, optimal
#> function early(v::Vector{Int64})
#>     for x in v
#>         if x > 2
#>             return x
#>         end
#>     end
#>     return 0
#> end

# Two variables that change places stay two.
swaps(n) = (a = 1; b = 2; while n > 0; (a, b) = (b, a); n -= 1; end; (a, b))
@saturate none swaps(::Int64)

#! opt --emit julia --entry swaps --sig Int64
#> # cost 21 → 21, optimal
#> function swaps(n::Int64)
#>     a = 1
#>     b = 2
#>     while n > 0
#>         n = n - 1
#>         a, b = b, a
#>     end
#>     return (a, b)
#> end

# A condition of two parts.
narrowed(x) = (b = nothing; for v in x; if b === nothing || v > b; b = v; end; end; b === nothing ? 0.0 : b)
@saturate none narrowed(::Vector{Float64})

#! opt --emit julia --entry narrowed --sig Vector{Float64}
#> # cost 74 → 74, optimal
#> function narrowed(x::Vector{Float64})
#>     b = nothing
#>     for v in x
#>         if b === nothing || v > b
#>             b = v
#>         end
#>     end
#>     if b === nothing
#>         return 0.0
#>     end
#>     return b
#> end

# `while true` is left from inside.
forever(n) = (i = 0; while true; i += 1; if i > n; break; end; i % 7 == 6 && return -i; end; i)
@saturate none forever(::Int64)

#! opt --emit julia --entry forever --sig Int64
#> # cost 41 → 41, optimal
#> function forever(n::Int64)
#>     i = 0
#>     while true
#>         i = i + 1
#>         if i > n
#>             return i
#>         end
#>         if i % 7 == 6
#>             return -i
#>         end
#>     end
#> end

# A loop with two entries keeps its jumps.
two_entries(n) = (i = 0; n > 5 && @goto middle; @label top; i += 1; @label middle; i += 2; i < n && @goto top; i)
@saturate none two_entries(::Int64)

#! opt --emit julia --entry two_entries --sig Int64
#> # cost 4 → 4, optimal
#> function two_entries(n::Int64)
#>     if n > 5
#>         i_4 = 0
#>         @goto b2
#>     else
#>         i = 0
#>         @goto b1
#>     end
#>     @label b1
#>     i_4 = i + 1
#>     @goto b2
#>     @label b2
#>     i = i_4 + 2
#>     if i < n
#>         @goto b1
#>     else
#>         @goto b3
#>     end
#>     @label b3
#>     return i
#> end

# `@inbounds` covers what it covered.
in_bounds(v) = (s = 0; @inbounds for i in 1:length(v); s += v[i]; end; s + v[1])
@saturate none in_bounds(::Vector{Int64})

#! opt --emit julia --entry in_bounds --sig Vector{Int64}
#> # cost 77 → 77, optimal
#> function in_bounds(v::Vector{Int64})
#>     s = 0
#>     for i in 1:length(v)
#>         @inbounds s = s + v[i]
#>     end
#>     return s + v[1]
#> end

# A variable that a loop may define is declared outside of it.
asks(n) = (local y; for i in 1:n; if i > 2; y = i; end; end; @isdefined(y) ? y : 0)
@saturate none asks(::Int64)

#! opt --emit julia --entry asks --sig Int64
#> # cost 64 → 64, optimal
#> function asks(n::Int64)
#>     local y
#>     for i in 1:n
#>         if i > 2
#>             y = i
#>         end
#>     end
#>     if @isdefined(y)
#>         return y
#>     end
#>     return 0
#> end

# What a value is computed from is read before it changes.
old_value(n) = (a = 1; s = 0; while n > 0; t = a; a = a + n; s = s + t; n -= 1; end; (s, a))
@saturate none old_value(::Int64)

#! opt --emit julia --entry old_value --sig Int64
#> # cost 41 → 41, optimal
#> function old_value(n::Int64)
#>     a = 1
#>     s = 0
#>     while n > 0
#>         a_6 = a + n
#>         s = s + a
#>         n = n - 1
#>         a = a_6
#>     end
#>     return (s, a)
#> end

# Dots where broadcasts were; what was materialised does not fuse.
dots(x, y) = (z = (x .+ y) .* 2; w = sum(z .^ 2); w .- identity(x .* y))
@saturate none dots(::Vector{Float64}, ::Vector{Float64})

#! opt --emit julia --entry dots --sig Vector{Float64},Vector{Float64}
#> # cost 11 → 11, optimal
#> function dots(x::Vector{Float64}, y::Vector{Float64})
#>     return sum(identity((x .+ y) .* 2) .^ 2) .- identity(x .* y)
#> end

# Parentheses where operators would read otherwise.
operators(a, b) = (a - b - 1, a - (b - 2), (a + b) + 3, a + (b + 4), -(a + 5), -a^2, (-b)^2, 2^a, !(a < b) == (a > b), (a + 6):(b - 7), a * -b, a == -1)
@saturate none operators(::Int64, ::Int64)

#! opt --emit julia --entry operators --sig Int64,Int64
#> # cost 26 → 25, optimal
#> function operators(a::Int64, b::Int64)
#>     v4 = a - b - 1
#>     v6 = a - (b - 2)
#>     v8 = (a + b) + 3
#>     v10 = a + (b + 4)
#>     v12 = -(a + 5)
#>     v14 = -(a^2)
#>     v15 = -b
#>     v27 = (v4, v6, v8, v10, v12, v14, v15^2, 2^a, !(a < b) == (a > b), a + 6 : b - 7, a * v15, a == -1)
#>     return v27
#> end

# A loop whose first round is decided outside of it stays a `while`.
hoisted(v, x) = (for i in eachindex(v); v[i] = 2x + i; end; v)
@saturate none hoisted(::Vector{Int64}, ::Int64)

#! opt --emit julia --entry hoisted --sig Vector{Int64},Int64
#> # cost 84 → 75, optimal
#> function hoisted(v::Vector{Int64}, x::Int64)
#>     v3 = eachindex(v)
#>     v4 = iterate(v3)
#>     if v4 !== nothing
#>         v8 = 2 * x
#>         while true
#>             i = getfield(v4, 1)
#>             v11 = getfield(v4, 2)
#>             v[i] = v8 + i
#>             v4 = iterate(v3, v11)
#>             if v4 === nothing
#>                 break
#>             end
#>         end
#>     end
#>     return v
#> end
