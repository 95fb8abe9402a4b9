; Sokoban with sinks or holes, the NetHack kind.
;
;     ######     A sink swallows every box that reaches it, and the player may walk over it. Won: no box is left.
;     #@ $^#     A hole swallows one box and is floor from then on; until then nobody walks over it. Won: no hole
;     ######     is left open, and boxes may be left over. A level has sinks or holes; this domain states both.
;
; Walls are not written down: `next` and `line` only ever join cells that are no wall. The first two cells of every
; action are where the player stands and the cell ahead of him, so the key is the direction from one to the other.
; Plain STRIPS with types. Every action costs one, so the shortest plan has the fewest moves.

(define (domain sink)
  (:requirements :strips :typing)
  (:types cell box)

  (:predicates
    ; the board: never changes
    (next ?a ?b - cell)           ; ?b is one of the four neighbours of ?a
    (line ?a ?b ?c - cell)        ; ?a, ?b, ?c lie side by side in one direction
    (is-sink ?c - cell)           ; every cell is either a sink
    (is-firm ?c - cell)           ; or can hold a box (a hole can, once it is filled)
    ; the position
    (player ?c - cell)            ; the player stands in ?c
    (at ?b - box ?c - cell)       ; the box stands in ?c
    (gone ?b - box)               ; the box has been swallowed
    (open ?c - cell)              ; ?c is a hole that waits for its box
    (filled ?c - cell)            ; ?c was a hole
    (free ?c - cell))             ; neither a box nor an open hole is in ?c

  ; Step into a cell without a box or a hole.
  (:action move
    :parameters (?from ?to - cell)
    :precondition (and (player ?from) (next ?from ?to) (free ?to))
    :effect (and (not (player ?from)) (player ?to)))

  ; Step into a box: it goes one further, and stays there ...
  (:action push
    :parameters (?from ?ahead ?beyond - cell ?b - box)
    :precondition (and (player ?from) (line ?from ?ahead ?beyond)
                       (at ?b ?ahead) (free ?beyond) (is-firm ?beyond))
    :effect (and (not (player ?from)) (player ?ahead)
                 (not (at ?b ?ahead)) (at ?b ?beyond)
                 (not (free ?beyond)) (free ?ahead)))

  ; ... or vanishes in a sink, which stays as it is ...
  (:action push-into-sink
    :parameters (?from ?ahead ?beyond - cell ?b - box)
    :precondition (and (player ?from) (line ?from ?ahead ?beyond)
                       (at ?b ?ahead) (is-sink ?beyond))
    :effect (and (not (player ?from)) (player ?ahead)
                 (not (at ?b ?ahead)) (gone ?b)
                 (free ?ahead)))

  ; ... or fills a hole, and both are gone.
  (:action push-into-hole
    :parameters (?from ?ahead ?beyond - cell ?b - box)
    :precondition (and (player ?from) (line ?from ?ahead ?beyond)
                       (at ?b ?ahead) (open ?beyond))
    :effect (and (not (player ?from)) (player ?ahead)
                 (not (at ?b ?ahead)) (gone ?b)
                 (not (open ?beyond)) (filled ?beyond)
                 (free ?beyond) (free ?ahead))))
