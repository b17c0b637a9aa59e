# Loops over columns, rows and elements that are one product, one solution, one sum.
#
#     for j in 1:n                                  R[:, 1:n] = A * B[:, 1:n]: one product of matrices, not n of a matrix and a vector
#         R[:, j] = A * B[:, j]
#     end
#     for k in 1:m                                  the inner product of a row and a column; the loop around it is then a row of a product,
#         s += A[i, k] * B[k, j]                    and the one around that is the product
#     end
#
# The functions of this file ask whether sizes, types and memory are such that a loop can be done at once; where they are not, they run it. So
# errors are the loop's, and so is what has been written before one.

using LinearAlgebra

const LoopsFloat = Union{Float64, Float32, ComplexF64, ComplexF32}
const LoopsReal = Union{Float64, Float32}

"Whether the indices `r` are some of `1:n`."
within(r, n) = isempty(r) || 1 <= first(r) && last(r) <= n

"Whether `R` is made of numbers of the type of `A` and `B`, and shares no memory with them."
stands_apart(R, A, B) = eltype(R) === eltype(A) === eltype(B) && !Base.mightalias(R, A) && !Base.mightalias(R, B)

# -- Columns and rows of products --------------------------------------------------------------------------------------------------

"`R[:, r] = A * B[:, r]`, if that is the same as column by column."
function product_of_columns!(R, A, B, r)
    size(R, 1) == size(A, 1) && size(A, 2) == size(B, 1) && within(r, size(R, 2)) && within(r, size(B, 2)) && stands_apart(R, A, B) || return false
    if length(r) == size(R, 2) && length(r) == size(B, 2)
        mul!(R, A, B)
    elseif !isempty(r)
        R[:, r] = A * B[:, r]
    end
    return true
end

"Column by column, by `R[:, j] = A * B[:, j]`."
function columns_of_product!(R, A, B, r)
    product_of_columns!(R, A, B, r) && return nothing
    for j in r
        R[:, j] = A * B[:, j]
    end
end

"The same with dots, which write one number into all rows."
function dotted_columns_of_product!(R, A, B, r)
    product_of_columns!(R, A, B, r) && return nothing
    for j in r
        R[:, j] .= A * B[:, j]
    end
end

"The same with a product that is written straight into a column."
function written_columns_of_product!(R, A, B, r)
    product_of_columns!(R, A, B, r) && return nothing
    for j in r
        mul!(view(R, :, j), A, view(B, :, j))
    end
end

"`R[r, :] = A[r, :] * transpose(B)`, if that is the same as row by row."
function product_of_rows!(R, A, B, r)
    size(R, 2) == size(B, 1) && size(A, 2) == size(B, 2) && within(r, size(R, 1)) && within(r, size(A, 1)) && stands_apart(R, A, B) || return false
    if length(r) == size(R, 1) && length(r) == size(A, 1)
        mul!(R, A, transpose(B))
    elseif !isempty(r)
        R[r, :] = A[r, :] * transpose(B)
    end
    return true
end

function rows_of_product!(R, A, B, r)
    product_of_rows!(R, A, B, r) && return nothing
    for i in r
        R[i, :] = B * A[i, :]
    end
end

"`y[i] = dot(A[i, :], x)` for every `i` of `r`."
function elements_of_product!(y, A, x, r)
    if size(A, 2) == length(x) && within(r, length(y)) && within(r, size(A, 1)) && stands_apart(y, A, x)
        if length(r) == length(y) && length(r) == size(A, 1)
            mul!(y, A, x)
        elseif !isempty(r)
            y[r] = A[r, :] * x
        end
        return nothing
    end
    for i in r
        y[i] = dot(A[i, :], x)
    end
end

"`s + A[i, k] * x[k] + …` for every `k` of `r`."
function row_by_vector_over(s, A, x, i, r)
    for k in r
        s += A[i, k] * x[k]
    end
    return s
end

"`y[i] = A[i, k] * x[k] + …` for every `i` of `p`, with every `k` of `r`."
function vector_over!(y, A, x, p, r)
    fits = within(p, length(y)) && within(p, size(A, 1)) && within(r, size(A, 2)) && within(r, length(x))
    if fits && stands_apart(y, A, x)
        if length(p) == length(y) && length(p) == size(A, 1) && length(r) == size(A, 2) && length(r) == length(x)
            mul!(y, A, x)
        else
            y[p] = A[p, r] * x[r]
        end
        return nothing
    end
    for i in p
        y[i] = row_by_vector_over(0.0, A, x, i, r)
    end
end

# -- Solutions ---------------------------------------------------------------------------------------------------------------------

"`X[:, j] = A \\ B[:, j]` for every `j` of `r`, with one factorisation."
function columns_of_solution!(X, A, B, r)
    fits = size(X, 1) == size(A, 2) && size(A, 1) == size(B, 1) && within(r, size(X, 2)) && within(r, size(B, 2))
    # Each column is read before it is written, also where both are one matrix.
    if fits && eltype(X) === eltype(A) === eltype(B) && !Base.mightalias(X, A) && (X === B || !Base.mightalias(X, B))
        isempty(r) || (X[:, r] = A \ B[:, r])
        return nothing
    end
    for j in r
        X[:, j] = A \ B[:, j]
    end
end

# -- Sums --------------------------------------------------------------------------------------------------------------------------

"`s + x[i] * y[i] + …` for every `i` of `r`, in four sums, so that none waits for the others."
function sum_of_products_over(s, x, y, r)
    if typeof(s) === eltype(x) === eltype(y) && within(r, length(x)) && within(r, length(y))
        a = b = c = d = zero(s)
        i, n = first(r), last(r)
        while i + 3 <= n
            @inbounds a += x[i] * y[i]
            @inbounds b += x[i + 1] * y[i + 1]
            @inbounds c += x[i + 2] * y[i + 2]
            @inbounds d += x[i + 3] * y[i + 3]
            i += 4
        end
        while i <= n
            @inbounds a += x[i] * y[i]
            i += 1
        end
        return s + ((a + b) + (c + d))
    end
    for i in r
        s += x[i] * y[i]
    end
    return s
end

"`s + x[i] + …` for every `i` of `r`, likewise."
function sum_over(s, x, r)
    if typeof(s) === eltype(x) && within(r, length(x))
        a = b = c = d = zero(s)
        i, n = first(r), last(r)
        while i + 3 <= n
            @inbounds a += x[i]
            @inbounds b += x[i + 1]
            @inbounds c += x[i + 2]
            @inbounds d += x[i + 3]
            i += 4
        end
        while i <= n
            @inbounds a += x[i]
            i += 1
        end
        return s + ((a + b) + (c + d))
    end
    for i in r
        s += x[i]
    end
    return s
end

# -- Products, element by element --------------------------------------------------------------------------------------------------

"`s + A[i, k] * B[k, j] + …` for every `k` of `r`."
function row_by_column_over(s, A, B, i, j, r)
    for k in r
        s += A[i, k] * B[k, j]
    end
    return s
end

"`C[i, j]` for every `j` of `q`."
function row_over!(C, A, B, i, q, r)
    for j in q
        C[i, j] = row_by_column_over(0.0, A, B, i, j, r)
    end
end

"`C[i, j]` for every `i` of `p`."
function column_over!(C, A, B, j, p, r)
    for i in p
        C[i, j] = row_by_column_over(0.0, A, B, i, j, r)
    end
end

"`C[p, q] = A[p, r] * B[r, q]`, if that is the same as element by element."
function product_over!(C, A, B, p, q, r)
    fits = within(p, size(C, 1)) && within(p, size(A, 1)) && within(q, size(C, 2)) && within(q, size(B, 2))
    fits && within(r, size(A, 2)) && within(r, size(B, 1)) && stands_apart(C, A, B) || return false
    is_all = length(p) == size(C, 1) && length(q) == size(C, 2) && length(r) == size(A, 2)
    if is_all && length(p) == size(A, 1) && length(q) == size(B, 2) && length(r) == size(B, 1)
        mul!(C, A, B)
    else
        C[p, q] = A[p, r] * B[r, q]
    end
    return true
end

function product_by_rows!(C, A, B, p, q, r)
    product_over!(C, A, B, p, q, r) && return nothing
    for i in p
        row_over!(C, A, B, i, q, r)
    end
end

function product_by_columns!(C, A, B, p, q, r)
    product_over!(C, A, B, p, q, r) && return nothing
    for j in q
        column_over!(C, A, B, j, p, r)
    end
end

# -- Products that are added up in their place -----------------------------------------------------------------------------------------

"`C[i, j] += A[i, k] * B[k, j]` for every `k` of `r`."
function add_element!(C, A, B, i, j, r)
    for k in r
        C[i, j] += A[i, k] * B[k, j]
    end
end

"The same for every `j` of `q`."
function add_row!(C, A, B, i, q, r)
    for j in q
        add_element!(C, A, B, i, j, r)
    end
end

"`C[i, j] += A[i, k] * B[k, j]` for every `i` of `p`: a column that is added to a column."
function add_column!(C, A, B, j, k, p)
    for i in p
        C[i, j] += A[i, k] * B[k, j]
    end
end

"The same for every `k` of `r`."
function add_columns!(C, A, B, j, p, r)
    for k in r
        add_column!(C, A, B, j, k, p)
    end
end

"`C[p, q] += A[p, r] * B[r, q]`, if that is the same as element by element."
function add_product!(C, A, B, p, q, r)
    fits = within(p, size(C, 1)) && within(p, size(A, 1)) && within(q, size(C, 2)) && within(q, size(B, 2))
    fits && within(r, size(A, 2)) && within(r, size(B, 1)) && stands_apart(C, A, B) || return false
    is_all = length(p) == size(C, 1) && length(q) == size(C, 2) && length(r) == size(A, 2)
    if is_all && length(p) == size(A, 1) && length(q) == size(B, 2) && length(r) == size(B, 1)
        mul!(C, A, B, 1.0, 1.0)
    else
        C[p, q] = C[p, q] + A[p, r] * B[r, q]
    end
    return true
end

function add_product_by_rows!(C, A, B, p, q, r)
    add_product!(C, A, B, p, q, r) && return nothing
    for i in p
        add_row!(C, A, B, i, q, r)
    end
end

function add_product_by_columns!(C, A, B, p, q, r)
    add_product!(C, A, B, p, q, r) && return nothing
    for j in q
        add_columns!(C, A, B, j, p, r)
    end
end

@rules loops begin
    # The columns of a product are products with columns. (up to rounding; finite values)
    for ~j in ~r::AbstractUnitRange{Int64}
        (~R::Matrix{<:LoopsFloat})[:, ~j] = ~A::Union{Matrix{<:LoopsFloat}, Transpose{<:LoopsFloat, <:Matrix}, Adjoint{<:LoopsFloat, <:Matrix}} * (~B::Matrix{<:LoopsFloat})[:, ~j]
    end --> columns_of_product!(~R, ~A, ~B, ~r)
    for ~j in ~r::AbstractUnitRange{Int64}
        (~R::Matrix{<:LoopsFloat})[:, ~j] .= ~A::Union{Matrix{<:LoopsFloat}, Transpose{<:LoopsFloat, <:Matrix}, Adjoint{<:LoopsFloat, <:Matrix}} * (~B::Matrix{<:LoopsFloat})[:, ~j]
    end --> dotted_columns_of_product!(~R, ~A, ~B, ~r)
    for ~j in ~r::AbstractUnitRange{Int64}
        (~R::Matrix{<:LoopsFloat})[:, ~j] = ~A::Matrix{<:LoopsFloat} * view(~B::Matrix{<:LoopsFloat}, :, ~j)
    end --> columns_of_product!(~R, ~A, ~B, ~r)
    for ~j in ~r::AbstractUnitRange{Int64}
        (~R::Matrix{<:LoopsFloat})[:, ~j] = ~A::Matrix{<:LoopsFloat} * Base.maybeview(~B::Matrix{<:LoopsFloat}, :, ~j)
    end --> columns_of_product!(~R, ~A, ~B, ~r)
    for ~j in ~r::AbstractUnitRange{Int64}
        mul!(view(~R::Matrix{<:LoopsFloat}, :, ~j), ~A::Matrix{<:LoopsFloat}, view(~B::Matrix{<:LoopsFloat}, :, ~j))
    end --> written_columns_of_product!(~R, ~A, ~B, ~r)

    # The rows of a product are products with rows. (up to rounding; finite values)
    for ~i in ~r::AbstractUnitRange{Int64}
        (~R::Matrix{<:LoopsFloat})[~i, :] = ~B::Union{Matrix{<:LoopsFloat}, Transpose{<:LoopsFloat, <:Matrix}, Adjoint{<:LoopsReal, <:Matrix}} * (~A::Matrix{<:LoopsFloat})[~i, :]
    end --> rows_of_product!(~R, ~A, ~B, ~r)

    # The elements of a product with a vector are inner products with rows. (up to rounding; finite values)
    for ~i in ~r::AbstractUnitRange{Int64}
        (~y::Vector{<:LoopsReal})[~i] = dot((~A::Matrix{<:LoopsReal})[~i, :], ~x::Vector{<:LoopsReal})
    end --> elements_of_product!(~y, ~A, ~x, ~r)

    # An element of a product with a vector, by a loop of its own. (exact)
    for ~k in ~r::AbstractUnitRange{Int64}
        ~s::Float64 += (~A::Matrix{Float64})[~i::Int64, ~k] * (~x::Vector{Float64})[~k]
    end --> row_by_vector_over(~s, ~A, ~x, ~i, ~r)

    # All of them are the product. (up to rounding; finite values)
    for ~i in ~p::AbstractUnitRange{Int64}
        (~y::Vector{Float64})[~i] = row_by_vector_over(0.0, ~A::Matrix{Float64}, ~x::Vector{Float64}, ~i, ~r::AbstractUnitRange{Int64})
    end --> vector_over!(~y, ~A, ~x, ~p, ~r)

    # The columns of a solution are solutions for columns. (up to rounding; finite values)
    for ~j in ~r::AbstractUnitRange{Int64}
        (~X::Matrix{<:LoopsFloat})[:, ~j] = ~A::Matrix{<:LoopsFloat} \ (~B::Matrix{<:LoopsFloat})[:, ~j]
    end --> columns_of_solution!(~X, ~A, ~B, ~r)

    # Sums may be added up in another order. (up to rounding; finite values)
    for ~i in ~r::AbstractUnitRange{Int64}
        ~s::LoopsReal += (~x::Vector{<:LoopsReal})[~i] * (~y::Vector{<:LoopsReal})[~i]
    end --> sum_of_products_over(~s, ~x, ~y, ~r)
    for ~i in ~r::AbstractUnitRange{Int64}
        ~s::LoopsReal += (~x::Vector{<:LoopsReal})[~i]
    end --> sum_over(~s, ~x, ~r)

    # Elements, rows and columns of a product are its own, loop by loop. (exact)
    for ~k in ~r::AbstractUnitRange{Int64}
        ~s::Float64 += (~A::Matrix{Float64})[~i::Int64, ~k] * (~B::Matrix{Float64})[~k, ~j::Int64]
    end --> row_by_column_over(~s, ~A, ~B, ~i, ~j, ~r)
    for ~j in ~q::AbstractUnitRange{Int64}
        (~C::Matrix{Float64})[~i::Int64, ~j] = row_by_column_over(0.0, ~A::Matrix{Float64}, ~B::Matrix{Float64}, ~i, ~j, ~r::AbstractUnitRange{Int64})
    end --> row_over!(~C, ~A, ~B, ~i, ~q, ~r)
    for ~i in ~p::AbstractUnitRange{Int64}
        (~C::Matrix{Float64})[~i, ~j::Int64] = row_by_column_over(0.0, ~A::Matrix{Float64}, ~B::Matrix{Float64}, ~i, ~j, ~r::AbstractUnitRange{Int64})
    end --> column_over!(~C, ~A, ~B, ~j, ~p, ~r)

    # All rows, or all columns, of a product are the product. (up to rounding; finite values)
    for ~i in ~p::AbstractUnitRange{Int64}
        row_over!(~C::Matrix{Float64}, ~A::Matrix{Float64}, ~B::Matrix{Float64}, ~i, ~q::AbstractUnitRange{Int64}, ~r::AbstractUnitRange{Int64})
    end --> product_by_rows!(~C, ~A, ~B, ~p, ~q, ~r)
    for ~j in ~q::AbstractUnitRange{Int64}
        column_over!(~C::Matrix{Float64}, ~A::Matrix{Float64}, ~B::Matrix{Float64}, ~j, ~p::AbstractUnitRange{Int64}, ~r::AbstractUnitRange{Int64})
    end --> product_by_columns!(~C, ~A, ~B, ~p, ~q, ~r)

    # The same, added up in its place: elements of a row; columns that are added to a column. (exact)
    for ~k in ~r::AbstractUnitRange{Int64}
        (~C::Matrix{Float64})[~i::Int64, ~j::Int64] += (~A::Matrix{Float64})[~i, ~k] * (~B::Matrix{Float64})[~k, ~j]
    end --> add_element!(~C, ~A, ~B, ~i, ~j, ~r)
    for ~j in ~q::AbstractUnitRange{Int64}
        add_element!(~C::Matrix{Float64}, ~A::Matrix{Float64}, ~B::Matrix{Float64}, ~i::Int64, ~j, ~r::AbstractUnitRange{Int64})
    end --> add_row!(~C, ~A, ~B, ~i, ~q, ~r)
    for ~i in ~p::AbstractUnitRange{Int64}
        (~C::Matrix{Float64})[~i, ~j::Int64] += (~A::Matrix{Float64})[~i, ~k::Int64] * (~B::Matrix{Float64})[~k, ~j]
    end --> add_column!(~C, ~A, ~B, ~j, ~k, ~p)
    for ~k in ~r::AbstractUnitRange{Int64}
        add_column!(~C::Matrix{Float64}, ~A::Matrix{Float64}, ~B::Matrix{Float64}, ~j::Int64, ~k, ~p::AbstractUnitRange{Int64})
    end --> add_columns!(~C, ~A, ~B, ~j, ~p, ~r)

    # All rows, or all columns, are the product. (up to rounding; finite values)
    for ~i in ~p::AbstractUnitRange{Int64}
        add_row!(~C::Matrix{Float64}, ~A::Matrix{Float64}, ~B::Matrix{Float64}, ~i, ~q::AbstractUnitRange{Int64}, ~r::AbstractUnitRange{Int64})
    end --> add_product_by_rows!(~C, ~A, ~B, ~p, ~q, ~r)
    for ~j in ~q::AbstractUnitRange{Int64}
        add_columns!(~C::Matrix{Float64}, ~A::Matrix{Float64}, ~B::Matrix{Float64}, ~j, ~p::AbstractUnitRange{Int64}, ~r::AbstractUnitRange{Int64})
    end --> add_product_by_columns!(~C, ~A, ~B, ~p, ~q, ~r)

    # By themselves they are the loops that they stand for.
    @cost row_by_column_over 1000
    @cost row_over! 10000
    @cost column_over! 10000
    @cost row_by_vector_over 1000
    @cost add_element! 1000
    @cost add_row! 10000
    @cost add_column! 1000
    @cost add_columns! 10000
end
