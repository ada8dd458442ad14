"""Detection, segmentation and video, of `transformers`."""

from __future__ import annotations

from gallery.models.builders import BATCH, both, hf, images, noise, whole
from gallery.models.row import Row, Rows
from gallery.models.sizes import IMAGES

SCENES: Rows = (
    Row(
        "imagegpt",
        "vision",
        "transformers",
        hf(
            "ImageGPTConfig",
            "ImageGPTForCausalImageModeling",
            vocab_size=17,
            n_embd=16,
            n_layer=2,
            n_head=2,
            n_positions=64,
        ),
        whole(input_ids=(0, 16, (BATCH, 16)), labels=(0, 16, (BATCH, 16))),
    ),
    Row(
        "detr",
        "detection",
        "transformers",
        hf(
            "DetrConfig",
            "DetrForObjectDetection",
            d_model=16,
            encoder_layers=1,
            decoder_layers=1,
            encoder_attention_heads=2,
            decoder_attention_heads=2,
            encoder_ffn_dim=32,
            decoder_ffn_dim=32,
            num_queries=4,
            backbone_config={
                "model_type": "resnet",
                "embedding_size": 8,
                "hidden_sizes": [8, 16],
                "depths": [1, 1],
                "layer_type": "basic",
                "out_features": ["stage2"],
            },
        ),
        images(classes=""),
    ),
    Row(
        "upernet",
        "segmentation",
        "transformers",
        hf(
            "UperNetConfig",
            "UperNetForSemanticSegmentation",
            hidden_size=16,
            pool_scales=[1, 2],
            auxiliary_in_channels=16,
            auxiliary_channels=8,
            auxiliary_num_convs=1,
            auxiliary_loss_weight=0.4,
            num_labels=3,
            backbone_config={
                "model_type": "convnext",
                "num_stages": 4,
                "hidden_sizes": [8, 8, 16, 16],
                "depths": [1, 1, 1, 1],
                "out_features": ["stage1", "stage2", "stage3", "stage4"],
            },
        ),
        both(images(64, classes=""), whole(labels=(0, 3, (BATCH, 64, 64)))),
    ),
    Row(
        "videomae",
        "video",
        "transformers",
        hf("VideoMAEConfig", "VideoMAEForVideoClassification", **IMAGES, num_frames=2),
        noise("labels", pixel_values=(BATCH, 2, 3, 32, 32)),
    ),
    Row(
        "timesformer",
        "video",
        "transformers",
        hf(
            "TimesformerConfig",
            "TimesformerForVideoClassification",
            **IMAGES,
            num_frames=2,
        ),
        noise("labels", pixel_values=(BATCH, 2, 3, 32, 32)),
    ),
    Row(
        "vivit",
        "video",
        "transformers",
        hf(
            "VivitConfig",
            "VivitForVideoClassification",
            **IMAGES,
            num_frames=4,
            tubelet_size=[2, 8, 8],
        ),
        noise("labels", pixel_values=(BATCH, 4, 3, 32, 32)),
    ),
    Row(
        "perceiver",
        "vision",
        "transformers",
        hf(
            "PerceiverConfig",
            "PerceiverForImageClassificationLearned",
            image_size=32,
            num_latents=4,
            d_latents=16,
            d_model=512,
            num_blocks=1,
            num_self_attends_per_block=1,
            num_self_attention_heads=2,
            num_cross_attention_heads=1,
        ),
        images(32, name="inputs"),
    ),
)
