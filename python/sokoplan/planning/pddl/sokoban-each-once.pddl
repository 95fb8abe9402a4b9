; Sokoban, the goal read another way: won when every box has stood on a goal at some time, the start included.
;
;     ######     A box may be pushed over a goal and on, so boxes can take turns on one goal. The law of moving is
;     #@$. #     that of sokoban.pddl; only what is remembered differs: `been-on-goal` is never taken back.
;     ######
;
; Plain STRIPS with types. Every action costs one, so the shortest plan has the fewest moves.

(define (domain sokoban-each-once)
  (:requirements :strips :typing)
  (:types cell box)

  (:predicates
    ; the board: never changes
    (next ?a ?b - cell)           ; ?b is one of the four neighbours of ?a
    (line ?a ?b ?c - cell)        ; ?a, ?b, ?c lie side by side in one direction
    (is-goal ?c - cell)           ; every cell is either a goal
    (is-plain ?c - cell)          ; or plain floor
    ; the position
    (player ?c - cell)            ; the player stands in ?c
    (at ?b - box ?c - cell)       ; the box stands in ?c
    (free ?c - cell)              ; no box stands in ?c
    (been-on-goal ?b - box))      ; the box has stood on a goal, now or before

  ; Step into a cell without a box.
  (:action move
    :parameters (?from ?to - cell)
    :precondition (and (player ?from) (next ?from ?to) (free ?to))
    :effect (and (not (player ?from)) (player ?to)))

  ; Step into a box: it goes one further, and comes to rest on a goal, which counts for ever ...
  (:action push-to-goal
    :parameters (?from ?ahead ?beyond - cell ?b - box)
    :precondition (and (player ?from) (line ?from ?ahead ?beyond)
                       (at ?b ?ahead) (free ?beyond) (is-goal ?beyond))
    :effect (and (not (player ?from)) (player ?ahead)
                 (not (at ?b ?ahead)) (at ?b ?beyond)
                 (not (free ?beyond)) (free ?ahead)
                 (been-on-goal ?b)))

  ; ... or on plain floor, which counts for nothing.
  (:action push-to-plain
    :parameters (?from ?ahead ?beyond - cell ?b - box)
    :precondition (and (player ?from) (line ?from ?ahead ?beyond)
                       (at ?b ?ahead) (free ?beyond) (is-plain ?beyond))
    :effect (and (not (player ?from)) (player ?ahead)
                 (not (at ?b ?ahead)) (at ?b ?beyond)
                 (not (free ?beyond)) (free ?ahead))))
