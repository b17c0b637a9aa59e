# Inference may have joined more types for a value than the e-graph finds for its node.

@rules none begin
end
function f(x::Int64)
    y = 1
    if [1, 2] == [1, 2]
        z = (w -> (y += w; 1))(1)
        x = ([1, 2], y)[2]
    end
    v = [1, 2]
    v .= Ref(x)[]
    return v
end
@saturate none f(::Int64)

#! run --entry f 1
#> 2-element Vector{Int64}:
#>  2
#>  2

#! run --opt --entry f 1
#> 2-element Vector{Int64}:
#>  2
#>  2
