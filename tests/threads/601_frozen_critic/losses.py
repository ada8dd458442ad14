import torch.nn.functional as F

from freezing import frozen


def generator_loss(vocoder, critic, mel, wave):
    fake = vocoder(mel)
    with frozen(critic):
        score, feats = critic(fake)
        _, real_feats = critic(wave)
    adversarial = (1 - score).square().mean()
    matching = F.l1_loss(feats, real_feats)
    return adversarial + 2.0 * matching + F.l1_loss(fake, wave)


def critic_loss(vocoder, critic, mel, wave):
    fake = vocoder(mel).detach()
    real_score, _ = critic(wave)
    fake_score, _ = critic(fake)
    return (1 - real_score).square().mean() + fake_score.square().mean()
