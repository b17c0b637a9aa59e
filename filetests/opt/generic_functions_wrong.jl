# What `@generic` says when it is not understood.

@rules wrong begin
    @generic
    @generic around 3
    @generic aruond(::Float64)
    @generic around(::Shope)
end

around(x) = x
#! opt --rules wrong --entry around --sig "Float64"
#> error: 4:5: `@generic` takes a function or signature
#> error: 5:5: `@generic` takes a function or signature
#> error: 6:14: unknown name `aruond`
#> error: 7:23: unknown type `Shope` (did you mean `Some`?)
