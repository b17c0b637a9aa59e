# A plot of speed-ups over sizes as SVG: logarithmic in the size, linear in the speed-up.

module Plot

const WIDTH, HEIGHT, MARGIN = 640, 360, 56
const COLOURS = ["#1b6ca8", "#d1495b", "#e0a100", "#4a7c59"]

escape(s) = replace(replace(replace(string(s), "&" => "&amp;"), "<" => "&lt;"), ">" => "&gt;")
number(x) = string(round(x; digits=2))

"`series`: name => values over `sizes`; `band`: lowest and highest value of a grey band over `sizes`."
function speedups(path, title, sizes, series, band)
    top = 1.1 * maximum([maximum(maximum(v) for (_, v) in series); maximum(last, band); 1.0])
    span = max(log(last(sizes)) - log(first(sizes)), 1e-9)
    x(n) = MARGIN + (length(sizes) == 1 ? 0.5 : (log(n) - log(first(sizes))) / span) * (WIDTH - 2MARGIN)
    y(v) = HEIGHT - MARGIN - v / top * (HEIGHT - 2MARGIN)
    point(n, v) = string(number(x(n)), ",", number(y(v)))
    open(path, "w") do io
        println(io, """<svg xmlns="http://www.w3.org/2000/svg" width="$WIDTH" height="$HEIGHT" font-family="sans-serif" font-size="12">""")
        println(io, """<rect width="100%" height="100%" fill="white"/>""")
        println(io, """<text x="$(WIDTH ÷ 2)" y="24" text-anchor="middle" font-size="15">$(escape(title))</text>""")
        outline = [[point(n, b[2]) for (n, b) in zip(sizes, band)]; reverse([point(n, b[1]) for (n, b) in zip(sizes, band)])]
        println(io, """<polygon points="$(join(outline, " "))" fill="#dddddd"/>""")
        step = top > 10 ? cld(round(Int, top), 8) : top > 3 ? 1.0 : 0.25
        for v in 0:step:top
            println(io, """<line x1="$MARGIN" x2="$(WIDTH - MARGIN)" y1="$(number(y(v)))" y2="$(number(y(v)))" stroke="#$(v == 1 ? "888" : "eee")"/>""")
            println(io, """<text x="$(MARGIN - 6)" y="$(number(y(v) + 4))" text-anchor="end">$(number(v))</text>""")
        end
        for n in sizes
            println(io, """<text x="$(number(x(n)))" y="$(HEIGHT - MARGIN + 18)" text-anchor="middle">$n</text>""")
        end
        println(io, """<text x="$(WIDTH ÷ 2)" y="$(HEIGHT - 14)" text-anchor="middle">size</text>""")
        # The legend stands where the curves are low.
        early = maximum(first(v) for (_, v) in series) <= maximum(last(v) for (_, v) in series)
        legend(k) = string(early ? "x=\"$(MARGIN + 10)\"" : "x=\"$(WIDTH - MARGIN - 10)\" text-anchor=\"end\"", " y=\"$(MARGIN + 16k - 8)\"")
        for (k, (name, values)) in enumerate(series)
            colour = COLOURS[mod1(k, length(COLOURS))]
            line = join([point(n, v) for (n, v) in zip(sizes, values)], " ")
            println(io, """<polyline points="$line" fill="none" stroke="$colour" stroke-width="2"/>""")
            for (n, v) in zip(sizes, values)
                println(io, """<circle cx="$(number(x(n)))" cy="$(number(y(v)))" r="3.5" fill="$colour"/>""")
            end
            println(io, """<text $(legend(k)) fill="$colour">$(escape(name))</text>""")
        end
        println(io, """<text $(legend(length(series) + 1)) fill="#888">grey: the original against itself</text>""")
        println(io, "</svg>")
    end
end

end
