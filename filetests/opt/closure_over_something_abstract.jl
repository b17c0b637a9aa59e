# The type of a closure names the types of what it captures. Where these are not known exactly, neither is the closure's.
make_counter(start) = (r = Ref(start); () -> (r[] += 1; r[]))
count_from(x) = (f = make_counter(x); f(); f())
either(p::Bool) = count_from(p ? 1 : 2.5)
known(x::Int64) = (f = make_counter(x); f(); f())
@rules none begin
end
@saturate none either(::Bool)
@saturate none known(::Int64)

#! run --checked --opt --entry either true
#> 3
#! run --checked --opt --entry either false
#> 4.5
#! run --checked --opt --entry known 3
#> 5
