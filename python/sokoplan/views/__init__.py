"""Ways to look at a level and a plan. Each is one file; none of them decides anything."""
