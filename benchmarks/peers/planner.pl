% Sokoban in Prolog: a shortest plan by breadth-first search.
%
%     swipl -q -g main -t halt planner.pl -- level.pl
%
% Comes in:  floor(Row,Column), goal(Row,Column), player(Row,Column), box(Row,Column): a file of facts.
% Goes out:  the number of moves and the keys, such as `13 DurrrddllURuL`; `none` if there is no plan.
%
% A position is at(Player, Boxes): cells are Row-Column, and the boxes are sorted, so that equal positions are equal
% terms. Positions that were seen are facts of the database, which Prolog finds by their first argument.

:- dynamic floor/2, goal/2, player/2, box/2, seen/2.

main :-
    current_prolog_flag(argv, Arguments), last(Arguments, File),
    consult(File),
    findall(R-C, box(R,C), Unsorted), sort(Unsorted, Boxes),
    player(PR,PC),
    Start = at(PR-PC, Boxes),
    new(Start),
    ( layers([Start-[]], Keys) -> length(Keys, N), format("~w ~s~n", [N, Keys]) ; writeln(none) ).

% layers(+Positions, -Keys): all positions of one distance, each with its keys, the last key first.
layers(Layer, Keys) :-
    member(at(_,Boxes)-Back, Layer), won(Boxes), !, reverse(Back, Keys).
layers(Layer, Keys) :-
    findall(Next-[Key|Back], ( member(Position-Back, Layer), press(Key, Position, Next), new(Next) ), Following),
    Following \== [],
    layers(Following, Keys).

won(Boxes) :- forall(member(R-C, Boxes), goal(R,C)).

% press(?Key, +Before, -After): a step into a free cell, or a push if the cell behind the box is free.
press(Key, at(Here,Boxes), at(Ahead,After)) :-
    direction(Small, Large, DR, DC),
    next(Here, DR, DC, Ahead),
    (   selectchk(Ahead, Boxes, Others)
    ->  next(Ahead, DR, DC, Beyond),
        \+ memberchk(Beyond, Others),
        sort([Beyond|Others], After),
        Key = Large
    ;   After = Boxes,
        Key = Small
    ).

next(R-C, DR, DC, R1-C1) :- R1 is R+DR, C1 is C+DC, floor(R1,C1).

direction(0'u, 0'U, -1, 0).
direction(0'd, 0'D, 1, 0).
direction(0'l, 0'L, 0, -1).
direction(0'r, 0'R, 0, 1).

% new(+Position): it was not seen before; now it is.
new(Position) :-
    term_hash(Position, Hash),
    \+ seen(Hash, Position),
    assertz(seen(Hash, Position)).
