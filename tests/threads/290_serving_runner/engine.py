class Engine:
    def __init__(self, runner, warmup=True):
        self.runner = runner
        if warmup:
            runner.profile_run()

    def generate(self, prompts, new_tokens):
        padded = prompts + [[0]] * (self.runner.max_batch - len(prompts))
        outputs, scores = [list(p) for p in padded], []
        for position in range(new_tokens):
            tokens, score = self.runner.step([o[-1] for o in outputs], position)
            scores.append(score)
            for out, token in zip(outputs, tokens):
                out.append(token)
        return outputs[: len(prompts)], scores
