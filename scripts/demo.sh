#!/bin/sh
# `make demo`: levels of all three games drawn, solved, verified and explained. Every line shown is a real command.
set -e

run() {
    printf '\n\033[1m$ sokoplan %s\033[0m\n' "$*"
    .venv/bin/sokoplan "$@" || printf '(exit code %s)\n' "$?"
}

title() {
    printf '\n\033[1;36m%s\033[0m\n' "--- $* ---"
}

title "Sokoban: every box on a goal"
run show two-yardsticks
run solve two-yardsticks --objective moves
run solve two-yardsticks --objective pushes-moves --format rle

title "Checking a plan: what is wrong with it, and where"
run verify two-yardsticks lluRdrUUllLulDD
run verify two-yardsticks luuu

title "NetHack's kind: boxes vanish in the sink"
run show diamond
run solve diamond --objective pushes --format pushes

title "Helltaker: kick your way to the demoness before the moves run out"
run show bed-of-nails
run solve bed-of-nails --all --limit 3

title "No plan, and proved so"
run show two-into-one
run solve two-into-one
run explain two-into-one

title "Three kinds of engine, one answer"
run solve sample-map-1 --objective moves --engine search
run solve sample-map-1 --objective moves --engine sat
run solve sample-map-1 --objective moves --engine asp

printf '\nMore: sokoplan levels, sokoplan play first-push, sokoplan --help (.venv/bin/sokoplan here)\n'
