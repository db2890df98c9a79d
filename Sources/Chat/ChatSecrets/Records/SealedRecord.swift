import Crypto

/// A record of a sealed chat: everything in one blob, under a key of its own, signed inside by its author.
///
/// `header 2 | epoch u32 | salt 24 | ciphertext | tag 16`. The plaintext is `length u32 | values | signature 64 |
/// zeros`, the values 1 author, 2 generation of the author's keys, 3 number of the newest statement that the author
/// knew, 4 the first 8 bytes of its hash, 5 content. Epoch and salt are not signed, so a record can be sealed again and
/// stays its author's word.
enum SealedRecord {
  static let saltLength = 24
  /// Texts of up to about 150 bytes all have one size.
  static let shortest = 384
  static let longest = 256 << 10
  /// What is around the content, with room for the padding.
  static let longestContent = longest / 8 * 7

  /// What the author signs, beside the chat and the place.
  struct Statement {
    let author: String
    let generation: UInt32
    let number: UInt32
    let hashPrefix: [UInt8]
    let content: [UInt8]
  }
}

/// Where a sealed record stands: its content opens only there.
package struct RecordPlace: Sendable, Hashable {
  package let type: String
  package let name: String
  /// The time beside it that the cloud can see, in milliseconds; 0 for records without one.
  package let time: Int64

  package init(type: String, name: String, time: Int64 = 0) {
    (self.type, self.name, self.time) = (type, name, time)
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(prefixed: type)
    bytes.append(prefixed: name)
    bytes.append(bigEndian: time)
    return bytes
  }
}

/// What somebody has said in a chat, and at which state of it.
package struct AuthoredContent: Sendable, Hashable {
  package let author: String
  package let identity: AccountIdentity
  /// Of the author's keys.
  package let generation: UInt32
  /// The newest statement that the author knew.
  package let statement: UInt32
  /// Under the key of which epoch it was sealed.
  package let epoch: UInt32
  package let content: [UInt8]
}

/// What a sealed record turns out to be.
package enum OpenedRecord: Sendable, Hashable {
  case genuine(AuthoredContent)
  /// It may be opened later.
  case waits(MissingPart)
  case newer(NewerFormat)
  case refused(RecordFault)
}

/// What a record waits for.
package enum MissingPart: Sendable, Hashable {
  /// A key that this account was not given.
  case key(epoch: UInt32)
  case statement(UInt32)
}

/// Why a record is not shown.
package enum RecordFault: Sendable, Hashable {
  case unreadable(SecretsError)
  /// The author was not in the chat then.
  case stranger(String)
  /// The author was in the chat with another generation of keys.
  case otherKeys(String, UInt32)
  /// The author might only read then.
  case mayNotWrite(String)
  /// The author knows another statement of this number: one of both was shown a false list, or the author lies.
  case otherStatement(UInt32, author: String)
  /// It is sealed for an epoch that its author knew to be over.
  case epochIsOver(UInt32)
}

/// Why nothing can be sealed.
package enum SealFault: Error, Sendable, Hashable {
  case notAMember
  case mayNotWrite
  /// The newest list shows false keys in the account's name.
  case falseKeys
  case forked(UInt32)
  case noKey(epoch: UInt32)
  /// More than this number of bytes.
  case tooLong(Int)
}

extension SealedChat {
  /// Seals a record for the members of the newest statement, and signs it.
  package func seal(_ content: [UInt8], at place: RecordPlace) throws(SealFault) -> [UInt8] {
    if let forkedAt { throw .forked(forkedAt) }
    switch ownEntry {
    case .absent: throw .notAMember
    case .falseKeys: throw .falseKeys
    case .member(let role): guard role.mayWrite else { throw .mayNotWrite }
    }
    guard let key = key(of: newest.epoch),
      let generation = newest.member(secrets.user)?.lineage.generation,
      let signer = secrets.keys(of: generation)?.signing
    else { throw .noKey(epoch: newest.epoch) }
    guard content.count <= SealedRecord.longestContent else {
      throw .tooLong(SealedRecord.longestContent)
    }
    let statement = SealedRecord.Statement(
      author: secrets.user, generation: generation, number: newest.number,
      hashPrefix: newest.hash.prefix, content: content)
    let signed = statement.encoded
    let signature = signer.sign(.recordSignature, SealedRecord.signedContext(id, place) + signed)
    return SealedRecord.seal(signed, signature, key, epoch: newest.epoch, id, place)
  }

  /// Opens a record, and judges it by the statements.
  package func open(_ sealed: [UInt8], at place: RecordPlace) -> OpenedRecord {
    do {
      return try opened(sealed, place)
    } catch .newer(_, let format) {
      return .newer(format)
    } catch {
      return .refused(.unreadable(error))
    }
  }

  /// Whether the author may still write, with the keys that have signed this.
  ///
  /// A record that is first seen when this is false may be older than the removal of its author, or of keys that were
  /// stolen; or it only says so.
  package func mayStillWrite(_ authored: AuthoredContent) -> Bool {
    guard let member = newest.member(authored.author) else { return false }
    return member.role.mayWrite && member.lineage.identity == authored.identity
      && member.lineage.generation == authored.generation
  }

  private func opened(
    _ sealed: [UInt8], _ place: RecordPlace
  ) throws(SecretsError) -> OpenedRecord {
    var reader = try ByteReader(sealed, of: .record, atMost: SealedRecord.longest)
    let epoch = try reader.integer(UInt32.self)
    guard epoch < rosters.count else { return .waits(.statement(epoch)) }
    guard rosters[Int(epoch)].isFirstOfEpoch else { throw reader.flaw("no such epoch") }
    guard let key = key(of: epoch) else { return .waits(.key(epoch: epoch)) }
    let (signed, signature) = try SealedRecord.open(&reader, sealed, key, id, place)
    let said = try SealedRecord.Statement(signed)
    guard said.number < rosters.count else { return .waits(.statement(said.number)) }
    let roster = rosters[Int(said.number)]
    guard let author = roster.member(said.author) else {
      return .refused(.stranger(said.author))
    }
    guard author.lineage.generation == said.generation else {
      return .refused(.otherKeys(said.author, said.generation))
    }
    let context = SealedRecord.signedContext(id, place)
    guard
      author.lineage.newest.verificationKey.isValid(
        signature, .recordSignature, context + signed)
    else { throw .notGenuine(.record) }
    guard said.hashPrefix == roster.hash.prefix else {
      return .refused(.otherStatement(said.number, author: author.user))
    }
    guard author.role.mayWrite else { return .refused(.mayNotWrite(said.author)) }
    guard epoch >= roster.epoch else { return .refused(.epochIsOver(epoch)) }
    return .genuine(
      AuthoredContent(
        author: author.user, identity: author.lineage.identity,
        generation: said.generation, statement: said.number,
        epoch: epoch, content: said.content))
  }
}

extension SealedRecord.Statement {
  var encoded: [UInt8] {
    var values = TaggedValues(in: .record)
    values.append(1, author.utf8)
    values.append(2, generation)
    values.append(3, number)
    values.append(4, hashPrefix)
    values.append(5, content)
    return values.bytes
  }

  init(_ encoded: [UInt8]) throws(SecretsError) {
    let values = try TaggedValues(encoded, in: .record, known: 1...5)
    author = try values.name(1)
    generation = try values.integer(2, UInt32.self)
    number = try values.integer(3, UInt32.self)
    hashPrefix = try values.bytes(4, count: StatementHash.prefixLength)
    content = try values.bytes(5)
  }
}

extension SealedRecord {
  static func signedContext(_ chat: StatementHash, _ place: RecordPlace) -> [UInt8] {
    chat.bytes + place.bytes
  }

  /// The salt is random, and a hash besides: should the system's chance repeat, two texts still have two keys.
  static func seal(
    _ signed: [UInt8], _ signature: [UInt8], _ key: ChatKey, epoch: UInt32, _ chat: StatementHash,
    _ place: RecordPlace
  ) -> [UInt8] {
    var plaintext: [UInt8] = []
    plaintext.append(prefixed: signed)
    plaintext += signature
    let padding = paddedLength(max(plaintext.count, shortest)) - plaintext.count
    plaintext += [UInt8](repeating: 0, count: padding)
    var head = [UInt8](headerOf: .record)
    head.append(bigEndian: epoch)
    let entropy = [UInt8].random(32) + place.bytes + plaintext
    let salt = Array(
      HMAC<SHA256>.authenticationCode(for: entropy, using: key.saltKey).prefix(saltLength))
    head += salt
    return head
      + OneTimeSeal.seal(
        plaintext, Label.record.key(from: key.contentKey, salt: salt), context(head, chat, place))
  }

  /// What the author has signed, and the signature; `reader` is behind the epoch.
  static func open(
    _ reader: inout ByteReader, _ sealed: [UInt8], _ key: ChatKey, _ chat: StatementHash,
    _ place: RecordPlace
  ) throws(SecretsError) -> (signed: [UInt8], signature: [UInt8]) {
    let salt = try reader.bytes(saltLength)
    let head = Array(sealed.prefix(sealed.count - reader.rest.count))
    guard
      let plaintext = OneTimeSeal.open(
        reader.rest, Label.record.key(from: key.contentKey, salt: salt),
        context(head, chat, place))
    else { throw .notGenuine(.record) }
    var inner = ByteReader(plaintext[...], in: .record)
    let signed = try inner.prefixed(atMost: longest)
    let signature = try inner.bytes(VerificationKey.signatureLength)
    let length = plaintext.count - inner.rest.count
    guard plaintext.count == paddedLength(max(length, shortest)),
      inner.rest.allSatisfy({ $0 == 0 })
    else { throw inner.flaw("its padding is wrong") }
    return (signed, signature)
  }

  private static func context(
    _ head: [UInt8], _ chat: StatementHash, _ place: RecordPlace
  ) -> [UInt8] {
    Label.record.bytes + head + chat.bytes + place.bytes
  }
}
