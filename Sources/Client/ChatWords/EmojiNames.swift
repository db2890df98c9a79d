import ChatModel

/// Emoji by name: a short name that people know from other programs, or the name that Unicode gives.
package enum EmojiNames {
  package struct Entry: Equatable, Sendable {
    package var emoji: String
    /// In lower case, with `_` between words.
    package var name: String
  }

  /// The emoji whose names begin with some letters, or have a word that begins with them; best first.
  ///
  /// Exact names come first, then short names, then names from Unicode; each emoji once.
  package static func matching(_ typed: String, limit: Int) -> [Entry] {
    let wanted = folded(typed)
    guard !wanted.isEmpty else { return [] }
    var ranked: [(rank: Int, entry: Entry)] = []
    for entry in short where entry.name.hasPrefix(wanted) {
      ranked.append((entry.name == wanted ? 0 : 1, entry))
    }
    for (entry, words) in all {
      if entry.name.hasPrefix(wanted) {
        ranked.append((entry.name == wanted ? 0 : 2, entry))
      } else if words.contains(where: { $0.hasPrefix(wanted) }) {
        ranked.append((3, entry))
      }
    }
    var seen: Set<String> = []
    return ranked.enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element.entry).filter { seen.insert($0.emoji).inserted }.prefix(limit).map(\.self)
  }

  /// A name as names are compared: `Thumbs up` is `thumbs_up`.
  package static func folded(_ name: String) -> String {
    let name = name.lowercased()
    // The two signs that are names.
    if name == "+1" || name == "-1" { return name }
    return name.split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
  }

  /// The blocks of Unicode in which emoji are.
  private static let blocks: [ClosedRange<UInt32>] = [
    0x203C...0x3299, 0x1F000...0x1F265, 0x1F300...0x1F6FF, 0x1F7E0...0x1FAFF,
  ]

  /// Terminals agree about the widths of characters up to this version of Unicode.
  private static let newestVersion = 14

  /// Every emoji, and its name from the second word on, from the third, and so on.
  private static let all: [(entry: Entry, words: [String])] = blocks.flatMap { block in
    block.compactMap { value -> (Entry, [String])? in
      guard let scalar = Unicode.Scalar(value), scalar.properties.isEmoji,
        !scalar.properties.isEmojiModifier, !(0x1F1E6...0x1F1FF).contains(value),
        let age = scalar.properties.age, age.major <= newestVersion,
        let name = scalar.properties.name
      else { return nil }
      let words = folded(name).split(separator: "_")
      let later = words.indices.dropFirst().map { words[$0...].joined(separator: "_") }
      return (Entry(emoji: String(Character(scalar)), name: folded(name)), later)
    }
  }

  private static let short: [Entry] = shortNames.split(separator: "\n").flatMap { line in
    let words = line.split(separator: " ")
    return words.dropFirst().map { Entry(emoji: String(words[0]), name: String($0)) }
  }

  /// An emoji, and the names by which people look for it.
  private static let shortNames = """
    👍 +1 thumbsup yes
    👎 -1 thumbsdown no
    ❤ heart love
    😂 joy lol
    🤣 rofl
    😄 smile happy
    😀 grin
    🙂 slight_smile
    😉 wink
    😊 blush
    😍 heart_eyes
    😘 kiss
    😎 sunglasses cool
    🤔 thinking hmm
    😐 neutral
    🙄 rolling_eyes
    😏 smirk
    😢 cry sad
    😭 sob
    😡 angry rage
    😱 scream
    😳 flushed
    😴 sleeping
    🤒 sick ill
    🤯 mind_blown
    🤗 hug
    🥳 party
    🤷 shrug
    🤦 facepalm
    🙈 see_no_evil
    🎉 tada hooray
    👀 eyes look
    🙏 pray please thanks
    👏 clap applause
    🙌 raised_hands
    👋 wave hello bye
    💪 muscle strong
    🤝 handshake deal
    🤞 fingers_crossed luck
    ✌ victory peace
    👌 ok_hand perfect
    👉 point_right
    👈 point_left
    👆 point_up
    👇 point_down
    🔥 fire hot
    🚀 rocket ship_it
    ✨ sparkles new_feature
    ⭐ star
    💯 100 hundred
    💔 broken_heart
    💀 skull dead
    💩 poop
    👻 ghost
    🤖 robot
    ✅ check done
    ❌ x cross wrong
    ❗ exclamation
    ❓ question
    ⚠ warning
    🐛 bug
    💡 idea bulb
    📝 memo note
    📌 pin
    📎 paperclip
    📅 calendar date
    ⏰ alarm
    ⏳ hourglass wait
    🔒 lock
    🔑 key
    🔗 link
    📧 email mail
    📞 phone call
    💻 laptop computer
    🏠 home
    🚗 car
    🚆 train
    ✈ plane flight
    🚲 bike
    ☕ coffee
    🍺 beer
    🍷 wine
    🍕 pizza
    🎂 cake birthday
    🎁 gift
    🎵 music
    ⚽ football soccer
    ☀ sun
    🌙 moon
    🌧 rain
    ❄ snow
    🌈 rainbow
    🌲 tree
    🌹 rose
    🐶 dog
    🐱 cat
    """
}
