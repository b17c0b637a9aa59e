# Loops become blocks with parameters.

function pow(x, n)
    r = 1
    while n > 0
        n -= 1
        r *= x
    end
    return r
end
function sum_to(n)
    s = 0
    for i in 1:n
        s += i
    end
    return s
end
function nested(n, m)
    s = 0
    for i in 1:n
        for j in 1:m
            j > i && break
            s += i * j
        end
    end
    s
end

#! lower --entry pow --sig "Int64, Int64"
#! lower --entry pow --sig "Float64, Int64"
#! lower --entry sum_to --sig "Int64"
#! lower --entry nested --sig "Int64, Int64"
