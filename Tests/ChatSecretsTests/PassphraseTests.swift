import Foundation
import Testing

@testable import ChatSecrets

/// The secret half under a passphrase and under a code.
struct PassphraseTests {
  /// The real cost is that of two vectors.
  private static let cheap = SplitPassphrase.Cost(rounds: 16)

  private let alice = Person("alice")

  @Test func `a passphrase opens the keyring, and its other half signs in`() throws {
    let cost = Self.cheap
    let split = try SplitPassphrase("correct horse", accountName: "alice", cost: cost)
    let again = try SplitPassphrase("correct horse", accountName: "Alice", cost: cost)
    #expect(split.signIn.secretBytes == again.signIn.secretBytes)
    #expect(split.signIn.secretBytes != split.escrow.secretBytes)
    let sealed = SealedKeyring.seal(alice.secrets, under: split.escrow, lock: .passphrase)
    let opened = try SealedKeyring.open(
      sealed, of: "_alice", under: again.escrow, lock: .passphrase, notBefore: 1)
    #expect(opened.lineage == alice.secrets.lineage)
    let other = try SplitPassphrase(
      "correct horse", accountName: "bob", cost: cost)
    #expect(throws: KeyringRefusal.wrongSecret) {
      try SealedKeyring.open(
        sealed, of: "_alice", under: other.escrow, lock: .passphrase, notBefore: 1)
    }
  }

  @Test func `spellings of one text are one passphrase`() throws {
    let cost = Self.cheap
    let composed = try SplitPassphrase("caf\u{E9} au lait", accountName: "alice", cost: cost)
    let apart = try SplitPassphrase("cafe\u{301} au lait", accountName: "alice", cost: cost)
    #expect(composed.escrow.secretBytes == apart.escrow.secretBytes)
  }

  @Test func `attacks 29 and 30: the form of a passphrase decides what a cloud gets`() throws {
    for split in [
      "correct horse battery staple again", "fünf-Wörter-mit-einem-Strich", "  a b  c\td - e ",
      "один два три четыре пять",
    ] {
      #expect(SplitPassphrase.isSplit(split), "\(split)")
    }
    for whole in [
      "", "correct horse", "correct horse battery staple", "-----", "     ", "a--b--c--d",
    ] {
      #expect(!SplitPassphrase.isSplit(whole), "\(whole)")
      #expect(try SplitPassphrase(whole, accountName: "alice") == nil)
    }
  }

  @Test func `attack 31: an old keyring, and one of somebody else, do not open`() throws {
    let code = RecoveryCode.random()
    let escrow = code.escrow(of: "_alice")
    let first = SealedKeyring.seal(alice.secrets, under: escrow, lock: .recoveryCode)
    #expect(throws: KeyringRefusal.older(1)) {
      try SealedKeyring.open(
        first, of: "_alice", under: escrow, lock: .recoveryCode, notBefore: 2)
    }
    #expect(throws: KeyringRefusal.wrongSecret) {
      try SealedKeyring.open(first, of: "_alice", under: escrow, lock: .passphrase, notBefore: 1)
    }
    #expect(throws: KeyringRefusal.unreadable(.notGenuine(.keyring))) {
      try SealedKeyring.open(first, of: "_bob", under: escrow, lock: .recoveryCode, notBefore: 1)
    }
    // A keyring that says another generation than it has.
    var renamed = first
    renamed[6] = 9
    #expect(throws: KeyringRefusal.unreadable(.notGenuine(.keyring))) {
      try SealedKeyring.open(
        renamed, of: "_alice", under: escrow, lock: .recoveryCode, notBefore: 1)
    }
    #expect(code.escrow(of: "_bob").secretBytes != escrow.secretBytes)
  }

  @Test func `a changed keyring does not open`() {
    let escrow = EscrowKey.random()
    let sealed = SealedKeyring.seal(alice.secrets, under: escrow, lock: .passphrase)
    for bit in stride(from: 0, to: sealed.count * 8, by: 5) {
      #expect(throws: KeyringRefusal.self) {
        try SealedKeyring.open(
          sealed.turning(bit: bit), of: "_alice", under: escrow, lock: .passphrase, notBefore: 1)
      }
    }
  }

  @Test func `a code is read however it is written, and a typing mistake is found`() throws {
    for _ in 0..<50 {
      let code = RecoveryCode.random()
      let text = code.text
      #expect(text.wholeMatch(of: /([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}/) != nil)
      let sloppy = text.lowercased().replacing("-", with: " ")
        .replacing("1", with: "l").replacing("0", with: "o")
      let read = try #require(RecoveryCode(sloppy))
      #expect(read.escrow(of: "_alice").secretBytes == code.escrow(of: "_alice").secretBytes)
    }
    for wrong in [
      "", "0000", "0000-0000-0000-0000-0000-0000-0000", "not a code at all",
      String(repeating: "U", count: 28),
    ] {
      #expect(RecoveryCode(wrong) == nil)
    }
  }

  @Test func `one wrong digit of a code is found`() {
    let text = RecoveryCode(bytes: Array(1...16)).text
    var found = 0
    for index in text.indices where text[index] != "-" {
      let other: Character = text[index] == "7" ? "8" : "7"
      let changed = text.replacingCharacters(in: index...index, with: String(other))
      if RecoveryCode(changed) == nil { found += 1 }
    }
    // One of 4,096 mistakes is not.
    #expect(found >= 27)
  }
}
