; Helltaker: walk to the demoness; kick what stands in the way; mind the clock and the spikes.
;
;     ##########     The hero kicks what he walks into, and stays where he is. Won: he stands next to a demoness and
;     #H  MS  D#     is not hurt; the game ends there, so no key can be pressed after `arrived`.
;     ##########
;
; The clock: traps toggle with every key, so there are two beats, `even` and `odd` (levels without traps need only
; the first). After a key, every mob on ground that is sharp on the new beat dies, and a hero there is hurt: he must
; spend `suffer`, which is no key and does not toggle the traps, before he does anything else.
;
; A lock without the key stops the hero, even when a mob stands on it; so does a demoness. Kicks that move nothing
; are allowed, and cost like any other key.
;
; Walls are not written down, but for one: the constant `wall` stands for whatever is behind the last cell of a row
; of floor. The first two cells of every action are where the hero stands and the cell ahead of him, so the key is the
; direction from one to the other.
;
; Every action costs one, so the length of a plan is what the level's limit is compared with. The limit itself cannot
; be said here; the problem file gives it in a comment.

(define (domain helltaker)
  (:requirements :strips :typing :equality :negative-preconditions :disjunctive-preconditions :conditional-effects)
  (:types cell beat)
  (:constants wall - cell)

  (:predicates
    ; the board: never changes
    (next ?a ?b - cell)           ; ?b is one of the four neighbours of ?a, and no wall
    (line ?a ?b ?c - cell)        ; ?a, ?b, ?c lie side by side in one direction; ?c may be the wall
    (is-key ?c - cell)            ; a key lies in ?c; one is enough for all locks
    (is-demoness ?c - cell)
    (is-beside ?c - cell)         ; ?c is next to a demoness
    (is-sharp ?c - cell ?b - beat); who is in ?c when this beat begins is hurt (spikes: on every beat)
    (follows ?now ?then - beat)   ; the beat after ?now
    ; the position
    (hero ?c - cell)
    (block ?c - cell)
    (mob ?c - cell)
    (lock ?c - cell)
    (on-beat ?b - beat)           ; how the traps are now
    (has-key)
    (hurt)                        ; a forced step is due
    (arrived))                    ; the hero stands next to a demoness

  ; Nothing is in the way: the hero moves. He takes a key that lies there, and with a key he opens a lock.
  (:action walk
    :parameters (?from ?ahead - cell ?now ?then - beat)
    :precondition (and (not (hurt)) (not (arrived)) (on-beat ?now) (follows ?now ?then)
                       (hero ?from) (next ?from ?ahead)
                       (not (is-demoness ?ahead)) (imply (lock ?ahead) (has-key))
                       (not (block ?ahead)) (not (mob ?ahead)))
    :effect (and (not (hero ?from)) (hero ?ahead)
                 (not (lock ?ahead))
                 (when (is-key ?ahead) (has-key))
                 (when (is-beside ?ahead) (arrived))
                 (not (on-beat ?now)) (on-beat ?then)
                 (when (is-sharp ?ahead ?then) (hurt))
                 (forall (?c - cell) (when (is-sharp ?c ?then) (not (mob ?c))))))

  ; A block with room behind it moves; keys, spikes and traps are room.
  (:action kick-block
    :parameters (?from ?ahead ?beyond - cell ?now ?then - beat)
    :precondition (and (not (hurt)) (not (arrived)) (on-beat ?now) (follows ?now ?then)
                       (hero ?from) (line ?from ?ahead ?beyond)
                       (not (is-demoness ?ahead)) (imply (lock ?ahead) (has-key))
                       (block ?ahead)
                       (not (= ?beyond wall)) (not (is-demoness ?beyond))
                       (not (block ?beyond)) (not (mob ?beyond)) (not (lock ?beyond)))
    :effect (and (not (block ?ahead)) (block ?beyond)
                 (not (on-beat ?now)) (on-beat ?then)
                 (when (is-sharp ?from ?then) (hurt))
                 (forall (?c - cell) (when (is-sharp ?c ?then) (not (mob ?c))))))

  ; A block without room stays, and the key is spent: it still toggles the traps.
  (:action kick-block-in-vain
    :parameters (?from ?ahead ?beyond - cell ?now ?then - beat)
    :precondition (and (not (hurt)) (not (arrived)) (on-beat ?now) (follows ?now ?then)
                       (hero ?from) (line ?from ?ahead ?beyond)
                       (not (is-demoness ?ahead)) (imply (lock ?ahead) (has-key))
                       (block ?ahead)
                       (or (= ?beyond wall) (is-demoness ?beyond)
                           (block ?beyond) (mob ?beyond) (lock ?beyond)))
    :effect (and (not (on-beat ?now)) (on-beat ?then)
                 (when (is-sharp ?from ?then) (hurt))
                 (forall (?c - cell) (when (is-sharp ?c ?then) (not (mob ?c))))))

  ; A mob with room behind it moves; locks, keys and a demoness's cell are room too. It lives if it does not land on
  ; sharp ground. (It is never put there at all: where an effect both adds and deletes a fact, adding wins.)
  (:action kick-mob
    :parameters (?from ?ahead ?beyond - cell ?now ?then - beat)
    :precondition (and (not (hurt)) (not (arrived)) (on-beat ?now) (follows ?now ?then)
                       (hero ?from) (line ?from ?ahead ?beyond)
                       (not (is-demoness ?ahead)) (imply (lock ?ahead) (has-key))
                       (mob ?ahead)
                       (not (= ?beyond wall)) (not (block ?beyond)) (not (mob ?beyond)))
    :effect (and (not (mob ?ahead))
                 (when (not (is-sharp ?beyond ?then)) (mob ?beyond))
                 (not (on-beat ?now)) (on-beat ?then)
                 (when (is-sharp ?from ?then) (hurt))
                 (forall (?c - cell) (when (is-sharp ?c ?then) (not (mob ?c))))))

  ; A mob against a wall, a block or another mob dies.
  (:action kick-mob-dead
    :parameters (?from ?ahead ?beyond - cell ?now ?then - beat)
    :precondition (and (not (hurt)) (not (arrived)) (on-beat ?now) (follows ?now ?then)
                       (hero ?from) (line ?from ?ahead ?beyond)
                       (not (is-demoness ?ahead)) (imply (lock ?ahead) (has-key))
                       (mob ?ahead)
                       (or (= ?beyond wall) (block ?beyond) (mob ?beyond)))
    :effect (and (not (mob ?ahead))
                 (not (on-beat ?now)) (on-beat ?then)
                 (when (is-sharp ?from ?then) (hurt))
                 (forall (?c - cell) (when (is-sharp ?c ?then) (not (mob ?c))))))

  ; The forced step after sharp ground: it only costs.
  (:action suffer
    :parameters ()
    :precondition (hurt)
    :effect (not (hurt))))
