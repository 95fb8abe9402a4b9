; Sokoban: walk into a box and it moves, if there is room. Won when every box stands on a goal; goals may be left over.
;
;     ######     Walls are not written down: `next` and `line` only ever join cells that are floor.
;     #@ $.#     The first two cells of every action are where the player stands and the cell ahead of him,
;     ######     so the key to press is the direction from one to the other.
;
; Plain STRIPS with types. Every action costs one, so the shortest plan has the fewest moves.

(define (domain sokoban)
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
    (on-goal ?b - box))           ; the box stands on a goal now

  ; Step into a cell without a box.
  (:action move
    :parameters (?from ?to - cell)
    :precondition (and (player ?from) (next ?from ?to) (free ?to))
    :effect (and (not (player ?from)) (player ?to)))

  ; Step into a box: it goes one further, and comes to rest on a goal ...
  (:action push-to-goal
    :parameters (?from ?ahead ?beyond - cell ?b - box)
    :precondition (and (player ?from) (line ?from ?ahead ?beyond)
                       (at ?b ?ahead) (free ?beyond) (is-goal ?beyond))
    :effect (and (not (player ?from)) (player ?ahead)
                 (not (at ?b ?ahead)) (at ?b ?beyond)
                 (not (free ?beyond)) (free ?ahead)
                 (on-goal ?b)))

  ; ... or on plain floor, which takes it off the goal that it may have stood on.
  (:action push-to-plain
    :parameters (?from ?ahead ?beyond - cell ?b - box)
    :precondition (and (player ?from) (line ?from ?ahead ?beyond)
                       (at ?b ?ahead) (free ?beyond) (is-plain ?beyond))
    :effect (and (not (player ?from)) (player ?ahead)
                 (not (at ?b ?ahead)) (at ?b ?beyond)
                 (not (free ?beyond)) (free ?ahead)
                 (not (on-goal ?b)))))
