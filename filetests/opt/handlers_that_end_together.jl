# A `break` or `return` out of handlers inside of each other ends all of them: what is thrown again behind is the exception of the handler around them.

function outer_again(n)
    try
        error("outer")
    catch
        while true
            try
                error("middle")
            catch
                try
                    error("inner")
                catch
                    n > 1 && @goto out
                    break
                end
            end
        end
        n > 0 && rethrow()
        @label out
        return n
    end
end
again(n) = try; outer_again(n); catch e; e.msg; end

#! run --entry again 1
#> "outer"
#! run --entry again 2
#> 2
#! run --entry again 0
#> 0

@rules none begin
end
@saturate none again(::Int64)
@saturate none outer_again(::Int64)

#! opt --emit julia --entry outer_again --sig Int64
#> # cost 6 → 6, optimal
#> function outer_again(n::Int64)
#>     try
#>         error("outer")
#>     catch
#>         try
#>             error("middle")
#>         catch
#>             try
#>                 error("inner")
#>             catch
#>                 if n > 1
#>                     @goto b13
#>                 end
#>             end
#>         end
#>         if n > 0
#>             rethrow()
#>         end
#>         @label b13
#>         return n
#>     end
#> end
