// Pretraining by torch and transformers in double precision: made by tests/reference/pretraining_losses.py.
//
// The model is BertForMaskedLM: vocabulary 40, hidden 8, 2 layers, 2 heads, inner 32, GELU, 16 positions, 2 types, no
// dropout. Element i (from 0) of the tensor NAME is 0.5 sin(.1 (i + 1)^2 + the sum of NAME's bytes), weights of layer norms 1
// more, in double and then rounded to float.
//
// Training: batch t (from 0) has the texts 4t .. 4t+3 modulo 12 of fine_tuning_reference.h. Hidden are the places p (from 1, the
// last token left out) where p + t is a multiple of 3. With w = (p + 2t) modulo 10 the token stays where w = 0, becomes
// 5 + (7p + t) modulo 35 where w = 1, and 4 elsewhere. Loss: mean cross-entropy over the hidden tokens of the batch.
// Gradients clipped to norm 1; AdamW with a learning rate that rises over 5 updates to 1e-3 and falls to 0 at 50, decay .01
// except of biases and layer norms. Losses are those before each step, gradients those of batch 0 before clipping.
#pragma once
// clang-format off

#include <array>

#include "tests/neural/fine_tuning_reference.h"

namespace standfast::testing {

inline constexpr double kHiddenNorm = 10.9259431;  // of batch 0; above 1 in 50 of the 50
inline constexpr std::array<double, 50> kHiddenLosses = {
    4.64841796, 4.78477936, 4.49091943, 4.54346505, 4.66564505, 4.53438416, 4.23576889, 4.42272185, 4.1398204,
    4.0637649, 4.25076213, 4.02461419, 3.95944772, 4.0771931, 3.97312054, 3.92762385, 4.05618626, 3.98403461,
    3.89897888, 3.97341032, 3.94100903, 3.87575157, 3.94448975, 3.91235297, 3.84770805, 3.90090632, 3.89130522,
    3.74774149, 3.77892573, 3.88256515, 3.81331294, 3.82761968, 3.88843652, 3.79533934, 3.80453508, 3.92474734,
    3.77998567, 3.77200582, 3.87541416, 3.77503422, 3.75150413, 3.86364353, 3.6506743, 3.58830213, 3.86153439,
    3.74934006, 3.72477551, 3.87390277, 3.74495269, 3.7400304};
inline constexpr GradientReference kHiddenGradients[] = {
    {"bert.embeddings.LayerNorm.bias", 1.44411291, 7, 0.930010522, 0.930010522},
    {"bert.embeddings.LayerNorm.weight", 0.659802295, 6, -0.400810703, -0.273202303},
    {"bert.embeddings.position_embeddings.weight", 0.968809631, 51, 0.381859594, 0},
    {"bert.embeddings.token_type_embeddings.weight", 1.75160985, 7, 0.884937143, 0},
    {"bert.embeddings.word_embeddings.weight", 1.93832828, 78, -0.677543483, -0.0176602268},
    {"bert.encoder.layer.0.intermediate.dense.bias", 0.684560944, 20, 0.380047597, -0.0931353278},
    {"bert.encoder.layer.0.intermediate.dense.weight", 2.12694595, 161, -0.639697451, -0.065157193},
    {"cls.predictions.bias", 0.578381227, 25, -0.331963775, 0.0284535589},
    {"cls.predictions.transform.LayerNorm.bias", 0.657480348, 6, 0.412549497, -0.224690501},
    {"cls.predictions.transform.LayerNorm.weight", 0.711509035, 4, 0.564740042, 0.212174323},
    {"cls.predictions.transform.dense.bias", 1.91825663, 6, 1.62271086, 0.0429577685},
    {"cls.predictions.transform.dense.weight", 4.66729968, 48, 2.21061317, -0.0172599916},
};

}  // namespace standfast::testing
