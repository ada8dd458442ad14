"""Models of timm, torchvision and torch_geometric."""

from __future__ import annotations

from typing import Any

from gallery.models.builders import both, call, images, noise, own, whole
from gallery.models.row import Row, Rows


def _timm(name: str, model: str, pixels: int = 32, **sizes: object) -> Row:
    make = call("timm", "create_model", model_name=model, num_classes=10, **sizes)
    return Row(
        f"timm_{name}", "vision", "timm", make, images(pixels, classes="", name="x")
    )


def _tv(
    name: str,
    model: str,
    pixels: int = 32,
    **sizes: object,
) -> Row:
    make = call("torchvision.models", model, **{"num_classes": 10, **sizes})
    return Row(
        f"tv_{name}",
        "vision",
        "torchvision",
        make,
        images(pixels, classes="", name="x"),
    )


def _graph(name: str, model: str, **sizes: object) -> Row:
    make = call(
        "torch_geometric.nn.models",
        model,
        in_channels=4,
        hidden_channels=8,
        num_layers=2,
        out_channels=2,
        **sizes,
    )
    return Row(
        f"pyg_{name}", "graph", "torch_geometric", make, both(noise(x=(6, 4)), EDGES)
    )


EDGES = whole(edge_index=(0, 6, (2, 12)))
TINY: dict[str, Any] = {"img_size": 32, "patch_size": 8, "embed_dim": 16}

TIMM: Rows = (
    _timm("vit", "vit_tiny_patch16_224", **TINY, depth=2, num_heads=2),
    _timm("eva02", "eva02_tiny_patch14_224", **TINY, depth=2, num_heads=2),
    _timm("cait", "cait_xxs24_224", **TINY, depth=2, num_heads=2),
    _timm("xcit", "xcit_nano_12_p16_224", **TINY, depth=2, num_heads=2),
    Row(
        "timm_mixer",
        "vision",
        "timm",
        call("timm.models.mlp_mixer", "MlpMixer", **TINY, num_blocks=2, num_classes=10),
        images(classes="", name="x"),
    ),
    Row(
        "timm_convmixer",
        "vision",
        "timm",
        call("timm.models.convmixer", "ConvMixer", dim=16, depth=2, num_classes=10),
        images(classes="", name="x"),
    ),
    _timm(
        "coat",
        "coat_tiny",
        64,
        img_size=64,
        embed_dims=(16, 16, 16, 16),
        serial_depths=(1, 1, 1, 1),
        parallel_depth=1,
        num_heads=8,
    ),
    _timm(
        "twins",
        "twins_svt_small",
        64,
        img_size=64,
        embed_dims=(8, 8, 16, 16),
        num_heads=(1, 1, 2, 2),
        depths=(1, 1, 2, 1),
        wss=(2, 2, 2, 2),
    ),
    _timm(
        "pit",
        "pit_ti_224",
        img_size=32,
        patch_size=8,
        stride=4,
        base_dims=(8, 8, 8),
        depth=(1, 1, 1),
        heads=(1, 2, 4),
    ),
    _timm(
        "tnt",
        "tnt_s_legacy_patch16_224",
        img_size=32,
        patch_size=16,
        embed_dim=16,
        inner_dim=8,
        depth=2,
        num_heads_inner=2,
        num_heads_outer=2,
    ),
    _timm(
        "crossvit",
        "crossvit_tiny_240",
        240,
        embed_dim=(8, 16),
        depth=((1, 1, 0),),
        num_heads=(1, 1),
        mlp_ratio=(2, 2, 1),
    ),
    _timm(
        "davit",
        "davit_tiny",
        64,
        depths=(1, 1),
        embed_dims=(8, 16),
        num_heads=(1, 2),
        window_size=4,
    ),
    _timm(
        "edgenext",
        "edgenext_xx_small",
        64,
        dims=(8, 8, 16, 16),
        depths=(1, 2, 2, 2),
        heads=(2, 2, 2, 2),
    ),
    _timm("ghostnet", "ghostnet_050", 64),
    _timm("repvgg", "repvgg_a0", 32),
    _timm("res2net", "res2net50_26w_4s", 64, layers=(1, 1, 1, 1)),
    _timm(
        "sequencer",
        "sequencer2d_s",
        32,
        img_size=32,
        layers=(1, 1, 1, 1),
        embed_dims=(8, 16, 16, 16),
        hidden_sizes=(4, 4, 4, 4),
    ),
)

TORCHVISION: Rows = (
    _tv("resnet18", "resnet18", width_per_group=64),
    _tv(
        "densenet",
        "DenseNet",
        growth_rate=4,
        block_config=(2, 2, 2, 2),
        num_init_features=8,
    ),
    _tv("googlenet", "googlenet", 64, aux_logits=True, init_weights=False),
    _tv("squeezenet", "squeezenet1_1", 32),
    _tv("shufflenet", "shufflenet_v2_x0_5", 64),
    _tv("mnasnet", "mnasnet0_5", 64),
    _tv("mobilenet_v3", "mobilenet_v3_small", 64),
    _tv("efficientnet_b0", "efficientnet_b0", 64),
    _tv("regnet_y", "regnet_y_400mf", 64),
    _tv(
        "vit",
        "VisionTransformer",
        image_size=32,
        patch_size=8,
        num_layers=2,
        num_heads=2,
        hidden_dim=16,
        mlp_dim=32,
    ),
    _tv(
        "swin",
        "SwinTransformer",
        patch_size=[4, 4],
        embed_dim=8,
        depths=[2, 2],
        num_heads=[2, 2],
        window_size=[4, 4],
    ),
    _tv(
        "maxvit",
        "MaxVit",
        32,
        input_size=(32, 32),
        stem_channels=8,
        partition_size=4,
        block_channels=[8, 16],
        block_layers=[1, 1],
        head_dim=8,
        stochastic_depth_prob=0.0,
    ),
    Row(
        "tv_lraspp",
        "segmentation",
        "torchvision",
        call(
            "torchvision.models.segmentation",
            "lraspp_mobilenet_v3_large",
            weights_backbone=None,
            num_classes=3,
        ),
        images(64, classes="", name="input"),
    ),
    Row(
        "tv_deeplab",
        "segmentation",
        "torchvision",
        call(
            "torchvision.models.segmentation",
            "deeplabv3_mobilenet_v3_large",
            weights_backbone=None,
            num_classes=3,
        ),
        images(64, classes="", name="x"),
    ),
    Row(
        "tv_mc3_18",
        "video",
        "torchvision",
        call("torchvision.models.video", "mc3_18", num_classes=10),
        noise(x=(2, 3, 4, 16, 16)),
    ),
)

GEOMETRIC: Rows = (
    _graph("gcn", "GCN"),
    _graph("gat", "GAT", heads=2),
    _graph("gatv2", "GAT", v2=True, heads=2),
    _graph("gin", "GIN"),
    _graph("sage", "GraphSAGE"),
    _graph("edge_cnn", "EdgeCNN"),
    _graph("gcn_jumping", "GCN", jk="cat", norm="batch_norm"),
    Row(
        "pyg_pooled",
        "graph",
        "torch_geometric",
        own("pooled", "Pooled"),
        both(noise(x=(6, 4)), EDGES),
    ),
    Row(
        "pyg_relations",
        "graph",
        "torch_geometric",
        own("pooled", "Relations"),
        both(noise(x=(6, 4)), EDGES, whole(kind=(0, 3, (12,)))),
    ),
)
