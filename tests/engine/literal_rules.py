"""The rules written a second time, as literally as possible, without the engine's tricks.

Sets are found by trying every subset, legal moves by judging every move: slow, and only for
small positions.
"""

from itertools import combinations

from engine import BuildPlay, Capture, Move, Position, Trail, card_set, cards_in


def subsets(items: list[int]) -> list[tuple[int, ...]]:
    return [some for size in range(len(items) + 1) for some in combinations(items, size)]


def value(position: Position, card: int) -> int:
    number = card // 4 + 1
    return number if number <= 10 or position.ruleset.face_values else 0


def played_values(position: Position, card: int) -> list[int]:
    """An ace may be played for 14 where the rules say so; on the table it counts 1."""
    if card < 4:
        return list(position.ruleset.ace_values)
    return [value(position, card)] if value(position, card) else []


def split_exists(values: list[int], *targets: int) -> bool:
    if not values:
        return True
    first, rest = values[0], values[1:]
    for some in subsets(list(range(len(rest)))):
        if first + sum(rest[at] for at in some) in targets:
            left = [worth for at, worth in enumerate(rest) if at not in some]
            if split_exists(left, *targets):
                return True
    return False


def holds(position: Position, hand: list[int], worth: int) -> bool:
    return any(worth in played_values(position, card) for card in hand)


def legal(position: Position, move: Move) -> bool:
    hand = [card for card in cards_in(position.hand) if card != move.card]
    builds = {build.value: build for build in position.table.builds}
    owned = {worth for worth, build in builds.items() if build.owner == position.seat}
    if isinstance(move, Trail):
        fine = may_trail(position)
    elif isinstance(move, Capture):
        fine = legal_capture(position, move)
        owned -= set(move.builds)
    else:
        fine = legal_build(position, move, hand)
        owned.discard(move.raises or 0)
        owned.add(move.value)
    return fine and all(holds(position, hand, worth) for worth in owned)


def may_trail(position: Position) -> bool:
    builds = position.table.builds
    if position.ruleset.no_trail == "owner":
        return all(build.owner != position.seat for build in builds)
    contributed = any(build.contributors >> position.seat & 1 for build in builds)
    if position.ruleset.no_trail == "never" or not contributed:
        return True
    others = (move for move in every_move(position) if not isinstance(move, Trail))
    return not any(legal(position, move) for move in others)


def legal_capture(position: Position, move: Capture) -> bool:
    builds = {build.value: build for build in position.table.builds}
    loose = cards_in(move.loose)
    if not loose and not move.builds:
        return False
    if not all(worth in builds for worth in move.builds):
        return False
    played = played_values(position, move.card)
    if not played:
        allowed = {"one": [1], "one_or_three": [1, 3], "any": [1, 2, 3]}
        equal = all(card // 4 == move.card // 4 for card in loose)
        count = len(loose) in allowed[position.ruleset.face_capture]
        return equal and count and not move.builds
    items = [value(position, card) for card in loose]
    for worth in move.builds:
        build = builds[worth]
        if worth in played:
            continue
        theirs = position.sides[build.owner] != position.sides[position.seat]
        if position.ruleset.build_in_sum == "no" or build.multiple or not theirs:
            return False
        items.append(worth)
    if position.ruleset.one_action:
        pairs_only = all(card // 4 == move.card // 4 for card in loose)
        pairs_only = pairs_only and all(worth in played for worth in move.builds)
        one_sum = sum(items) in played and not any(worth in played for worth in move.builds)
        if not pairs_only and not one_sum:
            return False
    return 0 not in items and split_exists(items, *played)


def legal_build(position: Position, move: BuildPlay, hand: list[int]) -> bool:
    builds = {build.value: build for build in position.table.builds}
    loose = [value(position, card) for card in cards_in(move.loose)]
    played = value(position, move.card)
    if not played or 0 in loose or not holds(position, hand, move.value):
        return False
    stands = move.value in builds
    if move.raises is None:
        if not loose and not stands:
            return False
        worths = played_values(position, move.card)
        fitting = [worth for worth in worths if split_exists([worth, *loose], move.value)]
        split = bool(fitting)
        multiple = stands or (split and fitting[0] + sum(loose) > move.value)
    else:
        raised = builds.get(move.raises)
        if raised is None or raised.multiple or raised.value + played != move.value:
            return False
        mine = raised.owner == position.seat
        if (
            mine
            and position.ruleset.own_raise_keeps_both
            and not holds(position, hand, raised.value)
        ):
            return False
        split = split_exists(loose, move.value)
        multiple = stands or bool(loose)
    return split and (position.ruleset.multiple_builds or not multiple)


def every_move(position: Position) -> list[Move]:
    """All moves that name a card of the hand and items of the table, legal or not."""
    moves: list[Move] = []
    values = [build.value for build in position.table.builds]
    for card in cards_in(position.hand):
        moves.append(Trail(card))
        for some in subsets(cards_in(position.table.loose)):
            loose = card_set(some)
            moves.extend(Capture(card, loose, builds) for builds in subsets(values))
            for raises in (None, *values):
                moves.extend(BuildPlay(card, loose, raises, value) for value in range(1, 15))
    return moves
