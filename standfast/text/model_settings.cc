#include "standfast/text/model_settings.h"

#include <algorithm>
#include <initializer_list>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/json.h"

namespace standfast {
namespace {

using nlohmann::json;
namespace files = setting_files;

// Predicates for values without an effect; null never has one.
bool only_null(const json&) {
  return false;
}
bool only_false(const json& value) {
  return value == false;
}
bool only_true(const json& value) {
  return value == true;
}
bool only_empty(const json& value) {
  return value.empty() || value == "";  // {}, [], ""
}
bool only_zero(const json& value) {
  return value.is_number() && value == 0;
}
bool only_absolute(const json& value) {
  return value == "absolute";
}
bool only_hashes(const json& value) {
  return value == "##";
}
bool only_sentence(const json& value) {
  return value == "sentence_embedding";
}
bool only_tokens(const json& value) {
  return value == "token_embeddings";
}
bool only_features(const json& value) {
  return value == "feature-extraction";
}
bool only_sentence_transformer(const json& value) {
  return value == "SentenceTransformer";
}
// Recognises {"text": {"method": "forward", "method_output_name": "last_hidden_state"}, ...}.
bool only_last_states(const json& value) {
  if (!value.is_object() || !value.contains("text")) return false;
  const json& text = value["text"];
  return text.is_object() && text.value("method", "") == "forward" &&
         text.value("method_output_name", "") == "last_hidden_state";
}
// Returns whether only loading and precision are set; numbers are 32-bit floats here.
bool only_loading(const json& value) {
  if (!value.is_object()) return false;
  for (const auto& [key, unused] : value.items())
    if (key != "attn_implementation" && key != "torch_dtype" && key != "dtype" && key != "revision" &&
        key != "trust_remote_code" && key != "low_cpu_mem_usage" && key != "local_files_only")
      return false;
  return true;
}
// Returns whether only padding is set, which has no effect because padded tokens are masked.
bool only_padding(const json& value) {
  if (!value.is_object()) return false;
  for (const auto& [kind, settings] : value.items()) {
    if (kind != "text" && kind != "common") continue;  // pictures and sounds
    if (!settings.is_object()) return false;
    for (const auto& [key, how] : settings.items())
      if (key != "padding" && key != "return_tensors" && key != "pad_to_multiple_of" &&
          !(key == "truncation" && (how == true || how == "longest_first")))
        return false;
  }
  return true;
}

class List {
 public:
  List() {
    config();
    tokenizer_files();
    sentence_files();
    luar_files();
  }
  const std::vector<ModelSetting>& all() const { return all_; }

 private:
  using Keys = std::initializer_list<std::string_view>;
  void used(std::string_view file, Keys keys) {
    for (const auto key : keys) all_.push_back({file, key, SettingUse::used});
  }
  void no_effect(std::string_view file, Keys keys) {
    for (const auto key : keys) all_.push_back({file, key, SettingUse::no_effect});
  }
  void refused(std::string_view file, std::string_view key, bool (*harmless)(const json&),
               std::string_view what) {
    all_.push_back({file, key, SettingUse::refused, harmless, what});
  }

  void config() {
    used(files::kConfig,
         {"model_type", "vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads",
          "intermediate_size", "hidden_act", "max_position_embeddings", "type_vocab_size", "pad_token_id",
          "layer_norm_eps", "id2label", "label2id", "problem_type",
          // DistilBERT's
          "dim", "n_layers", "n_heads", "hidden_dim", "activation"});
    // Settings of training, of text generation, of return values, and metadata of the file.
    no_effect(files::kConfig, {"architectures",
                               "num_labels",
                               "finetuning_task",
                               "tokenizer_class",
                               "initializer_range",
                               "attention_probs_dropout_prob",
                               "hidden_dropout_prob",
                               "classifier_dropout",
                               "dropout",
                               "attention_dropout",
                               "qa_dropout",
                               "seq_classif_dropout",
                               "initializer_factor",
                               "sinusoidal_pos_embds",
                               "tie_weights_",
                               "tie_word_embeddings",
                               "tie_encoder_decoder",
                               "gradient_checkpointing",
                               "chunk_size_feed_forward",
                               "use_cache",
                               "output_past",
                               "torchscript",
                               "torch_dtype",
                               "dtype",
                               "use_bfloat16",
                               "tf_legacy_loss",
                               "return_dict",
                               "use_return_dict",
                               "output_attentions",
                               "output_hidden_states",
                               "transformers_version",
                               "_name_or_path",
                               "name_or_path",
                               "_commit_hash",
                               "_attn_implementation",
                               "_attn_implementation_autoset",
                               "_num_labels",
                               "bos_token_id",
                               "eos_token_id",
                               "sep_token_id",
                               "cls_token_id",
                               "mask_token_id",
                               "unk_token_id",
                               "decoder_start_token_id",
                               "cross_attention_hidden_size",
                               "task_specific_params",
                               "prefix",
                               "max_length",
                               "min_length",
                               "do_sample",
                               "early_stopping",
                               "num_beams",
                               "num_beam_groups",
                               "diversity_penalty",
                               "temperature",
                               "top_k",
                               "top_p",
                               "typical_p",
                               "repetition_penalty",
                               "length_penalty",
                               "no_repeat_ngram_size",
                               "encoder_no_repeat_ngram_size",
                               "bad_words_ids",
                               "num_return_sequences",
                               "output_scores",
                               "return_dict_in_generate",
                               "forced_bos_token_id",
                               "forced_eos_token_id",
                               "remove_invalid_values",
                               "exponential_decay_length_penalty",
                               "suppress_tokens",
                               "begin_suppress_tokens",
                               "directionality",
                               "pooler_fc_size",
                               "pooler_num_attention_heads",
                               "pooler_num_fc_layers",
                               "pooler_size_per_head",
                               "pooler_type",
                               "summary_type",
                               "summary_use_proj",
                               "summary_activation",
                               "summary_first_dropout",
                               "summary_last_dropout",
                               "summary_proj_to_labels",
                               "base_model_tp_plan",
                               "base_model_pp_plan",
                               "language",
                               "sentence_transformers",  // a note of cross-encoders
                               "bottleneck"});           // of models that were fine-tuned here
    refused(files::kConfig, "position_embedding_type", only_absolute,
            "the encoding of token positions; only \"absolute\" is read");
    refused(files::kConfig, "is_decoder", only_false, "it makes a model that writes text");
    refused(files::kConfig, "is_encoder_decoder", only_false, "it makes a model that writes text");
    refused(files::kConfig, "add_cross_attention", only_false, "it adds layers");
    refused(files::kConfig, "pruned_heads", only_empty, "it removes heads");
    refused(files::kConfig, "quantization_config", only_empty, "the weights are quantized");
    refused(files::kConfig, "adapters", only_empty, "it adds layers");
    refused(files::kConfig, "auto_map", only_empty,
            "the model needs code of its own, which Standfast does not run");
  }

  void tokenizer_files() {
    used(files::kTokenizerConfig,
         {"do_lower_case", "strip_accents", "tokenize_chinese_chars", "add_prefix_space", "trim_offsets",
          "model_max_length", "max_len", "truncation_side", "pad_token", "cls_token", "bos_token",
          "sep_token", "eos_token", "mask_token", "unk_token", "added_tokens_decoder",
          "additional_special_tokens", "extra_special_tokens"});
    // Padding, batch truncation and post-processing of a call's result have no effect here.
    no_effect(files::kTokenizerConfig, {"padding_side",
                                        "padding",
                                        "pad_token_type_id",
                                        "pad_to_multiple_of",
                                        "max_length",
                                        "stride",
                                        "truncation",
                                        "truncation_strategy",
                                        "clean_up_tokenization_spaces",
                                        "name_or_path",
                                        "special_tokens_map_file",
                                        "tokenizer_class",
                                        "tokenizer_file",
                                        "vocab_file",
                                        "merges_file",
                                        "full_tokenizer_file",
                                        "use_fast",
                                        "never_split",
                                        "processor_class",
                                        "model_input_names",
                                        "errors",
                                        "chat_template",
                                        "backend",
                                        "is_local",
                                        "local_files_only",
                                        "response_schema",
                                        "add_bos_token",
                                        "add_eos_token",
                                        "init_inputs",
                                        "from_slow",
                                        "return_token_type_ids",
                                        "transformers_version",
                                        "model_specific_special_tokens"});
    refused(files::kTokenizerConfig, "do_basic_tokenize", only_true,
            "the splitting of words before they are cut into pieces");
    refused(files::kTokenizerConfig, "clean_text", only_true,
            "the removal of control characters from a text");
    refused(files::kTokenizerConfig, "wordpieces_prefix", only_hashes, "the beginning of pieces");
    refused(files::kTokenizerConfig, "split_special_tokens", only_false,
            "the splitting of special tokens that are written in a text");
    refused(files::kTokenizerConfig, "auto_map", only_empty,
            "the tokenizer needs code of its own, which Standfast does not run");
    used(files::kSpecialTokens,
         {"pad_token", "cls_token", "bos_token", "sep_token", "eos_token", "mask_token", "unk_token",
          "additional_special_tokens", "extra_special_tokens"});
    used(files::kTokenizer,
         {"truncation", "added_tokens", "normalizer", "pre_tokenizer", "post_processor", "model"});
    no_effect(files::kTokenizer, {"version", "padding", "decoder"});
    used(files::kWordPiece,
         {"type", "vocab", "unk_token", "continuing_subword_prefix", "max_input_chars_per_word"});
    used(files::kBytePairs, {"type", "vocab", "merges", "ignore_merges"});
    // Byte-level models have a token for every byte, so no text has unknown tokens.
    no_effect(files::kBytePairs, {"unk_token", "fuse_unk", "byte_fallback"});
    refused(files::kBytePairs, "dropout", only_zero, "it makes tokens random");
    refused(files::kBytePairs, "continuing_subword_prefix", only_empty, "the beginning of pieces");
    refused(files::kBytePairs, "end_of_word_suffix", only_empty, "the end of pieces");
    used(files::kBertNormalizer,
         {"type", "clean_text", "handle_chinese_chars", "strip_accents", "lowercase"});
    used(files::kByteLevel, {"type", "add_prefix_space", "use_regex"});
    no_effect(files::kByteLevel, {"trim_offsets"});  // the post-processor's counts
  }

  void luar_files() {
    used(files::kLuar, {"model_type", "embedding_size", "encoder", "window", "paragraphs"});
    // The last three choose between two ways to the same numbers.
    no_effect(files::kLuar, {"architectures", "auto_map", "torch_dtype", "dtype", "transformers_version",
                             "use_memory_efficient_attention", "q_bucket_size", "k_bucket_size"});
  }

  void sentence_files() {
    used(files::kModule, {"path", "type"});
    no_effect(files::kModule, {"idx", "name", "kwargs"});
    used(files::kSentenceBert, {"max_seq_length", "do_lower_case"});
    no_effect(files::kSentenceBert, {"unpad_inputs", "cache_dir", "model_name_or_path", "backend",
                                     // of encode_query and encode_document, not of encode
                                     "query_length", "document_length"});
    refused(files::kSentenceBert, "transformer_task", only_features, "the output of the encoder");
    refused(files::kSentenceBert, "module_output_name", only_tokens, "the output of the encoder");
    refused(files::kSentenceBert, "modality_config", only_last_states, "the output of the encoder");
    refused(files::kSentenceBert, "processing_kwargs", only_padding, "the conversion of texts to tokens");
    refused(files::kSentenceBert, "query_expansion", only_empty, "it adds tokens to texts");
    refused(files::kSentenceBert, "tokenizer_name_or_path", only_empty, "it names another tokenizer");
    for (const std::string_view key : {"model_args", "model_kwargs", "config_args", "config_kwargs",
                                       "tokenizer_args", "tokenizer_kwargs", "processor_kwargs"})
      refused(files::kSentenceBert, key, only_loading,
              "the arguments with which the model or the tokenizer is loaded");
    used(files::kSentences, {"__version__", "prompts", "default_prompt_name"});
    no_effect(files::kSentences, {"similarity_fn_name"});
    refused(files::kSentences, "model_type", only_sentence_transformer, "the kind of vectors");
    refused(files::kSentences, "truncate_dim", only_null, "the number of dimensions kept of a vector");
    used(files::kPooling, {"pooling_mode", "pooling_mode_cls_token", "pooling_mode_max_tokens",
                           "pooling_mode_mean_tokens", "pooling_mode_mean_sqrt_len_tokens",
                           "pooling_mode_weightedmean_tokens", "pooling_mode_lasttoken", "include_prompt"});
    no_effect(files::kPooling, {"word_embedding_dimension", "embedding_dimension"});
    used(files::kDense, {"in_features", "out_features", "bias", "activation_function"});
    refused(files::kDense, "use_residual", only_false, "it adds a vector to its own output");
    for (const std::string_view file : {files::kDense, files::kNormalize})
      for (const std::string_view key : {"module_input_name", "module_output_name"})
        refused(file, key, only_sentence, "the input or output of the module");
  }

  std::vector<ModelSetting> all_;
};

const std::vector<ModelSetting>& list() {
  static const List settings;
  return settings.all();
}

}  // namespace

std::span<const ModelSetting> model_settings() {
  return list();
}

Status check_settings(std::string_view file, const JsonField& object, std::vector<std::string>& notes) {
  SF_TRY(object.must_be_object());
  std::vector<std::string> unknown;
  for (const auto& [key, value] : object.json().items()) {
    const auto setting = std::ranges::find_if(
        list(), [&, &name = key](const ModelSetting& one) { return one.file == file && one.key == name; });
    if (setting == list().end()) {
      unknown.push_back(fmt::format("\"{}\"", key));
      continue;
    }
    if (setting->use != SettingUse::refused || value.is_null() || setting->harmless(value)) continue;
    SF_ASSIGN(const JsonField field, object.at(key.c_str()));
    std::string shown = value.dump(-1, ' ', false, json::error_handler_t::replace);
    if (constexpr size_t kShown = 60; shown.size() > kShown) shown = "this value";
    return field.wrong(fmt::format("{} is not supported, and it changes numbers: {}", shown, setting->what));
  }
  if (unknown.empty()) return {};
  constexpr size_t kNamed = 5;
  const size_t more = unknown.size() > kNamed ? unknown.size() - kNamed : 0;
  unknown.resize(unknown.size() - more);
  notes.push_back(fmt::format("{}: {}{} not known here and not followed", file, fmt::join(unknown, ", "),
                              more > 0              ? fmt::format(" and {} more are", more)
                              : unknown.size() == 1 ? " is"
                                                    : " are"));
  return {};
}

}  // namespace standfast
