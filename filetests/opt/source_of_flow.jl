# The source of optimised code is structured: `if`, `while`, `for`, the variables of the program, operators, dots; jumps only where nothing else says it.

@rules none begin
end

# A loop over a collection is a `for`, with the variables of the source.
nested(n) = (s = 0; for i in 1:n; for j in 1:i; j == 3 && break; s += i * j; end; i > 3 && break; end; s)
@saturate none nested(::Int64)

#! opt --emit julia --entry nested --sig Int64

# What only what follows the loop needs is assigned in it.
last_of(v) = (y = 0; for x in v; y = x; end; y)
@saturate none last_of(::Vector{Int64})

#! opt --emit julia --entry last_of --sig Vector{Int64}

# A return from inside a loop.
early(v) = (for x in v; x > 2 && return x; end; 0)
@saturate none early(::Vector{Int64})

#! opt --emit julia --entry early --sig Vector{Int64}

# Two variables that change places stay two.
swaps(n) = (a = 1; b = 2; while n > 0; (a, b) = (b, a); n -= 1; end; (a, b))
@saturate none swaps(::Int64)

#! opt --emit julia --entry swaps --sig Int64

# A condition of two parts.
narrowed(x) = (b = nothing; for v in x; if b === nothing || v > b; b = v; end; end; b === nothing ? 0.0 : b)
@saturate none narrowed(::Vector{Float64})

#! opt --emit julia --entry narrowed --sig Vector{Float64}

# `while true` is left from inside.
forever(n) = (i = 0; while true; i += 1; if i > n; break; end; i % 7 == 6 && return -i; end; i)
@saturate none forever(::Int64)

#! opt --emit julia --entry forever --sig Int64

# A loop with two entries keeps its jumps.
two_entries(n) = (i = 0; n > 5 && @goto middle; @label top; i += 1; @label middle; i += 2; i < n && @goto top; i)
@saturate none two_entries(::Int64)

#! opt --emit julia --entry two_entries --sig Int64

# `@inbounds` covers what it covered.
in_bounds(v) = (s = 0; @inbounds for i in 1:length(v); s += v[i]; end; s + v[1])
@saturate none in_bounds(::Vector{Int64})

#! opt --emit julia --entry in_bounds --sig Vector{Int64}

# A variable that a loop may define is declared outside of it.
asks(n) = (local y; for i in 1:n; if i > 2; y = i; end; end; @isdefined(y) ? y : 0)
@saturate none asks(::Int64)

#! opt --emit julia --entry asks --sig Int64

# What a value is computed from is read before it changes.
old_value(n) = (a = 1; s = 0; while n > 0; t = a; a = a + n; s = s + t; n -= 1; end; (s, a))
@saturate none old_value(::Int64)

#! opt --emit julia --entry old_value --sig Int64

# Dots where broadcasts were; what was materialised does not fuse.
dots(x, y) = (z = (x .+ y) .* 2; w = sum(z .^ 2); w .- identity(x .* y))
@saturate none dots(::Vector{Float64}, ::Vector{Float64})

#! opt --emit julia --entry dots --sig Vector{Float64},Vector{Float64}

# Parentheses where operators would read otherwise.
operators(a, b) = (a - b - 1, a - (b - 2), (a + b) + 3, a + (b + 4), -(a + 5), -a^2, (-b)^2, 2^a, !(a < b) == (a > b), (a + 6):(b - 7), a * -b, a == -1)
@saturate none operators(::Int64, ::Int64)

#! opt --emit julia --entry operators --sig Int64,Int64

# A loop whose first round is decided outside of it stays a `while`.
hoisted(v, x) = (for i in eachindex(v); v[i] = 2x + i; end; v)
@saturate none hoisted(::Vector{Int64}, ::Int64)

#! opt --emit julia --entry hoisted --sig Vector{Int64},Int64
