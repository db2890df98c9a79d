/// The scripts with which shells complete commands, as the parser makes them and as people type.
///
/// The parser's scripts do not know that the options of every command may stand before its name, nor what may stand
/// behind `help`. That for bash does not know that bash makes three words of `--profile=alice`; that for zsh, that a
/// value may stand behind `=`.
package struct CompletionScript {
  package let text: String

  /// Adapts the script that the parser has made; nil where the text is not such a script.
  package init?(_ text: String, commands: [String]) {
    let names = commands.joined(separator: " ")
    // The first of these places are those of the program itself.
    func changed(_ changes: [(old: String, new: String)]) -> String {
      changes.reduce(text) { $0.replacing($1.old, with: $1.new, maxReplacements: 1) }
    }
    if text.hasPrefix("#!/bin/bash") {
      self.text = changed(Self.bash + Self.bashHelp(names))
    } else if text.hasPrefix("function __zonechat_") {
      self.text = changed(Self.fish) + Self.fishHelp(names)
    } else if text.hasPrefix("#compdef zonechat") {
      self.text = changed(Self.zsh + Self.zshHelp(names))
        .replacing(/\n( *'\*?--[a-z-]+)(\[[^\n]*\]:)/) { "\n\($0.1)=\($0.2)" }
    } else {
      return nil
    }
  }

  // MARK: - The commands behind `help`

  private static func zshHelp(_ names: String) -> [(old: String, new: String)] {
    [("'*:subcommands:'", "'1:command:(\(names))' '*:subcommands:'")]
  }

  private static func bashHelp(_ names: String) -> [(old: String, new: String)] {
    let end = "    __zonechat_offer_flags_options -1\n}"
    let offer = """
          if [[ "${positional_number}" -eq 1 ]]; then
              COMPREPLY+=($(compgen -W '\(names)' -- "${cur}"))
          fi
      }
      """
    return [(end, String(end.dropLast()) + offer)]
  }

  private static func fishHelp(_ names: String) -> String {
    let place = "__zonechat_should_offer_completions_for_positional \"zonechat help\" -eq 1"
    return "\ncomplete -c 'zonechat' -n '\(place)' -fka '\(names)'"
  }

  // MARK: - Options before the command

  private static let fish = [
    (
      old: "__zonechat_parse_subcommand 0 'version' 'h/help'",
      new: "__zonechat_parse_subcommand 0 "
        + "'profile=' 'cloud=' 'ca=' 'json' 'quiet' 'version' 'h/help'"
    ),
    (
      old: """
      complete -c 'zonechat' -f

      """,
      new: #"""
      complete -c 'zonechat' -f
      complete -c 'zonechat' -n '__zonechat_should_offer_completions_for_flags_or_options "zonechat" profile' -l 'profile' -d 'Use this profile.' -rfka '(__zonechat_custom_completion ---completion open -- --profile (count (__zonechat_tokens -pc)) (__zonechat_tokens -tC))'
      complete -c 'zonechat' -n '__zonechat_should_offer_completions_for_flags_or_options "zonechat" cloud' -l 'cloud' -d 'Use the cloud at this address.' -rfka ''
      complete -c 'zonechat' -n '__zonechat_should_offer_completions_for_flags_or_options "zonechat" ca' -l 'ca' -d 'Trust the certificates in this file.' -rF
      complete -c 'zonechat' -n '__zonechat_should_offer_completions_for_flags_or_options "zonechat" json' -l 'json' -d 'Print data as JSON.'
      complete -c 'zonechat' -n '__zonechat_should_offer_completions_for_flags_or_options "zonechat" quiet' -l 'quiet' -d 'Print only data and failures.'

      """#
    ),
  ]

  private static let zsh = [
    (
      old: #"""
          local -ar arg_specs=(
              '--version[Show the version.]'
      """#,
      new: #"""
          local -ar arg_specs=(
              '--profile[Use this profile.]:name:{__zonechat_custom_complete ---completion open -- --profile "${current_word_index}" "$(__zonechat_cursor_index_in_current_word)"}'
              '--cloud[Use the cloud at this address.]:url:'
              '--ca[Trust the certificates in this file.]:file:_files'
              '--json[Print data as JSON.]'
              '--quiet[Print only data and failures.]'
              '--version[Show the version.]'
      """#
    )
  ]

  private static let bash = [
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
          local -a non_repeating_options=(--profile --cloud --ca)
          __zonechat_offer_flags_options 0

          case "${prev}" in
          '--profile')
              __zonechat_add_completions -W "$(__zonechat_custom_complete ---completion open -- --profile "${COMP_CWORD}" "$(__zonechat_cursor_index_in_current_word)")"
              return
              ;;
          '--cloud')
              return
              ;;
          '--ca')
              __zonechat_add_completions -f
              return
              ;;
          esac
      """#
    ),
  ]
}
