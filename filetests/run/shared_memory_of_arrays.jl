# `Base.mightalias` looks through wrappers: what a view, a transpose or a reshaped array shows is in the memory of another array.

function shares(A, B)
    v = view(A, 1:2)
    (Base.mightalias(A, A), Base.mightalias(A, B), Base.mightalias(A, v), Base.mightalias(v, B), Base.mightalias(A, A'),
     Base.mightalias(A', B), Base.mightalias(vec(A), A), Base.mightalias(copy(A), A), Base.mightalias(1:2, A))
end
#! run --entry shares "[1.0 2.0; 3.0 4.0]" "[1.0 2.0; 3.0 4.0]"
#> (true, false, true, false, true, false, true, false, false)
