# A Metropolis walk on a ring for peskun: change weights and step() to your own.
weights <- c(a = 1L, b = 2L, c = 3L, d = 6L)  # the target, on any scale
input <- file("stdin", "r")

say <- function(...) {
  cat(..., "\n")
  flush(stdout())
}
ask <- function(...) {
  say(...)
  as.integer(readLines(input, 1))
}
step <- function(state) {
  here <- match(state, names(weights))
  side <- if (ask("uniform", 2) == 0) 1 else -1
  proposed <- (here - 1 + side) %% length(weights) + 1
  smaller <- min(weights[proposed], weights[here])
  accepted <- ask("coin", sprintf("%d/%d", smaller, weights[here])) == 1
  names(weights)[if (accepted) proposed else here]
}

say("peskun 1")
say("states", names(weights))
say("target", weights)
say("ready")
while (length(line <- readLines(input, 1)) == 1 && line != "end") {
  say("to", step(strsplit(line, " ")[[1]][2]))
}
