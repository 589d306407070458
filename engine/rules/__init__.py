"""Casino as its sources tell it: cards, rulesets and moves, judged, dealt and scored."""
