import ChatModel
import CloudModel
import Foundation
import Testing
import TestSupport

/// The one function that decides what a newer version of a message changes.
struct MessageSuccessionTests {
  private let user = "_me"

  private func message(_ text: String, from sender: String = "_eve", tag: String? = "1")
    -> MessageRecord
  {
    var message = MessageRecord(
      recordName: "m1", senderID: sender, text: text, timestamp: Date(millisecondsSince1970: 500))
    message.changeTag = tag
    return message
  }

  private func file(_ checksum: String?, digest: Character? = nil) -> AttachedFile {
    AttachedFile(
      name: "notes.txt", type: "text/plain", size: 4,
      digest: digest.flatMap { AssetDigest(String(repeating: $0, count: 64)) }, checksum: checksum)
  }

  /// Few values, so that versions collide in every way.
  private func version(using random: inout SplitMix64) -> MessageRecord {
    var message = message(["a", "b", ""].randomElement(using: &random) ?? "")
    message.changeTag = ["1", "2", nil].randomElement(using: &random) ?? nil
    message.timestamp = Date(millisecondsSince1970: Int64.random(in: 1...3, using: &random))
    message.revision = Int64.random(in: 0...2, using: &random)
    message.replyTo = ["m0", "m9", nil].randomElement(using: &random) ?? nil
    message.file =
      [
        nil, file(nil), file(nil, digest: "a"), file("one", digest: "a"), file("one", digest: "b"),
        file("one"), file("two"),
      ].randomElement(using: &random) ?? nil
    if Int.random(in: 0..<4, using: &random) == 0 {
      (message.deletedAt, message.text, message.file) = (Date(millisecondsSince1970: 9), "", nil)
    }
    return message
  }

  @Test func `nothing that people see of a known message changes without a sign`() {
    var random = SplitMix64(seed: 38)
    for _ in 0..<20_000 {
      let known = version(using: &random)
      var newer = version(using: &random)
      newer.changeTag = newer.changeTag ?? "3"
      let next = known.succeeded(by: newer, onDeviceOf: user)
      let message = next.message
      #expect(message.replyTo == known.replyTo)
      #expect(message.timestamp == (known.changeTag == nil ? newer : known).timestamp)
      #expect(message.changeTag == newer.changeTag && message.revision == newer.revision)
      if known.deletedAt != nil || newer.deletedAt != nil {
        #expect(message.deletedAt != nil && message.text.isEmpty && message.file == nil)
        #expect(!next.isEdit)
        continue
      }
      #expect(message.text == newer.text)
      #expect(next.isEdit || message.text == known.text)
      #expect(next.isEdit || (message.file == nil) == (known.file == nil))
      #expect(next.isEdit || !next.replacesFile)
      if let had = known.file, let has = message.file, !next.replacesFile {
        // What both say of the bytes is the same.
        #expect(had.checksum == nil || has.checksum == nil || had.checksum == has.checksum)
        #expect(had.digest == nil || has.digest == nil || had.digest == has.digest)
      }
      // The same version again says nothing new.
      let again = message.succeeded(by: newer, onDeviceOf: user)
      #expect(again.message == message && !again.isEdit)
    }
  }

  @Test func `only what this account did itself can be lost in a version`() {
    let first = message("one", from: user)
    var second = message("two", from: user, tag: "2")
    second.revision = 1
    var removed = message("", from: user, tag: "3")
    removed.deletedAt = Date(millisecondsSince1970: 900)
    for later in [second, removed] {
      #expect(later.isLost(in: first, onDeviceOf: user))
      #expect(!later.isLost(in: first, onDeviceOf: "_other"))
      #expect(!first.isLost(in: later, onDeviceOf: user))
      #expect(!later.isLost(in: later, onDeviceOf: user))
    }
    // Somebody else's change is shown as theirs; a removal lasts all the same.
    var foreign = first
    foreign.changedBy = "_eve"
    #expect(!second.isLost(in: foreign, onDeviceOf: user))
    #expect(removed.isLost(in: foreign, onDeviceOf: user))
  }

  @Test func `a text that nobody has seen yet can change`() {
    let draft = message("one", from: user, tag: nil)
    var sent = message("two", from: user, tag: nil)
    #expect(!draft.succeeded(by: sent, onDeviceOf: user).isEdit)
    #expect(message("one", from: user).succeeded(by: sent, onDeviceOf: user).isEdit)
    #expect(message("one", tag: nil).succeeded(by: message("two"), onDeviceOf: user).isEdit)
    // It may have been stored, so its number was raised.
    sent.revision = 1
    #expect(draft.succeeded(by: sent, onDeviceOf: user).isEdit)
  }

  @Test func `a digest that was found out here stays as long as the bytes`() {
    var known = message("")
    known.file = file("one", digest: "a")
    var newer = message("", tag: "2")
    newer.file = file("one")
    #expect(known.succeeded(by: newer, onDeviceOf: user).message.file?.digest != nil)
    // Nor does a step between, without the bytes, let others in.
    newer.file = file(nil)
    let between = known.succeeded(by: newer, onDeviceOf: user).message
    newer.file = file("two")
    let stepwise = between.succeeded(by: newer, onDeviceOf: user)
    #expect(stepwise.message.file?.digest == known.file?.digest)
    let replaced = known.succeeded(by: newer, onDeviceOf: user)
    #expect(replaced.message.file?.digest == nil && replaced.replacesFile)
  }
}
