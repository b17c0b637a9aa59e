# Variables that may be undefined, or that a handler sees, stay in memory.

function maybe(c)
    if c
        x = 1
    end
    return x
end
function handler(v)
    state = 0
    try
        state = 1
        v[1]
        state = 2
    catch
        return state
    end
    return state
end
function defined(c)
    if c
        x = 1
    end
    @isdefined(x)
end
counter = 0
global_read() = counter + 1

#! lower --entry maybe --sig "Bool"
#! run --entry maybe true
#! run --entry maybe false
#! lower --entry handler --sig "Vector{Int64}"
#! run --entry handler '[1]'
#! run --entry handler 'Int64[]'
#! lower --entry defined --sig "Bool"
#! run --entry defined false
#! lower --entry global_read --sig ""
#! run --entry global_read
