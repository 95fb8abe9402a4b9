"""Environments for agents that learn: Sokoban, its sink variant and Helltaker, as Gymnasium knows environments.

    import gymnasium, sokoplan.lab.gym
    gymnasium.make("sokoplan/Sokoban-v0", levels="levels.xsb", observation="planes", actions="keys", reward="sparse")
    gymnasium.make_vec("sokoplan/Sokoban-v0", num_envs=256)

    registration.py   the names; importing this package registers them
    env.py            one game
    vector.py         many games, stepped together by the Rust core
    games.py          what both are made of: the levels as grids, the arrays that the core writes, positions
    choices.py        levels, observations, actions and rewards, and what is refused
    teacher.py        optimal plans and actions from any position, by the engines

    spaces.py         the spaces of Gymnasium that follow from the choices

Nobody else labels with *proved* optima: that is what these are for. Gymnasium comes with the extra `sokoplan[gym]`.
"""

from sokoplan.errors import InputError
from sokoplan.system.extras import need

try:
    need("gymnasium", "gym", "an environment")
except InputError as error:
    raise ModuleNotFoundError(str(error)) from None

from sokoplan.lab.gym.registration import register

register()
