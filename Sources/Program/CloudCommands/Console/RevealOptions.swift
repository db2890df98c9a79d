import ArgumentParser
import CloudModel
import CommandSupport

/// Whether texts are shown that the cloud hides from its administrators.
struct RevealOptions: ParsableArguments {
  @Flag(help: "Show texts that the cloud hides; the administrators' log notes it.")
  var reveal = false

  /// Tells why there are lengths in the place of texts.
  func note(hidden: Bool) {
    guard hidden, !reveal else { return }
    Output.note(
      "This cloud hides texts from its administrators. --reveal shows them, and the administrators' "
        + "log notes it.")
  }
}

extension Record {
  /// Whether the cloud has hidden texts of it.
  var hasHiddenText: Bool { fields.values.contains(where: \.hasHiddenText) }
}
