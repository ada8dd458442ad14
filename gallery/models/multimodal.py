"""Images and text together, of `transformers`."""

from __future__ import annotations

from typing import Any, Callable

import gallery.models.builders as build
from gallery.models.builders import BATCH, VOCABULARY, both, hf, images, noise, text
from gallery.models.row import Batch, Row, Rows
from gallery.models.sizes import GROUPED, IMAGES, SIZES, WIDE


def _pair(
    name: str, prefix: str, model: str = "", *, loss: bool = True, **sizes: object
) -> Row:
    """Returns a model of two towers, whose loss compares them."""
    make = hf(f"{prefix}Config", model or f"{prefix}Model", **sizes)
    batch = both(text(labels=False), images(classes=""))
    told = (lambda: {**batch(), "return_loss": True}) if loss else batch
    return Row(name, "vision and text", "transformers", make, told)


def _seen(tokens: int, image: int, length: int = 8) -> Callable[[], Batch]:
    """Returns what makes tokens of which the first `tokens` stand for the image."""

    def make() -> Batch:
        import torch

        ids = torch.randint(3, VOCABULARY - 2, (BATCH, length + tokens))
        ids[:, :tokens] = image
        return {"input_ids": ids, "labels": ids.clone()}

    return make


def _patches() -> Batch:
    """Returns flattened patches, which begin with the row and the column."""
    import torch

    places = torch.arange(1.0, 17.0).expand(BATCH, 2, 16).mT
    return {"flattened_patches": torch.cat((places, torch.randn(BATCH, 16, 768)), -1)}


IMAGE = VOCABULARY - 1
PROJECTED: dict[str, Any] = {"projection_dim": 16}
TEXT: dict[str, Any] = {**SIZES, "projection_dim": 16}
EYES: dict[str, Any] = {**IMAGES, "projection_dim": 16}

MULTIMODAL: Rows = (
    _pair("clip", "CLIP", text_config=TEXT, vision_config=EYES, **PROJECTED),
    _pair("siglip", "Siglip", text_config=SIZES, vision_config=IMAGES),
    _pair(
        "chinese_clip",
        "ChineseCLIP",
        text_config=SIZES,
        vision_config=EYES,
        **PROJECTED,
    ),
    _pair(
        "altclip",
        "AltCLIP",
        text_config={**SIZES, "project_dim": 16},
        vision_config=EYES,
        **PROJECTED,
    ),
    _pair(
        "groupvit",
        "GroupViT",
        text_config=SIZES,
        projection_dim=16,
        projection_intermediate_dim=16,
        vision_config={
            **IMAGES,
            "depths": [1, 1, 1],
            "num_group_tokens": [4, 2, 0],
            "num_output_groups": [4, 2, 0],
        },
    ),
    _pair(
        "clipseg",
        "CLIPSeg",
        "CLIPSegModel",
        text_config=SIZES,
        vision_config=IMAGES,
        **PROJECTED,
    ),
    _pair("owlvit", "OwlViT", text_config=SIZES, vision_config=IMAGES, **PROJECTED),
    _pair(
        "blip",
        "Blip",
        text_config={**TEXT, "encoder_hidden_size": 16},
        vision_config=IMAGES,
        **PROJECTED,
    ),
    _pair(
        "flava",
        "Flava",
        loss=False,
        text_config=SIZES,
        image_config=IMAGES,
        multimodal_config={k: v for k, v in SIZES.items() if k != "vocab_size"},
        hidden_size=16,
    ),
    _pair(
        "align",
        "Align",
        text_config=SIZES,
        projection_dim=80,
        vision_config={
            "image_size": 32,
            "width_coefficient": 0.25,
            "depth_coefficient": 0.25,
            "depth_divisor": 4,
            "hidden_dim": 80,
            "initializer_range": 0.5,
        },
    ),
    _pair(
        "bridgetower",
        "BridgeTower",
        loss=False,
        hidden_size=64,
        num_attention_heads=2,
        num_hidden_layers=2,
        text_config={**SIZES, "hidden_size": 64},
        vision_config={
            "hidden_size": 64,
            "num_hidden_layers": 2,
            "patch_size": 8,
            "image_size": 32,
        },
    ),
    Row(
        "vilt",
        "vision and text",
        "transformers",
        hf(
            "ViltConfig",
            "ViltForImagesAndTextClassification",
            **SIZES,
            image_size=32,
            patch_size=8,
            num_images=1,
            num_labels=2,
            modality_type_vocab_size=3,
        ),
        both(text(labels=False), noise("labels", pixel_values=(BATCH, 1, 3, 32, 32))),
    ),
    Row(
        "visual_bert",
        "vision and text",
        "transformers",
        hf("VisualBertConfig", "VisualBertModel", **SIZES, visual_embedding_dim=8),
        both(text(labels=False), noise(visual_embeds=(BATCH, 3, 8))),
    ),
    Row(
        "lxmert",
        "vision and text",
        "transformers",
        hf(
            "LxmertConfig",
            "LxmertModel",
            **SIZES,
            l_layers=1,
            x_layers=1,
            r_layers=1,
            visual_feat_dim=8,
            visual_pos_dim=4,
        ),
        both(
            text(labels=False),
            noise(visual_feats=(BATCH, 3, 8), visual_pos=(BATCH, 3, 4)),
        ),
    ),
    Row(
        "git",
        "vision and text",
        "transformers",
        hf("GitConfig", "GitForCausalLM", **SIZES, vision_config=IMAGES),
        both(text(), images(classes="")),
    ),
    Row(
        "llava",
        "vision and text",
        "transformers",
        hf(
            "LlavaConfig",
            "LlavaForConditionalGeneration",
            text_config={**GROUPED, "model_type": "llama"},
            vision_config={**IMAGES, "model_type": "clip_vision_model"},
            image_token_id=IMAGE,
            image_seq_length=16,
        ),
        both(_seen(16, IMAGE), images(classes="")),
    ),
    Row(
        "paligemma",
        "vision and text",
        "transformers",
        hf(
            "PaliGemmaConfig",
            "PaliGemmaForConditionalGeneration",
            text_config={**WIDE, "model_type": "gemma"},
            vision_config={
                **IMAGES,
                "model_type": "siglip_vision_model",
                "projection_dim": 16,
                "vision_use_head": False,
            },
            image_token_id=IMAGE,
            projection_dim=16,
        ),
        both(
            _seen(16, IMAGE),
            images(classes=""),
            build.whole(token_type_ids=(0, 2, (BATCH, 24))),
        ),
    ),
    Row(
        "idefics3",
        "vision and text",
        "transformers",
        hf(
            "Idefics3Config",
            "Idefics3ForConditionalGeneration",
            text_config={**GROUPED, "model_type": "llama"},
            vision_config=IMAGES,
            image_token_id=IMAGE,
            scale_factor=2,
        ),
        both(_seen(4, IMAGE), noise(pixel_values=(BATCH, 1, 3, 32, 32))),
    ),
    Row(
        "internvl",
        "vision and text",
        "transformers",
        hf(
            "InternVLConfig",
            "InternVLForConditionalGeneration",
            text_config={**GROUPED, "model_type": "qwen2"},
            vision_config={**IMAGES, "image_size": [32, 32], "patch_size": [8, 8]},
            image_token_id=IMAGE,
            image_seq_length=4,
            downsample_ratio=0.5,
        ),
        both(_seen(4, IMAGE), images(classes="")),
    ),
    Row(
        "blip_2",
        "vision and text",
        "transformers",
        hf(
            "Blip2Config",
            "Blip2ForConditionalGeneration",
            num_query_tokens=2,
            image_token_index=IMAGE,
            vision_config=IMAGES,
            qformer_config={
                **SIZES,
                "encoder_hidden_size": 16,
                "cross_attention_frequency": 1,
            },
            text_config={
                **SIZES,
                "model_type": "opt",
                "ffn_dim": 32,
                "word_embed_proj_dim": 16,
            },
        ),
        both(_seen(2, IMAGE), images(classes="")),
    ),
    Row(
        "trocr",
        "vision and text",
        "transformers",
        hf(
            "VisionEncoderDecoderConfig",
            "VisionEncoderDecoderModel",
            encoder={**IMAGES, "model_type": "vit"},
            decoder={
                "model_type": "trocr",
                "vocab_size": VOCABULARY,
                "d_model": 16,
                "decoder_layers": 1,
                "decoder_attention_heads": 2,
                "decoder_ffn_dim": 32,
                "max_position_embeddings": 32,
                "cross_attention_hidden_size": 16,
                "is_decoder": True,
                "add_cross_attention": True,
            },
            decoder_start_token_id=1,
            pad_token_id=0,
        ),
        both(images(classes=""), build.whole(labels=(3, VOCABULARY, (BATCH, 8)))),
    ),
    Row(
        "layoutlmv3",
        "documents",
        "transformers",
        hf(
            "LayoutLMv3Config",
            "LayoutLMv3ForTokenClassification",
            **SIZES,
            input_size=32,
            patch_size=8,
            coordinate_size=3,
            shape_size=2,
            max_2d_position_embeddings=32,
            rel_pos_bins=8,
            max_rel_pos=16,
            rel_2d_pos_bins=8,
            max_rel_2d_pos=16,
            num_labels=2,
        ),
        both(
            text(labels=False),
            images(classes=""),
            build.whole(bbox=(0, 8, (BATCH, 8, 4)), labels=(0, 2, (BATCH, 8))),
        ),
    ),
    Row(
        "pix2struct",
        "documents",
        "transformers",
        hf(
            "Pix2StructConfig",
            "Pix2StructForConditionalGeneration",
            text_config={
                "vocab_size": VOCABULARY,
                "hidden_size": 16,
                "d_kv": 8,
                "d_ff": 32,
                "num_layers": 1,
                "num_heads": 2,
                "decoder_start_token_id": 0,
                "pad_token_id": 0,
            },
            vision_config={
                "hidden_size": 16,
                "patch_embed_hidden_size": 768,
                "d_ff": 32,
                "d_kv": 8,
                "num_hidden_layers": 1,
                "num_attention_heads": 2,
                "seq_len": 17,
            },
        ),
        both(
            _patches,
            build.whole(labels=(3, VOCABULARY, (BATCH, 8))),
        ),
    ),
)
