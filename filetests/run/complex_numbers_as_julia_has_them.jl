# Sines of complex numbers do not throw where those of real ones do; small powers are products; what is no real number is no real number; how they are printed.
sines() = (sin(Complex(1.0, 2.0)), cos(Complex(1.0, 2.0)), sin(Complex(Inf, 0.0)), cos(Complex(-Inf, 0.0)), sin(Complex(0.0, Inf)), cos(Complex(0.0, -2.0)))
special() = (cos(Complex(Inf, -Inf)), cos(Complex(0.0, NaN)), cos(Complex(NaN, 0.0)), sin(Complex(-Inf, -Inf)), sin(Complex(3, 4)))
powers(z) = (z^0, z^1, z^2, z^3)
real_again() = convert(Int64, Complex(2.0, 0.0))
not_real() = convert(Float64, Complex(2, 1))
printed() = (Complex(1.0f0, 2.0f0), Complex(0x01, 0x02), Complex(Int8(1), Int8(-2)), Complex(1.0, -0.0), Complex(1.0f0, -Inf32), im, Complex(true, true))
#! run --entry sines
#> (3.165778513216168 + 1.9596010414216063im, 2.0327230070196656 - 3.0518977991518im, NaN + 0.0im, NaN + 0.0im, 0.0 + Inf*im, 3.7621956910836314 + 0.0im)
#! run --entry special
#> (Inf + NaN*im, NaN + 0.0im, NaN + 0.0im, NaN - Inf*im, 3.853738037919377 - 27.016813258003932im)
#! run --entry powers 'Complex(1, 2)'
#> (1 + 0im, 1 + 2im, -3 + 4im, -11 - 2im)
#! run --entry real_again
#> 2
#! run --entry not_real
#> error: InexactError: Float64(2 + 1im)
#! run --entry printed
#> (1.0f0 + 2.0f0im, 0x01 + 0x02im, 1 - 2im, 1.0 - 0.0im, 1.0f0 - Inf32*im, im, Complex(true,true))
