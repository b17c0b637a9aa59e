# sin² x + cos² x = 1, whatever a number is.
@rules pythagoras begin
    sin(~x)^2 + cos(~x)^2 --> 1
end
square_sum(x) = sin(x)^2 + cos(x)^2
over_lines(x) = (s = sin(x); c = cos(x); a = s^2; b = c^2; a + b)
in_a_branch(x, c) = c ? sin(x)^2 + cos(x)^2 : x
split_over_a_branch(x, c) = (s = sin(x)^2; c ? s + cos(x)^2 : s)
in_try(x) = try; sin(x)^2 + cos(x)^2; catch; x; end
stored(x, out) = (out[1] = sin(x)^2 + cos(x)^2; out)

@saturate pythagoras square_sum(::Float64)                       # as printed | 0
@saturate pythagoras over_lines(::Float64)                       # over lines | 0
@saturate pythagoras in_a_branch(::Float64, ::Bool)              # in a branch | 0
@saturate pythagoras split_over_a_branch(::Float64, ::Bool)      # split over a branch | 2
@saturate pythagoras in_try(::Float64)                           # in `try` | 0
@saturate pythagoras stored(::Float64, ::Vector{Float64})        # stored into an array | 1
@saturate pythagoras square_sum(::Float16)                       # `Float16` | 0
@saturate pythagoras square_sum(::Float32)                       # `Float32` | 0
@saturate pythagoras square_sum(::BigFloat)                      # `BigFloat` | 0
@saturate pythagoras square_sum(::ComplexF64)                    # `Complex` | 0
@saturate pythagoras square_sum(::Int64)                         # `Int64` | 0
@saturate pythagoras square_sum(::Rational{Int64})               # `Rational` | 0
@saturate pythagoras square_sum(::AbstractFloat)                 # `AbstractFloat` | 0
@saturate pythagoras square_sum(::Real)                          # `Real` | 0
@saturate pythagoras square_sum(::Any)                           # `Any` | 0
