"""From a question to a checked result: asking an engine, racing several, and putting the answer into words."""
