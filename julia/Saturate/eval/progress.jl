# A progress bar on a terminal: `[######····]  60 %  312 of 520`. Where standard error is no terminal, nothing is written.

module Progress

const WIDTH = 30

mutable struct Bar
    what::String
    total::Int
    done::Int
    drawn::Float64      # when it was last drawn
    shown::Bool
end

Bar(what, total) = Bar(what, total, 0, 0.0, stderr isa Base.TTY)

"Counts one more; draws at most ten times a second."
function step!(bar::Bar)
    bar.done += 1
    bar.shown || return
    now = time()
    now - bar.drawn < 0.1 && bar.done < bar.total && return
    bar.drawn = now
    part = bar.total == 0 ? 1.0 : bar.done / bar.total
    full = round(Int, WIDTH * part)
    print(stderr, '\r', bar.what, " [", '#'^full, '·'^(WIDTH - full), "] ", lpad(round(Int, 100part), 3), " %  ", bar.done, " of ", bar.total)
end

"Takes the bar away."
finish!(bar::Bar) = bar.shown && print(stderr, "\r\e[K")

end
