// Reference values of fine-tuning by torch and transformers in double precision, made by
// tests/reference/fine_tuning_losses.py.
//
// All models have vocabulary 40, hidden 8, 2 layers, 2 heads, inner 32, GELU, 3 classes and no dropout. BERT
// has 16 positions, 2 types, pad 0 and epsilon 1e-12; RoBERTa has 18 positions, 1 type, pad 1 and epsilon
// 1e-5; DistilBERT has 16 positions, pad 0 and epsilon 1e-12. The heads are as in transformers. The
// bottleneck is on BERT without a pooler: 5 numbers v = bottleneck(class token), scores =
// out_proj(tanh(dense(v))). Element i (from 0) of the tensor NAME is 0.5 sin(.1 (i + 1)^2 + the sum of NAME's
// bytes), and weights of layer norms are larger by 1, in double and then rounded to float. Names are the
// names of a checkpoint, with "bert.", "roberta." or "distilbert." before the encoder's names; the bottleneck
// has head.bottleneck, head.dense and head.out_proj.
//
// In training, batch t (from 0) has the texts 4t .. 4t+3 modulo 12. The loss is the mean cross-entropy (with
// weights: sum of w loss / sum of w in the batch). Gradients are clipped to norm 1 as torch's clip_grad_norm_
// does. AdamW has the learning rate 1e-3 (1 - t / 50), betas .9 and .999, epsilon 1e-8, and decay .01 except
// for biases and layer norms. Losses are taken before each step, and gradients from batch 0 before clipping.
// A bias of keys has no gradient: softmax does not see it. (AdamW moves it all the same, by rounding errors,
// which changes no loss.) torch in single precision is within 6e-7 of these losses and 4e-7 of these
// gradients.
#pragma once
// clang-format off

#include <array>
#include <cstddef>

namespace standfast::testing {

struct TextReference {
  int length;
  int ids[11];  // of the text, then zeros
  int label;
  double weight;
};
inline constexpr TextReference kFineTuningTexts[] = {
    {5, {2, 7, 21, 9, 3}, 0, 1},
    {3, {2, 30, 3}, 1, 2.5},
    {8, {2, 12, 8, 33, 14, 12, 25, 3}, 2, 0.25},
    {4, {2, 39, 6, 3}, 0, 1},
    {5, {2, 18, 4, 27, 3}, 1, 3},
    {8, {2, 11, 36, 5, 10, 29, 7, 3}, 2, 0},
    {2, {2, 3}, 0, 1.5},
    {5, {2, 22, 22, 31, 3}, 2, 0.75},
    {11, {2, 16, 24, 9, 38, 6, 13, 28, 35, 17, 3}, 1, 1},
    {4, {2, 34, 15, 3}, 0, 2},
    {4, {2, 20, 37, 3}, 2, 0.5},
    {7, {2, 26, 19, 32, 23, 8, 3}, 1, 4}};

struct GradientReference {
  const char* tensor;
  double norm;     // of the whole tensor
  size_t element;  // the largest one, and its gradient
  double largest;
  double last;  // the gradient of the tensor's last element
};

// The values of one number: it is 1 at first, with gradients .5 -.2 .1, a learning rate of .01 that falls
// linearly over 3 steps, and decay .01.
inline constexpr double kAdamWOne[3] = {0.9899000002, 0.9875299679, 0.9862324110};
// The values of five numbers, with a learning rate of .01 that falls linearly over 4 steps, decay .01 of the
// first three only, and gradients clipped to norm 1 (the gradient of the second step has a smaller norm).
inline constexpr double kAdamWStart[5] = {1, -0.5, 0.25, 2, -3};
inline constexpr double kAdamWGradients[4][5] = {
    {3, -1, 0.5, 2, 0.1},
    {0.2, 0.1, -0.3, 0.05, 0.4},
    {-2, 1, 0, 4, -1},
    {0.5, 0.5, 0.5, -0.5, 1}};
inline constexpr double kAdamWValues[4][5] = {
    {0.9899000001, -0.4899500004, 0.2399750008, 1.9900000002, -3.0099999962},
    {0.9835893774, -0.4871846530, 0.2430349515, 1.9844720211, -3.0159006528},
    {0.9821658143, -0.4879602655, 0.2446089754, 1.9802545645, -3.0170847013},
    {0.9810956641, -0.4892065599, 0.2439786631, 1.9791076402, -3.0185693743}};

inline constexpr double kBertNorm = 2.34734615;  // of batch 0; above 1 in 17 of the 50
inline constexpr std::array<double, 50> kBertLosses = {
    1.35672467, 1.1221009, 1.13440942, 1.23650522, 1.10884109, 1.11076838, 1.15907158, 1.10257784, 1.09733652,
    1.11322868, 1.09927186, 1.09017554, 1.087857, 1.09610522, 1.08553906, 1.07371473, 1.09194027, 1.08165198,
    1.06540646, 1.0866957, 1.07791347, 1.06007803, 1.08065827, 1.07418734, 1.05622337, 1.0741679, 1.07049031,
    1.05304057, 1.06752641, 1.06688431, 1.05011951, 1.06099186, 1.0634462, 1.04728786, 1.05479549, 1.06026204,
    1.04452792, 1.04915707, 1.05742591, 1.04192398, 1.04429071, 1.05503696, 1.03962281, 1.04040047, 1.05319342,
    1.03780017, 1.03766775, 1.05198409, 1.03663107, 1.03623436};
inline constexpr GradientReference kBertGradients[] = {
    {"bert.embeddings.LayerNorm.bias", 0.146080014, 1, -0.0979428946, 0.0136079111},
    {"bert.embeddings.LayerNorm.weight", 0.169091459, 1, 0.111445125, -0.0184199247},
    {"bert.embeddings.position_embeddings.weight", 0.199417317, 4, -0.102178447, 0},
    {"bert.embeddings.token_type_embeddings.weight", 0.222628109, 1, -0.125829438, 0},
    {"bert.embeddings.word_embeddings.weight", 0.216002937, 20, -0.102178447, 0.00254684946},
    {"bert.encoder.layer.0.attention.output.LayerNorm.bias", 0.260869112, 7, 0.134883879, 0.134883879},
    {"bert.encoder.layer.0.attention.output.LayerNorm.weight", 0.224146774, 5, -0.131662526, 0.0217414105},
    {"bert.encoder.layer.0.attention.output.dense.bias", 0.128186234, 6, -0.0693857273, 0.04937658},
    {"bert.encoder.layer.0.attention.output.dense.weight", 0.499320614, 48, -0.159090552, -0.104967821},
    {"bert.encoder.layer.0.intermediate.dense.bias", 0.15420939, 23, -0.0726595303, -0.0313661643},
    {"bert.encoder.layer.0.intermediate.dense.weight", 0.544319891, 187, -0.189869515, -0.00895415863},
    {"bert.encoder.layer.1.attention.output.LayerNorm.bias", 0.364288532, 5, -0.27034782, 0.14464569},
    {"bert.encoder.layer.1.attention.output.LayerNorm.weight", 0.548165013, 5, -0.532391241, -0.0170774142},
    {"bert.encoder.layer.1.attention.output.dense.bias", 0.201796857, 7, 0.146137264, 0.146137264},
    {"bert.encoder.layer.1.attention.output.dense.weight", 0.451132269, 58, -0.231792271, -0.0782764828},
    {"bert.encoder.layer.1.attention.self.key.bias", 0, 1, 0, 0},
    {"bert.encoder.layer.1.attention.self.key.weight", 0.0536526314, 22, 0.0324081873, 0.00145447914},
    {"bert.encoder.layer.1.attention.self.query.bias", 0.0182070931, 1, 0.010849452, -0.00483955524},
    {"bert.encoder.layer.1.attention.self.query.weight", 0.0483434657, 13, 0.0210632716, 0.00309523945},
    {"bert.encoder.layer.1.attention.self.value.bias", 0.26775432, 0, 0.142866218, -0.13418186},
    {"bert.encoder.layer.1.attention.self.value.weight", 0.601477691, 5, 0.265833316, 0.0408923411},
    {"bert.encoder.layer.1.intermediate.dense.bias", 0.221252013, 11, 0.122115738, 0.00295090999},
    {"bert.encoder.layer.1.intermediate.dense.weight", 0.610975515, 88, 0.237834534, 0.00398704011},
    {"bert.encoder.layer.1.output.LayerNorm.bias", 0.350834897, 7, 0.243388559, 0.243388559},
    {"bert.encoder.layer.1.output.LayerNorm.weight", 0.16016458, 0, 0.11121268, -0.0939425307},
    {"bert.encoder.layer.1.output.dense.bias", 0.193911381, 5, -0.147305561, 0.0979907201},
    {"bert.encoder.layer.1.output.dense.weight", 0.756879124, 171, -0.294643264, 0.00193025798},
    {"bert.pooler.dense.bias", 0.331933002, 4, 0.212776015, -0.0193446212},
    {"bert.pooler.dense.weight", 0.722460599, 32, 0.302706711, 0.00707527462},
    {"classifier.bias", 0.417446555, 0, -0.340141406, 0.189009587},
    {"classifier.weight", 0.747399468, 3, 0.319531009, -0.16577209},
};
inline constexpr double kBertWeightedNorm = 2.44218842;  // of batch 0; above 1 in 15 of the 50
inline constexpr std::array<double, 50> kBertWeightedLosses = {
    1.29150875, 1.17511096, 1.15296077, 1.14415184, 1.11906461, 1.1087631, 1.0426396, 1.08349607, 1.08050277,
    0.987844244, 1.06382479, 1.06114947, 0.960943751, 1.05092684, 1.04461341, 0.946171537, 1.03930798, 1.0279451,
    0.936861522, 1.02740608, 1.01077441, 0.930526248, 1.01572267, 0.99391148, 0.926365207, 1.00511445, 0.978274935,
    0.923877886, 0.996113995, 0.964509386, 0.922476148, 0.988850544, 0.95295869, 0.921565972, 0.983184935, 0.943693593,
    0.920738499, 0.978870013, 0.936568264, 0.919845597, 0.975669701, 0.931345046, 0.918930747, 0.973405378, 0.927777665,
    0.918124952, 0.971956797, 0.925655816, 0.917570221, 0.971249419};
inline constexpr double kRobertaNorm = 3.91513498;  // of batch 0; above 1 in 37 of the 50
inline constexpr std::array<double, 50> kRobertaLosses = {
    1.43841767, 1.10378933, 1.29375787, 1.26487903, 1.08883825, 1.19963381, 1.18442478, 1.10079163, 1.15768321,
    1.13330937, 1.11582524, 1.13254942, 1.09826924, 1.12761018, 1.11581863, 1.07324542, 1.13341865, 1.10433146,
    1.05434007, 1.13306912, 1.09605251, 1.03928638, 1.12787628, 1.08975286, 1.02689611, 1.11960036, 1.0847321,
    1.01654862, 1.10987639, 1.08058658, 1.00787331, 1.09996831, 1.07707114, 1.00061172, 1.09073089, 1.07404137,
    0.994581675, 1.08267808, 1.07143439, 0.989673668, 1.07608364, 1.0692559, 0.985844288, 1.07107255, 1.06756061,
    0.983099273, 1.06768761, 1.06642684, 0.981471636, 1.06593044};
inline constexpr GradientReference kRobertaGradients[] = {
    {"classifier.dense.bias", 0.250945051, 2, -0.156394974, 0.089068363},
    {"classifier.dense.weight", 0.652271266, 17, 0.240572924, 0.0591092714},
    {"classifier.out_proj.bias", 0.493855125, 2, 0.361887161, 0.361887161},
    {"classifier.out_proj.weight", 0.912861569, 20, 0.294746283, -0.185886571},
    {"roberta.embeddings.LayerNorm.bias", 0.412815186, 6, -0.340734174, 0.160747191},
    {"roberta.embeddings.LayerNorm.weight", 0.365304678, 6, 0.219954034, -0.114084973},
    {"roberta.embeddings.position_embeddings.weight", 0.840460661, 27, 0.406896829, 0},
    {"roberta.embeddings.token_type_embeddings.weight", 0.743258198, 3, 0.485009308, 0.287381951},
    {"roberta.embeddings.word_embeddings.weight", 0.745152016, 243, 0.341414147, 0.0279863843},
};
inline constexpr double kDistilBertNorm = 3.0423264;  // of batch 0; above 1 in 34 of the 50
inline constexpr std::array<double, 50> kDistilBertLosses = {
    1.37144334, 1.29401139, 1.09494407, 1.2688522, 1.24145087, 1.06417695, 1.1836459, 1.20745967, 1.04503215,
    1.11995138, 1.18321761, 1.0356811, 1.07758463, 1.16375836, 1.02964398, 1.05076521, 1.14625489, 1.02322639,
    1.03239537, 1.129076, 1.01586801, 1.01820664, 1.11119801, 1.00794666, 1.00743417, 1.0937134, 1.0000811,
    0.997176958, 1.07741689, 0.992636531, 0.986794005, 1.06268379, 0.985792811, 0.976298133, 1.0497299, 0.979658053,
    0.966037513, 1.03869605, 0.974329468, 0.956557161, 1.02969346, 0.96991949, 0.948463267, 1.02290049, 0.966554425,
    0.942397311, 1.01839762, 0.964372028, 0.93875724, 1.01624392};
inline constexpr GradientReference kDistilBertGradients[] = {
    {"classifier.bias", 0.510449522, 1, 0.372980273, -0.0254198285},
    {"classifier.weight", 1.72841236, 13, 1.13638701, 0.00222540083},
    {"distilbert.embeddings.LayerNorm.bias", 0.201410418, 6, 0.096363235, 0.0825299061},
    {"distilbert.embeddings.LayerNorm.weight", 0.175893345, 0, -0.10548943, 0.0758061387},
    {"distilbert.embeddings.position_embeddings.weight", 0.233622752, 16, 0.147770576, 0},
    {"distilbert.embeddings.word_embeddings.weight", 0.226872279, 171, -0.106627976, -0.00545556276},
    {"distilbert.transformer.layer.1.attention.k_lin.bias", 0, 0, 0, 0},
    {"distilbert.transformer.layer.1.attention.k_lin.weight", 0.116282406, 2, 0.0438298236, -0.0066214184},
    {"distilbert.transformer.layer.1.attention.out_lin.bias", 0.158522051, 1, -0.093752064, 0.0340338806},
    {"distilbert.transformer.layer.1.attention.out_lin.weight", 0.597261479, 8, 0.199009277, -0.0168935082},
    {"distilbert.transformer.layer.1.attention.q_lin.bias", 0.0211829245, 7, -0.0124049238, -0.0124049238},
    {"distilbert.transformer.layer.1.attention.q_lin.weight", 0.08189723, 63, -0.0343336947, -0.0343336947},
    {"distilbert.transformer.layer.1.attention.v_lin.bias", 0.211489367, 4, -0.14236698, -0.0529095833},
    {"distilbert.transformer.layer.1.attention.v_lin.weight", 0.750593041, 39, -0.388439451, -0.131156877},
    {"distilbert.transformer.layer.1.ffn.lin1.bias", 0.271968639, 8, -0.111127845, -0.0391936843},
    {"distilbert.transformer.layer.1.ffn.lin1.weight", 1.02329744, 64, -0.327792473, -0.0436814156},
    {"distilbert.transformer.layer.1.ffn.lin2.bias", 0.190494529, 1, -0.136764603, -0.0644353511},
    {"distilbert.transformer.layer.1.ffn.lin2.weight", 1.03958789, 35, -0.341603759, -0.103035193},
    {"distilbert.transformer.layer.1.output_layer_norm.bias", 0.323558958, 5, 0.189015069, 0.0239446706},
    {"distilbert.transformer.layer.1.output_layer_norm.weight", 0.282507211, 0, 0.217070033, 0.0255335195},
    {"distilbert.transformer.layer.1.sa_layer_norm.bias", 0.343239614, 3, 0.231761276, 0.0808766029},
    {"distilbert.transformer.layer.1.sa_layer_norm.weight", 0.348572706, 0, 0.230413565, 0.0273172216},
    {"pre_classifier.bias", 0.247130828, 5, 0.181872042, -0.0328444642},
    {"pre_classifier.weight", 1.01468625, 40, 0.453194229, -0.0618131951},
};
inline constexpr double kBertBottleneckNorm = 2.14309049;  // of batch 0; above 1 in 36 of the 50
inline constexpr std::array<double, 50> kBertBottleneckLosses = {
    1.59428947, 1.22504944, 1.17570441, 1.47773576, 1.19894006, 1.11124108, 1.38105801, 1.18159106, 1.06760199,
    1.30122608, 1.17108959, 1.04340584, 1.23971497, 1.16505826, 1.03334125, 1.19435341, 1.16029887, 1.03061042,
    1.16035703, 1.15445652, 1.03083269, 1.13314259, 1.14638115, 1.03192059, 1.10952414, 1.13589764, 1.03318127,
    1.08794401, 1.12353682, 1.03460885, 1.06829216, 1.11035146, 1.03632036, 1.05126606, 1.09766678, 1.03817095,
    1.03746056, 1.08669321, 1.03977461, 1.02687704, 1.07817001, 1.04081923, 1.01912677, 1.07226262, 1.04126937,
    1.01383033, 1.06871694, 1.04131562, 1.01078577, 1.06709906};
inline constexpr GradientReference kBertBottleneckGradients[] = {
    {"bert.embeddings.LayerNorm.bias", 0.0984002954, 0, -0.063272594, 0.0349332725},
    {"bert.embeddings.LayerNorm.weight", 0.0664084823, 1, -0.0439722979, -0.00896657339},
    {"bert.embeddings.position_embeddings.weight", 0.122438071, 5, -0.0904802196, 0},
    {"bert.embeddings.token_type_embeddings.weight", 0.144485588, 5, -0.0942692631, 0},
    {"bert.embeddings.word_embeddings.weight", 0.132518251, 21, -0.0904802196, -0.000944392779},
    {"bert.encoder.layer.1.output.LayerNorm.bias", 0.293364012, 7, -0.193126341, -0.193126341},
    {"bert.encoder.layer.1.output.LayerNorm.weight", 0.197327435, 3, 0.177949231, 0.0733339893},
    {"bert.encoder.layer.1.output.dense.bias", 0.139989076, 6, 0.104980682, -0.0641232537},
    {"bert.encoder.layer.1.output.dense.weight", 0.549677313, 203, 0.211397552, -0.00167456773},
    {"head.bottleneck.bias", 0.295632701, 4, -0.169993779, -0.169993779},
    {"head.bottleneck.weight", 0.642971948, 32, -0.242356942, 0.0689457201},
    {"head.dense.bias", 0.284321711, 2, -0.176305012, 0.0295702287},
    {"head.dense.weight", 0.728347101, 14, 0.321723385, -0.0556601951},
    {"head.out_proj.bias", 0.519203472, 0, -0.415538143, 0.135090588},
    {"head.out_proj.weight", 0.882515851, 3, 0.398987432, -0.0883858713},
};

}  // namespace standfast::testing
