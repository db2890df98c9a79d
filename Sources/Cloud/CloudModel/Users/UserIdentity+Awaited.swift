/// People who have no account yet.
extension UserIdentity {
  /// A person who is known only by an address.
  package init(awaitedAt address: String) {
    self.init(userRecordName: nil, lookupName: address)
    if !address.contains("@") { phoneNumber = address }
  }

  /// The e-mail address or phone number in its normal form; nil if the identity has neither.
  package init?(invited identity: UserIdentity) {
    if let number = identity.phoneNumber {
      guard let number = Self.phoneNumber(number) else { return nil }
      self.init(awaitedAt: number)
    } else {
      guard let address = identity.lookupName, UserLookup.isAddress(address) else { return nil }
      self.init(awaitedAt: address.lowercased())
    }
  }

  /// The digits, after a `+` where there is one.
  ///
  /// Source: ITU-T E.164, section 6, for the number of digits.
  private static func phoneNumber(_ text: String) -> String? {
    guard text.utf8.count <= 64, text.allSatisfy({ $0.isASCII }) else { return nil }
    let separators: Set<Character> = [" ", "-", ".", "(", ")", "/"]
    let number = text.filter { !separators.contains($0) }
    let digits = number.hasPrefix("+") ? number.dropFirst() : number[...]
    guard (3...15).contains(digits.count), digits.allSatisfy(\.isWholeNumber) else { return nil }
    return number
  }
}
