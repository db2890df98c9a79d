import CloudModel

extension AdministratorCall {
  /// A parameter of the query; nil if it is missing or empty.
  func option(_ name: String) -> String? { options[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// A parameter of the query as a flag; false if it is missing or empty.
  ///
  /// Throws `.invalidArguments` for anything but `true` and `false`.
  func flag(_ name: String) throws(CloudError) -> Bool {
    guard let text = option(name) else { return false }
    guard let flag = Bool(text) else {
      throw CloudError(.invalidArguments, "‘\(name)’ must be true or false.")
    }
    return flag
  }

  /// A parameter of the query as a number from 0; nil if it is missing or empty.
  ///
  /// Throws `.invalidArguments` for anything else.
  func count(_ name: String) throws(CloudError) -> Int? {
    guard let text = option(name) else { return nil }
    guard let number = Int(text), (0...1_000_000_000).contains(number) else {
      throw CloudError(.invalidArguments, "‘\(name)’ must be a whole number, 0 to 1000000000.")
    }
    return number
  }
}
