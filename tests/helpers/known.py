"""What is known of the shared levels, and every engine has to find: least moves, least cost and number of plans."""

from __future__ import annotations

# The course maps: least moves; map 9 has no plan.
COURSE = {1: 13, 2: 26, 3: 71, 4: 5, 5: 6, 6: 6, 7: 21, 8: 7, 9: None, 10: 5}
# Helltaker's official levels: least cost, and the number of plans within the limit.
HELLTAKER = {
    1: (23, 8), 2: (24, 3), 3: (32, 1), 4: (23, 2), 5: (22, 26), 6: (42, 39), 7: (32, 2), 8: (12, 4), 9: (33, 2),
}  # fmt: skip
