"""The rules of play: cards, rulesets and moves, and how a deal is judged, dealt and scored."""
