import CloudModel

extension Scenario {
  /// The keys of a whole file beside its steps.
  static let keys: [StepVerb.Key] = [
    .init("scenario", .text, required: true, "What it is called."),
    .init("about", .text, "What it shows, for a reader."),
    .init(
      "people", .either(.list(.text), .map(.either(.nothing, .list(.text)))), required: true,
      "The people: their names, or their names with the names of their devices."),
    .init("noise", .object(Noise.keys), "What goes wrong by chance; needs the virtual clock."),
  ]

  /// Reads a file's text.
  ///
  /// - Throws: the first mistake, with its place and with what was expected there.
  package init(yaml text: String) throws(ScenarioProblem) {
    let fields = try ScenarioText.read(text)
    try fields.allow(Self.keys.map(\.name) + ["steps"], in: "A scenario")
    let title = try fields.require("scenario", of: "A scenario").text("‘scenario’")
    let people = try Self.people(try fields.require("people", of: "A scenario"))
    self.init(
      title: title, about: try fields["about"]?.text("‘about’"), people: people,
      noise: try fields["noise"].map { value throws(ScenarioProblem) in try Noise(value) },
      steps: try Self.steps(try fields.require("steps", of: "A scenario"), people))
  }

  /// Names alone, or names with the names of their devices.
  private static func people(_ value: Value) throws(ScenarioProblem) -> [Person] {
    var people: [Person] = []
    if let names = try? value.list("‘people’") {
      for name in names { people.append(Person(try Self.name(name))) }
    } else {
      for entry in try value.fields("‘people’").entries {
        try check(entry.name, entry.place)
        var devices: [String] = []
        if !entry.value.isEmpty {
          for device in try entry.value.list("The devices of \(entry.name)") {
            devices.append(try Self.name(device))
          }
        }
        guard Set(devices).count == devices.count else {
          throw entry.value.wrong("Two devices of \(entry.name) have one name.")
        }
        people.append(Person(entry.name, devices: devices))
      }
    }
    guard !people.isEmpty else { throw value.wrong("A scenario needs one person at least.") }
    guard Set(people.map(\.name)).count == people.count else {
      throw value.wrong("Two people have one name.")
    }
    // Our choice: each is a replica and, with --processes, a process.
    guard people.flatMap(\.devices).count <= 20 else {
      throw value.wrong("A scenario has 20 devices at most.")
    }
    return people
  }

  private static func name(_ value: Value) throws(ScenarioProblem) -> String {
    let name = try value.text("A name")
    try check(name, value.place)
    return name
  }

  /// Names of people are names of accounts and of folders; a dot separates a person and a device.
  private static func check(
    _ name: String, _ place: ScenarioProblem.Place
  ) throws(ScenarioProblem) {
    guard name.wholeMatch(of: /[a-z][A-Za-z0-9-]{0,14}/) != nil else {
      throw ScenarioProblem(
        place, "‘\(name)’ is no name: a small letter, then up to 14 letters, digits and ‘-’.")
    }
  }

  // MARK: - Steps

  private static func steps(
    _ value: Value, _ people: [Person]
  ) throws(ScenarioProblem) -> [ScenarioStep] {
    var context = StepFields.Context(people: people)
    var steps: [ScenarioStep] = []
    for value in try value.list("‘steps’") {
      let fields = try value.fields("A step")
      let (step, others) = try Self.step(fields, context)
      if let last = steps.last, let time = step.time, let earlier = last.time, time < earlier {
        throw fields["at"]?.wrong("This is before the time of the step above.")
          ?? value.wrong("This is before the step above.")
      }
      steps += [step] + others
      if case .act(.create(let title)) = step.body {
        guard !context.chats.contains(title) else {
          throw value.wrong(
            "There is a chat ‘\(title)’ already, and steps call chats by their title.")
        }
        context.chats.append(title)
      }
    }
    return steps
  }

  /// Reads a step; `others` are those of a list of which each is a step, behind the first.
  private static func step(
    _ fields: Fields, _ context: StepFields.Context
  ) throws(ScenarioProblem) -> (ScenarioStep, others: [ScenarioStep]) {
    let known = StepVocabulary.verbs
    let verbs = fields.entries.compactMap { entry in known.first { $0.name == entry.name } }
    guard let verb = verbs.first, let value = fields[verb.name] else {
      let common = StepVocabulary.common.map(\.name)
      let stranger = fields.entries.first { !common.contains($0.name) }
      throw ScenarioProblem(
        stranger?.place ?? fields.place,
        (stranger.map { "There is no step ‘\($0.name)’. " } ?? "This step does nothing. ")
          + "The steps are: \(known.map(\.name).joined(separator: ", ")).")
    }
    let keys = [verb.name] + verb.keys.map(\.name) + StepVocabulary.common.map(\.name)
    try fields.allow(keys, in: "‘\(verb.name)’")
    var values = [value]
    if case .each = verb.value, !value.isText {
      values = try value.list("‘\(verb.name)’")
      if values.isEmpty { throw value.wrong("‘\(verb.name)’ is an empty list.") }
    }
    var bodies: [ScenarioStep.Body] = []
    for value in values {
      bodies.append(
        try verb.read(
          StepFields(verb: verb.name, fields: fields, value: value, context: context)))
    }
    var step = ScenarioStep(line: fields.place.line, bodies[0])
    step.device = try device(of: verb, fields, context.people)
    step.time = try fields["at"].map { value throws(ScenarioProblem) in
      let time = try value.duration("‘at’")
      guard time >= .zero else { throw value.wrong("Nothing is before the start.") }
      return time
    }
    step.isMeanwhile = try fields["meanwhile"]?.flag("‘meanwhile’") ?? false
    step.refusal = try fields["refused"]?.text("‘refused’")
    step.caption = try fields["say"]?.text("‘say’")
    if let elsewhere = fields["elsewhere"], try elsewhere.flag("‘elsewhere’") {
      guard case .act(let action) = step.body, action.worksElsewhere else {
        throw elsewhere.wrong("‘\(verb.name)’ cannot be done elsewhere.")
      }
      step.body = .actElsewhere(action)
    }
    let others = bodies.dropFirst().map { body in
      var other = step
      // The person does all of it before anything settles.
      (other.body, other.isMeanwhile, other.caption) = (body, step.time == nil, nil)
      return other
    }
    return (step, others)
  }

  private static func device(
    of verb: StepVerb, _ fields: Fields, _ people: [Person]
  ) throws(ScenarioProblem) -> DeviceName? {
    guard let value = fields["as"] else {
      guard verb.place == .world else {
        throw ScenarioProblem(fields.place, "‘\(verb.name)’ needs ‘as’ with a device.")
      }
      return nil
    }
    guard verb.place == .device else {
      throw value.wrong("‘\(verb.name)’ happens to everyone, so it has no ‘as’.")
    }
    let name = try value.text("‘as’")
    let devices = people.flatMap(\.devices)
    guard let device = devices.first(where: { $0.description == name }) else {
      let own = devices.filter { $0.person == name }
      let hint =
        own.isEmpty
        ? "The devices are \(devices.map(\.description).joined(separator: ", "))."
        : "Say which: \(own.map(\.description).joined(separator: ", "))."
      throw value.wrong("There is no device ‘\(name)’. \(hint)")
    }
    return device
  }
}

extension DeviceAction {
  /// Whether another application of the account can do the action too.
  var worksElsewhere: Bool {
    switch self {
    case .invite, .permit, .remove, .stopSharing, .leave, .deleteChat, .plant: true
    default: false
    }
  }
}

extension Noise {
  static let keys: [StepVerb.Key] = [
    .init("seed", .whole, required: true, "Decides what chance brings; the same each time."),
    .init("latency", .duration, "The mean time of a request on its way, one way; 5 ms without it."),
    .init("chances", .map(.number), "The chance of each trouble, 0 to 1, by its name."),
    .init("page-limit", .whole, "The most records in a page of changes."),
    .init("batch-limit", .whole, "The most records in a batch that the cloud accepts."),
    .init("from", .duration, "When the troubles begin; at the start without it."),
    .init("to", .duration, required: true, "When the troubles end."),
    .init("broken-rule", .text, "A rule of the engine that is broken on purpose."),
    .init("new-devices", .flag, "Whether everyone gets a new device at the end, to compare."),
    .init("watched", .flag, "Whether the devices are watched for a while after the end."),
  ]

  fileprivate init(_ value: Value) throws(ScenarioProblem) {
    let fields = try value.fields("‘noise’")
    try fields.allow(Self.keys.map(\.name), in: "‘noise’")
    let seed = try fields.require("seed", of: "‘noise’")
    guard let number = UInt64(try seed.text("‘seed’")) else {
      throw seed.wrong("‘seed’ is a whole number.")
    }
    var chances: [String: Double] = [:]
    for entry in try fields["chances"]?.fields("‘chances’").entries ?? [] {
      let chance = try entry.value.number("A chance")
      guard (0...1).contains(chance) else { throw entry.value.wrong("A chance is 0 to 1.") }
      chances[entry.name] = chance
    }
    self.init(
      seed: number, latency: try fields["latency"]?.duration("‘latency’") ?? .milliseconds(5),
      chances: chances, pageLimit: try fields["page-limit"]?.whole("‘page-limit’"),
      batchLimit: try fields["batch-limit"]?.whole("‘batch-limit’"),
      begin: try fields["from"]?.duration("‘from’") ?? .zero,
      end: try fields.require("to", of: "‘noise’").duration("‘to’"),
      brokenRule: try fields["broken-rule"]?.text("‘broken-rule’"),
      welcomesDevices: try fields["new-devices"]?.flag("‘new-devices’") ?? false,
      isWatched: try fields["watched"]?.flag("‘watched’") ?? false)
  }
}
