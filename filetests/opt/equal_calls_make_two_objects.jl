# Whatever makes an object makes another one each time: two equal calls are two objects for those who compare them.

@rules none begin
end
same1(v::Vector{Int64}, A::Matrix{Float64}) = map(abs, v) === map(abs, v)
same2(v::Vector{Int64}, A::Matrix{Float64}) = filter(iseven, v) === filter(iseven, v)
same3(v::Vector{Int64}, A::Matrix{Float64}) = fill(1, 2) === fill(1, 2)
same4(v::Vector{Int64}, A::Matrix{Float64}) = fill(v, 2) === fill(v, 2)
same5(v::Vector{Int64}, A::Matrix{Float64}) = fill(0, 2, 2) === fill(0, 2, 2)
same6(v::Vector{Int64}, A::Matrix{Float64}) = zeros(2) === zeros(2)
same7(v::Vector{Int64}, A::Matrix{Float64}) = zeros(2, 2) === zeros(2, 2)
same8(v::Vector{Int64}, A::Matrix{Float64}) = zeros(Int64, 2) === zeros(Int64, 2)
same9(v::Vector{Int64}, A::Matrix{Float64}) = ones(2) === ones(2)
same10(v::Vector{Int64}, A::Matrix{Float64}) = trues(2) === trues(2)
same11(v::Vector{Int64}, A::Matrix{Float64}) = falses(2) === falses(2)
same12(v::Vector{Int64}, A::Matrix{Float64}) = [1, 2] === [1, 2]
same13(v::Vector{Int64}, A::Matrix{Float64}) = Int64[1, 2] === Int64[1, 2]
same14(v::Vector{Int64}, A::Matrix{Float64}) = [1 2; 3 4] === [1 2; 3 4]
same15(v::Vector{Int64}, A::Matrix{Float64}) = vcat(v, v) === vcat(v, v)
same16(v::Vector{Int64}, A::Matrix{Float64}) = hcat(v, v) === hcat(v, v)
same17(v::Vector{Int64}, A::Matrix{Float64}) = v[1:2] === v[1:2]
same18(v::Vector{Int64}, A::Matrix{Float64}) = v[[1, 2]] === v[[1, 2]]
same19(v::Vector{Int64}, A::Matrix{Float64}) = A[:, 1] === A[:, 1]
same20(v::Vector{Int64}, A::Matrix{Float64}) = A[1, :] === A[1, :]
same21(v::Vector{Int64}, A::Matrix{Float64}) = A[1:1, :] === A[1:1, :]
same22(v::Vector{Int64}, A::Matrix{Float64}) = reshape(A, 4) === reshape(A, 4)
same23(v::Vector{Int64}, A::Matrix{Float64}) = vec(A) === vec(A)
same24(v::Vector{Int64}, A::Matrix{Float64}) = copy(v) === copy(v)
same25(v::Vector{Int64}, A::Matrix{Float64}) = copy(A) === copy(A)
same26(v::Vector{Int64}, A::Matrix{Float64}) = similar(v) === similar(v)
same27(v::Vector{Int64}, A::Matrix{Float64}) = collect(v) === collect(v)
same28(v::Vector{Int64}, A::Matrix{Float64}) = collect(1:2) === collect(1:2)
same29(v::Vector{Int64}, A::Matrix{Float64}) = permutedims(A) === permutedims(A)
same30(v::Vector{Int64}, A::Matrix{Float64}) = repeat(v, 2) === repeat(v, 2)
same31(v::Vector{Int64}, A::Matrix{Float64}) = reverse(v) === reverse(v)
same32(v::Vector{Int64}, A::Matrix{Float64}) = v + v === v + v
same33(v::Vector{Int64}, A::Matrix{Float64}) = v - v === v - v
same34(v::Vector{Int64}, A::Matrix{Float64}) = -v === -v
same35(v::Vector{Int64}, A::Matrix{Float64}) = 2 * v === 2 * v
same36(v::Vector{Int64}, A::Matrix{Float64}) = v / 2 === v / 2
same37(v::Vector{Int64}, A::Matrix{Float64}) = A + A === A + A
same38(v::Vector{Int64}, A::Matrix{Float64}) = A * A === A * A
same39(v::Vector{Int64}, A::Matrix{Float64}) = A * v === A * v
same40(v::Vector{Int64}, A::Matrix{Float64}) = A'A === A'A
same41(v::Vector{Int64}, A::Matrix{Float64}) = cumsum(v) === cumsum(v)
same42(v::Vector{Int64}, A::Matrix{Float64}) = cumprod(v) === cumprod(v)
same43(v::Vector{Int64}, A::Matrix{Float64}) = diff(v) === diff(v)
same44(v::Vector{Int64}, A::Matrix{Float64}) = sort(v) === sort(v)
same45(v::Vector{Int64}, A::Matrix{Float64}) = sortperm(v) === sortperm(v)
same46(v::Vector{Int64}, A::Matrix{Float64}) = abs.(v) === abs.(v)
same47(v::Vector{Int64}, A::Matrix{Float64}) = v .+ 1 === v .+ 1
same48(v::Vector{Int64}, A::Matrix{Float64}) = v .* v === v .* v
same49(v::Vector{Int64}, A::Matrix{Float64}) = Ref(1) === Ref(1)
same50(v::Vector{Int64}, A::Matrix{Float64}) = Dict{Int64, Int64}() === Dict{Int64, Int64}()
same51(v::Vector{Int64}, A::Matrix{Float64}) = Set{Int64}() === Set{Int64}()
same52(v::Vector{Int64}, A::Matrix{Float64}) = inv(A) === inv(A)
same53(v::Vector{Int64}, A::Matrix{Float64}) = A \ v === A \ v
same54(v::Vector{Int64}, A::Matrix{Float64}) = diagm(v) === diagm(v)
same55(v::Vector{Int64}, A::Matrix{Float64}) = triu(A) === triu(A)
same56(v::Vector{Int64}, A::Matrix{Float64}) = tril(A) === tril(A)
same57(v::Vector{Int64}, A::Matrix{Float64}) = exp(A) === exp(A)
same58(v::Vector{Int64}, A::Matrix{Float64}) = digits(12) === digits(12)
same59(v::Vector{Int64}, A::Matrix{Float64}) = split("a b") === split("a b")
function all_same(v::Vector{Int64}, A::Matrix{Float64})
    found = 0
    found += same1(v, A) ? 1 * 1000 : 0
    found += same2(v, A) ? 2 * 1000 : 0
    found += same3(v, A) ? 3 * 1000 : 0
    found += same4(v, A) ? 4 * 1000 : 0
    found += same5(v, A) ? 5 * 1000 : 0
    found += same6(v, A) ? 6 * 1000 : 0
    found += same7(v, A) ? 7 * 1000 : 0
    found += same8(v, A) ? 8 * 1000 : 0
    found += same9(v, A) ? 9 * 1000 : 0
    found += same10(v, A) ? 10 * 1000 : 0
    found += same11(v, A) ? 11 * 1000 : 0
    found += same12(v, A) ? 12 * 1000 : 0
    found += same13(v, A) ? 13 * 1000 : 0
    found += same14(v, A) ? 14 * 1000 : 0
    found += same15(v, A) ? 15 * 1000 : 0
    found += same16(v, A) ? 16 * 1000 : 0
    found += same17(v, A) ? 17 * 1000 : 0
    found += same18(v, A) ? 18 * 1000 : 0
    found += same19(v, A) ? 19 * 1000 : 0
    found += same20(v, A) ? 20 * 1000 : 0
    found += same21(v, A) ? 21 * 1000 : 0
    found += same22(v, A) ? 22 * 1000 : 0
    found += same23(v, A) ? 23 * 1000 : 0
    found += same24(v, A) ? 24 * 1000 : 0
    found += same25(v, A) ? 25 * 1000 : 0
    found += same26(v, A) ? 26 * 1000 : 0
    found += same27(v, A) ? 27 * 1000 : 0
    found += same28(v, A) ? 28 * 1000 : 0
    found += same29(v, A) ? 29 * 1000 : 0
    found += same30(v, A) ? 30 * 1000 : 0
    found += same31(v, A) ? 31 * 1000 : 0
    found += same32(v, A) ? 32 * 1000 : 0
    found += same33(v, A) ? 33 * 1000 : 0
    found += same34(v, A) ? 34 * 1000 : 0
    found += same35(v, A) ? 35 * 1000 : 0
    found += same36(v, A) ? 36 * 1000 : 0
    found += same37(v, A) ? 37 * 1000 : 0
    found += same38(v, A) ? 38 * 1000 : 0
    found += same39(v, A) ? 39 * 1000 : 0
    found += same40(v, A) ? 40 * 1000 : 0
    found += same41(v, A) ? 41 * 1000 : 0
    found += same42(v, A) ? 42 * 1000 : 0
    found += same43(v, A) ? 43 * 1000 : 0
    found += same44(v, A) ? 44 * 1000 : 0
    found += same45(v, A) ? 45 * 1000 : 0
    found += same46(v, A) ? 46 * 1000 : 0
    found += same47(v, A) ? 47 * 1000 : 0
    found += same48(v, A) ? 48 * 1000 : 0
    found += same49(v, A) ? 49 * 1000 : 0
    found += same50(v, A) ? 50 * 1000 : 0
    found += same51(v, A) ? 51 * 1000 : 0
    found += same52(v, A) ? 52 * 1000 : 0
    found += same53(v, A) ? 53 * 1000 : 0
    found += same54(v, A) ? 54 * 1000 : 0
    found += same55(v, A) ? 55 * 1000 : 0
    found += same56(v, A) ? 56 * 1000 : 0
    found += same57(v, A) ? 57 * 1000 : 0
    found += same58(v, A) ? 58 * 1000 : 0
    found += same59(v, A) ? 59 * 1000 : 0
    return found
end
@saturate none same1(::Vector{Int64}, ::Matrix{Float64})
@saturate none same2(::Vector{Int64}, ::Matrix{Float64})
@saturate none same3(::Vector{Int64}, ::Matrix{Float64})
@saturate none same4(::Vector{Int64}, ::Matrix{Float64})
@saturate none same5(::Vector{Int64}, ::Matrix{Float64})
@saturate none same6(::Vector{Int64}, ::Matrix{Float64})
@saturate none same7(::Vector{Int64}, ::Matrix{Float64})
@saturate none same8(::Vector{Int64}, ::Matrix{Float64})
@saturate none same9(::Vector{Int64}, ::Matrix{Float64})
@saturate none same10(::Vector{Int64}, ::Matrix{Float64})
@saturate none same11(::Vector{Int64}, ::Matrix{Float64})
@saturate none same12(::Vector{Int64}, ::Matrix{Float64})
@saturate none same13(::Vector{Int64}, ::Matrix{Float64})
@saturate none same14(::Vector{Int64}, ::Matrix{Float64})
@saturate none same15(::Vector{Int64}, ::Matrix{Float64})
@saturate none same16(::Vector{Int64}, ::Matrix{Float64})
@saturate none same17(::Vector{Int64}, ::Matrix{Float64})
@saturate none same18(::Vector{Int64}, ::Matrix{Float64})
@saturate none same19(::Vector{Int64}, ::Matrix{Float64})
@saturate none same20(::Vector{Int64}, ::Matrix{Float64})
@saturate none same21(::Vector{Int64}, ::Matrix{Float64})
@saturate none same22(::Vector{Int64}, ::Matrix{Float64})
@saturate none same23(::Vector{Int64}, ::Matrix{Float64})
@saturate none same24(::Vector{Int64}, ::Matrix{Float64})
@saturate none same25(::Vector{Int64}, ::Matrix{Float64})
@saturate none same26(::Vector{Int64}, ::Matrix{Float64})
@saturate none same27(::Vector{Int64}, ::Matrix{Float64})
@saturate none same28(::Vector{Int64}, ::Matrix{Float64})
@saturate none same29(::Vector{Int64}, ::Matrix{Float64})
@saturate none same30(::Vector{Int64}, ::Matrix{Float64})
@saturate none same31(::Vector{Int64}, ::Matrix{Float64})
@saturate none same32(::Vector{Int64}, ::Matrix{Float64})
@saturate none same33(::Vector{Int64}, ::Matrix{Float64})
@saturate none same34(::Vector{Int64}, ::Matrix{Float64})
@saturate none same35(::Vector{Int64}, ::Matrix{Float64})
@saturate none same36(::Vector{Int64}, ::Matrix{Float64})
@saturate none same37(::Vector{Int64}, ::Matrix{Float64})
@saturate none same38(::Vector{Int64}, ::Matrix{Float64})
@saturate none same39(::Vector{Int64}, ::Matrix{Float64})
@saturate none same40(::Vector{Int64}, ::Matrix{Float64})
@saturate none same41(::Vector{Int64}, ::Matrix{Float64})
@saturate none same42(::Vector{Int64}, ::Matrix{Float64})
@saturate none same43(::Vector{Int64}, ::Matrix{Float64})
@saturate none same44(::Vector{Int64}, ::Matrix{Float64})
@saturate none same45(::Vector{Int64}, ::Matrix{Float64})
@saturate none same46(::Vector{Int64}, ::Matrix{Float64})
@saturate none same47(::Vector{Int64}, ::Matrix{Float64})
@saturate none same48(::Vector{Int64}, ::Matrix{Float64})
@saturate none same49(::Vector{Int64}, ::Matrix{Float64})
@saturate none same50(::Vector{Int64}, ::Matrix{Float64})
@saturate none same51(::Vector{Int64}, ::Matrix{Float64})
@saturate none same52(::Vector{Int64}, ::Matrix{Float64})
@saturate none same53(::Vector{Int64}, ::Matrix{Float64})
@saturate none same54(::Vector{Int64}, ::Matrix{Float64})
@saturate none same55(::Vector{Int64}, ::Matrix{Float64})
@saturate none same56(::Vector{Int64}, ::Matrix{Float64})
@saturate none same57(::Vector{Int64}, ::Matrix{Float64})
@saturate none same58(::Vector{Int64}, ::Matrix{Float64})
@saturate none same59(::Vector{Int64}, ::Matrix{Float64})

#! run --entry all_same "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> 0

#! run --opt --entry same1 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same2 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same3 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same4 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same5 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same6 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same7 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same8 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same9 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same10 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same11 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same12 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same13 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same14 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same15 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same16 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same17 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same18 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same19 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same20 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same21 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same22 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same23 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same24 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same25 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same26 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same27 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same28 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same29 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same30 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same31 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same32 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same33 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same34 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same35 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same36 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same37 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same38 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same39 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same40 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same41 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same42 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same43 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same44 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same45 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same46 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same47 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same48 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same49 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same50 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same51 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same52 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same53 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same54 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same55 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same56 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same57 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same58 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false

#! run --opt --entry same59 "[1, 2]" "[2.0 1.0; 1.0 3.0]"
#> false
