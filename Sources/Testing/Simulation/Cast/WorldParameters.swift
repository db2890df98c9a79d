import CloudModel

/// The parameters of one seed's world: its people, their actions and the faults.
///
/// Each seed chooses which faults can happen, and how often. If every world had all faults,
/// frequent faults would hide the effect of others.
///
/// Source: swarm testing, Groce and others, ISSTA 2012.
struct WorldParameters: Sendable {
  /// Chances of what may go wrong with one request.
  struct Trouble: Sendable {
    var lostRequest = 0.0
    var lostAnswer = 0.0
    var doubled = 0.0
    var refused = 0.0
    var failedItems = 0.0
    var forgottenItem = 0.0
    var expiredToken = 0.0
    var emptyPage = 0.0
    /// The chance that a long poll is cut off.
    var cutPoll = 0.0
    var lostNotification = 0.0
    var doubledNotification = 0.0
    var lateNotification = 0.0
    var lostRing = 0.0
    /// The chance, for each transaction of a store, that the device dies there.
    var crash = 0.0
    /// The chance, for each transaction, that it waits.
    var slowStore = 0.0
    var pageLimit: Int?
    var batchLimit: Int?

    static let none = Trouble()
  }

  var people: Int
  var devices: [Int]
  var chats: Int
  var actions: Int
  var disruptions: Int
  /// The number of times that somebody attaches a file or asks for one; 0 in most worlds.
  var files: Int
  /// The time for which people act and faults last.
  var span: Duration
  /// Whether the people make and share the chats before anything goes wrong.
  var hasCalmStart: Bool
  /// Whether one person owns all chats, of which there is one more; then they share a database.
  var hasOneOwner: Bool
  /// Whether everyone gets a new device at the end, which is compared with the old ones.
  var welcomesDevices: Bool
  /// Whether the world is watched for a while after it has come to rest.
  var isWatched: Bool
  /// The mean time of a request on its way, one way.
  var latency: Duration
  var trouble = Trouble()
  var actionWeights: [UserAction: Int] = [:]
  var disruptionWeights: [DisruptionKind: Int] = [:]

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    people = Int.random(in: 0..<3, using: &random) == 0 ? 3 : 2
    devices = (0..<people).map { _ in Int.random(in: 0..<4, using: &random) == 0 ? 2 : 1 }
    chats = Int.random(in: 1...2, using: &random)
    actions = Int.random(in: 6...18, using: &random)
    disruptions = Int.random(in: 0...6, using: &random)
    // Files have a random stream of their own, so that they do not change worlds without files.
    var fileRandom = SplitMix64(seed: ~seed)
    files =
      Int.random(in: 0..<3, using: &fileRandom) == 0
      ? Int.random(in: 2...6, using: &fileRandom) : 0
    span = .seconds(Int.random(in: 30...120, using: &random))
    hasCalmStart = Int.random(in: 0..<4, using: &random) > 0
    welcomesDevices = Int.random(in: 0..<3, using: &random) == 0
    isWatched = Int.random(in: 0..<3, using: &random) == 0
    hasOneOwner = false
    latency = .milliseconds([5, 50, 400].randomElement(using: &random) ?? 50)
    for (_, path) in Self.chances where Bool.random(using: &random) {
      trouble[keyPath: path] = Double.random(in: 0.01...0.25, using: &random)
    }
    if Bool.random(using: &random) {
      trouble.crash = Double.random(in: 0.002...0.02, using: &random)
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      trouble.pageLimit = Int.random(in: 1...4, using: &random)
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      trouble.batchLimit = Int.random(in: 2...4, using: &random)
    }
    for action in UserAction.allCases {
      let isOn = action.isEssential || Int.random(in: 0..<3, using: &random) > 0
      actionWeights[action] = isOn ? action.weight * Int.random(in: 1...4, using: &random) : 0
    }
    for kind in DisruptionKind.allCases where Bool.random(using: &random) {
      disruptionWeights[kind] = Int.random(in: 1...4, using: &random)
    }
    hasOneOwner = Int.random(in: 0..<3, using: &random) == 0
    if hasOneOwner { chats += 1 }
  }

  /// The chances that a seed draws alike, by their names in scenarios; a seed's world depends on their order.
  static var chances: [(name: String, path: WritableKeyPath<Trouble, Double>)] {
    [
      ("lost-request", \.lostRequest), ("lost-answer", \.lostAnswer),
      ("doubled-request", \.doubled), ("refusal", \.refused), ("failed-items", \.failedItems),
      ("forgotten-item", \.forgottenItem), ("expired-token", \.expiredToken),
      ("empty-page", \.emptyPage), ("cut-poll", \.cutPoll), ("lost-notice", \.lostNotification),
      ("doubled-notice", \.doubledNotification), ("late-notice", \.lateNotification),
      ("missed-ring", \.lostRing), ("slow-store", \.slowStore),
    ]
  }
}

extension SplitMix64 {
  mutating func happens(_ chance: Double) -> Bool {
    chance > 0 && Double.random(in: 0..<1, using: &self) < chance
  }

  /// A time around `mean`, mostly shorter, at most four times it.
  mutating func wait(mean: Duration) -> Duration {
    // The product of two draws; a logarithm would not have the same last bit in every library.
    let draw = Double.random(in: 0..<1, using: &self) * Double.random(in: 0..<4, using: &self)
    return mean * draw
  }

  /// One of `weights`, by weight, in the order of `order`; nil where all are 0.
  mutating func pick<Choice: Hashable>(_ weights: [Choice: Int], in order: [Choice]) -> Choice? {
    let total = order.reduce(0) { $0 + (weights[$1] ?? 0) }
    guard total > 0 else { return nil }
    var left = Int.random(in: 0..<total, using: &self)
    for choice in order {
      left -= weights[choice] ?? 0
      if left < 0 { return choice }
    }
    return nil
  }
}
