/// One kind of step as files write it: its verb, what stands behind that, and its other keys.
///
/// Says of each value what it may be, so that a schema for editors can be made from the same table.
struct StepVerb: Sendable {
  /// The kind of a value.
  indirect enum Kind: Sendable {
    case text, whole, number, flag, nothing
    /// A time that is not negative; `offset` is one that may be.
    case duration, offset
    /// The title with which a chat was made.
    case chat
    case person
    case word([String])
    case list(Kind)
    /// One of them, or a list.
    case oneOrMore(Kind)
    /// One of them, or a list of which each is a step of its own.
    case each(Kind)
    /// Any names, each with a value.
    case map(Kind)
    case object([Key])
    case either(Kind, Kind)
  }

  struct Key: Sendable {
    var name: String
    var kind: Kind
    var isRequired = false
    var about: String

    init(_ name: String, _ kind: Kind, required isRequired: Bool = false, _ about: String) {
      self.name = name
      self.kind = kind
      self.isRequired = isRequired
      self.about = about
    }
  }

  enum Place: Sendable {
    /// Needs ‘as’.
    case device
    /// Has no ‘as’.
    case world
  }

  var name: String
  var value: Kind
  var place: Place
  var keys: [Key]
  var about: String
  var read: @Sendable (StepFields) throws(ScenarioProblem) -> ScenarioStep.Body

  init(
    _ name: String, _ value: Kind, _ about: String, place: Place = .device, keys: [Key] = [],
    _ read: @escaping @Sendable (StepFields) throws(ScenarioProblem) -> ScenarioStep.Body
  ) {
    self.name = name
    self.value = value
    self.place = place
    self.about = about
    self.keys = keys
    self.read = read
  }
}

/// The keys of a step, and what its file has said before it.
struct StepFields {
  let verb: String
  let fields: Fields
  let value: Value
  let context: Context

  /// The people and chats to which a step can refer.
  struct Context {
    var people: [Scenario.Person]
    /// The titles of the chats that were made before, in order.
    var chats: [String] = []

    func person(_ value: Value) throws(ScenarioProblem) -> String {
      let name = try value.text("A person")
      guard people.contains(where: { $0.name == name }) else {
        let names = people.map(\.name).joined(separator: ", ")
        throw value.wrong("There is no person ‘\(name)’. The people are \(names).")
      }
      return name
    }

    func chat(_ value: Value) throws(ScenarioProblem) -> String {
      let title = try value.text("A chat")
      guard chats.contains(title) else {
        let made =
          chats.isEmpty ? "No chat is made" : "Made are \(chats.joined(separator: ", ")), all"
        throw value.wrong("There is no chat ‘\(title)’ yet. \(made) before this step.")
      }
      return title
    }
  }

  func text() throws(ScenarioProblem) -> String { try value.text("‘\(verb)’") }

  func texts() throws(ScenarioProblem) -> [String] {
    let texts = try value.texts("‘\(verb)’")
    if texts.isEmpty { throw value.wrong("‘\(verb)’ is an empty list.") }
    return texts
  }

  func text(_ key: String) throws(ScenarioProblem) -> String? {
    guard let value = fields[key] else { return nil }
    return try value.text("‘\(key)’")
  }

  func required(_ key: String) throws(ScenarioProblem) -> String {
    try fields.require(key, of: "‘\(verb)’").text("‘\(key)’")
  }

  func flag(_ key: String) throws(ScenarioProblem) -> Bool {
    guard let value = fields[key] else { return false }
    return try value.flag("‘\(key)’")
  }

  /// The chat behind ‘in’; without it the only one that was made before.
  func chat() throws(ScenarioProblem) -> String {
    if let value = fields["in"] { return try context.chat(value) }
    guard context.chats.count == 1, let only = context.chats.first else {
      let why =
        context.chats.isEmpty ? "no chat is made before it" : "there are several chats"
      throw ScenarioProblem(fields.place, "‘\(verb)’ needs ‘in’ with a chat's title: \(why).")
    }
    return only
  }

  /// The chat that is the verb's own value; without a value, as `chat()`.
  func chatAsValue() throws(ScenarioProblem) -> String {
    if value.isEmpty { return try chat() }
    return try context.chat(value)
  }

  func person() throws(ScenarioProblem) -> String { try context.person(value) }

  func people() throws(ScenarioProblem) -> [String] {
    if value.isText { return [try person()] }
    var people: [String] = []
    for value in try value.list("‘\(verb)’") { people.append(try context.person(value)) }
    return people
  }
}
