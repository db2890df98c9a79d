import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The confirmation of what cannot be undone: a person types the name of what goes.
package enum TypedName {
  /// `given` is the name that the command line has for this; `order` says what is going to be done.
  ///
  /// Throws where another name was typed, and where there is no terminal to ask at.
  package static func confirm(
    _ name: String, given: String?, to order: String
  ) throws(Failure) {
    if let given {
      guard given.lowercased() == name.lowercased() else {
        throw Failure("--yes names ‘\(given)’, and not ‘\(name)’. Nothing was done.", code: .usage)
      }
      return
    }
    guard isatty(STDIN_FILENO) == 1 else {
      throw Failure(
        "Without a terminal nobody can confirm this. Add --yes \(name) to \(order).", code: .usage)
    }
    Output.problem("This cannot be undone. Type ‘\(name)’ to \(order), or press Ctrl+C.")
    let typed = readLine()?.trimmingCharacters(in: .whitespaces) ?? ""
    guard typed.lowercased() == name.lowercased() else {
      throw Failure("Another name was typed. Nothing was done.")
    }
  }
}
