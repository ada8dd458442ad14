class PhaseSchedule:
    def __init__(self, explore):
        self.explore = explore

    def on_match_start(self, player, match):
        kind = "explore" if match < self.explore else "exploit"
        player.net.phase = f"{kind}-{match:02d}"


class Journal:
    def __init__(self):
        self.rows = []

    def on_match_end(self, player, result, moves):
        self.rows.append((player.net.phase, result, moves))

    def lines(self):
        return [f"{tag}: result {result:+d} after {moves} moves" for tag, result, moves in self.rows]
