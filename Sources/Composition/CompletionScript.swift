/// The script with which bash completes commands, as the parser makes it and as people type.
///
/// The parser's script does not know that the options of every command may stand before its name, nor that bash
/// makes three words of `--profile=alice`.
package enum CompletionScript {
  /// Returns any other text as it is.
  package static func completed(_ text: String) -> String {
    guard text.hasPrefix("#!/bin/bash") else { return text }
    // The first of these places are those of the program itself.
    return changes.reduce(text) { $0.replacing($1.old, with: $1.new, maxReplacements: 1) }
  }

  private static let changes = [
    (
      old: #"""
          local -r cur="${2}"
          local -r prev="${3}"
      """#,
      new: #"""
          local cur="${2}" prev="${3}"
          if [[ "${COMP_WORDS[COMP_CWORD]}" = "=" ]]; then
              cur=""
          elif [[ "${prev}" = "=" && "${COMP_CWORD}" -gt 1 ]]; then
              prev="${COMP_WORDS[COMP_CWORD-2]}"
          fi
          local -r cur prev
      """#
    ),
    (
      old: #"""
          local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")
      """#,
      new: #"""
          local -a unparsed_words=()
          local typed_word
          for typed_word in "${COMP_WORDS[@]:1:${COMP_CWORD}}"; do
              [[ "${typed_word}" = "=" ]] || unparsed_words+=("${typed_word}")
          done
          [[ "${COMP_WORDS[COMP_CWORD]}" = "=" ]] && unparsed_words+=("")
      """#
    ),
    (
      old: #"""
          local -a non_repeating_flags=(--version -h --help)
          local -a repeating_options=()
          local -a non_repeating_options=()
          __zonechat_offer_flags_options 0
      """#,
      new: #"""
          local -a non_repeating_flags=(--json --quiet --version -h --help)
          local -a repeating_options=()
          local -a non_repeating_options=(--profile --cloud)
          __zonechat_offer_flags_options 0

          case "${prev}" in
          '--profile')
              __zonechat_add_completions -W "$(__zonechat_custom_complete ---completion open -- --profile "${COMP_CWORD}" "$(__zonechat_cursor_index_in_current_word)")"
              return
              ;;
          '--cloud')
              return
              ;;
          esac
      """#
    ),
  ]
}
