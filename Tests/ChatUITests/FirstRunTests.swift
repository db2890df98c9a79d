import ChatCore
import ChatModel
import ChatUI
import ClientSettings
import CloudModel
import TerminalUI
import TestSupport
import Testing

/// The question for a person without an account.
@MainActor @Suite(.timeLimit(.minutes(2)))
struct FirstRunTests {
  private func type(_ text: String, into question: inout NameQuestion) {
    for character in text { _ = question.take(.key(.character(character))) }
  }

  @Test func `Enter takes the suggested name`() {
    var question = NameQuestions.question()
    #expect(
      question.take(.key(KeyEvent(.enter))) == .answer(.signUp(name: "anna", passphrase: nil)))
    #expect(question.isCreating)
    // Nothing is asked twice, and nothing is changed, while the account is being made.
    #expect(question.take(.key(KeyEvent(.enter))) == nil)
    type("x", into: &question)
    #expect(question.chosenName == "anna")
  }

  @Test func `typing replaces the offered name, and moving or deleting edits it`() {
    var question = NameQuestions.question()
    #expect(question.isOffered)
    type("berit", into: &question)
    #expect(question.chosenName == "berit")
    question = NameQuestions.question()
    _ = question.take(.paste("berit"))
    #expect(question.chosenName == "berit")
    for key in [KeyEvent(.backspace), KeyEvent(.end)] {
      question = NameQuestions.question()
      _ = question.take(.key(key))
      type("x", into: &question)
      #expect(question.chosenName == (key == KeyEvent(.end) ? "annax" : "annx"))
    }
  }

  @Test func `a wrong name is said while it is typed, and is not taken`() {
    var question = NameQuestions.question()
    type("4", into: &question)
    #expect(question.trouble == "A name has letters only.")
    #expect(question.take(.key(KeyEvent(.enter))) == nil)
    _ = question.take(.key(KeyEvent(.backspace)))
    #expect(question.trouble == nil)
    _ = question.take(.key(.control("u")))
    #expect(question.trouble == nil)
    #expect(question.take(.key(KeyEvent(.enter))) == nil)
    #expect(question.trouble != nil)
    _ = question.take(.paste(" Berit\n"))
    #expect(
      question.take(.key(KeyEvent(.enter))) == .answer(.signUp(name: "Berit", passphrase: nil)))
  }

  @Test(arguments: [KeyEvent(.escape), .control("c"), .control("q")])
  func `every usual key leaves, also while the account is being made`(key: KeyEvent) {
    var question = NameQuestions.question()
    #expect(question.take(.key(key)) == .leave)
    _ = question.take(.key(KeyEvent(.enter)))
    #expect(question.take(.key(key)) == .leave)
  }

  @Test func `the keys are those of the settings, and are shown`() {
    let keymap = Keymap(
      own: ["dialog-confirm": [.key(.function(2))], "dialog-cancel": [.control("x")]])
    var question = NameQuestions.question(keymap: keymap)
    #expect(
      NameQuestionView(question).text.contains(
        "F2: take this name   Type: another one   Ctrl+X: leave"))
    for key in [KeyEvent(.escape), KeyEvent(.enter)] {
      #expect(question.take(.key(key)) == nil)
    }
    #expect(question.take(.key(.control("x"))) == .leave)
    #expect(
      question.take(.key(KeyEvent(.function(2))))
        == .answer(.signUp(name: "anna", passphrase: nil)))
  }

  @Test func `a passphrase is asked for once, is shown by a key only, and Esc goes back`() {
    var question = NameQuestions.question(needsPassphrase: true)
    // No passphrase is there that the key could show.
    #expect(question.take(.key(.control("r"))) == nil)
    #expect(question.take(.key(KeyEvent(.enter))) == nil)
    #expect(question.step == .passphrase)
    type("correct house", into: &question)
    #expect(!NameQuestionView(question).text.contains("house"))
    #expect(NameQuestionView(question).text.contains("Ctrl+R: show it"))
    _ = question.take(.key(.control("r")))
    #expect(NameQuestionView(question).text.contains("> correct house"))
    #expect(NameQuestionView(question).text.contains("Ctrl+R: hide it"))
    // What is typed next is hidden again, whoever looks over the shoulder by now.
    #expect(question.take(.key(KeyEvent(.escape))) == nil)
    #expect(question.step == .name)
    _ = question.take(.key(KeyEvent(.enter)))
    type("correct horse", into: &question)
    #expect(!NameQuestionView(question).text.contains("horse"))
    _ = question.take(.key(.control("r")))
    #expect(
      question.take(.key(KeyEvent(.enter)))
        == .answer(.signUp(name: "anna", passphrase: "correct horse")))
    // It is not left on the screen while the cloud is asked.
    #expect(!NameQuestionView(question).text.contains("horse"))
    _ = question.take(.key(.control("r")))
    #expect(!NameQuestionView(question).text.contains("horse"))
  }

  @Test func `a new passphrase that is too short is said before it is sent`() {
    for signIn in [NameQuestion.SignIn.here, .newPassphrase(of: "anna")] {
      var question = NameQuestions.question(at: NameQuestions.server(signIn))
      if question.step == .name { _ = question.take(.key(KeyEvent(.enter))) }
      #expect(NameQuestionView(question).text.contains("At least 8 characters."))
      type("1234567", into: &question)
      #expect(question.take(.key(KeyEvent(.enter))) == nil && question.step == .passphrase)
      #expect(NameQuestionView(question).text.contains("must have at least 8 characters"))
      type("8", into: &question)
      #expect(question.trouble == nil)
      #expect(question.take(.key(KeyEvent(.enter))) != nil)
    }
  }

  @Test func `a taken name is said, and another one is taken`() async {
    let (events, keys) = AsyncStream.makeStream(of: TerminalEvent.self)
    let terminal = WatchedTerminal(size: Size(width: 80, height: 24))
    let screen = FirstRunScreen(
      NameQuestions.question(), terminal: terminal, theme: ThemeForms(.dark))
    async let made: NameQuestion.Answer? = screen.run(events: events) { answer in
      answer == .signUp(name: "anna", passphrase: nil)
        ? .refused("There is an account ‘anna’ already.") : .done(answer)
    }
    await terminal.wait { $0.contains("> anna") }
    keys.yield(.input(.key(KeyEvent(.enter))))
    await terminal.wait { $0.contains("There is an account ‘anna’ already.") }
    keys.yield(.input(.key(.character("b"))))
    await terminal.wait { $0.contains("> annab") && !$0.contains("already.") }
    keys.yield(.input(.key(KeyEvent(.enter))))
    #expect(await made == .signUp(name: "annab", passphrase: nil))
  }

  @Test(arguments: [
    TerminalEvent.terminated(signal: 15), .inputClosed, .input(.key(.control("c"))),
  ])
  func `leaving stops the request`(way: TerminalEvent) async {
    let (events, keys) = AsyncStream.makeStream(of: TerminalEvent.self)
    let terminal = WatchedTerminal(size: Size(width: 40, height: 12))
    let screen = FirstRunScreen(
      NameQuestions.question(), terminal: terminal, theme: ThemeForms(.dark))
    async let made: String? = screen.run(events: events) { _ in
      // Ends when its task is cancelled, and only then.
      for await _ in AsyncStream<Void>.makeStream().stream {}
      return .refused("stopped")
    }
    keys.yield(.input(.key(KeyEvent(.enter))))
    await terminal.wait { $0.contains("Creating the account") }
    keys.yield(way)
    #expect(await made == nil)
  }

  @Test func `on the server of a link, somebody with an account signs in`() {
    var question = NameQuestions.question(at: NameQuestions.server(.here))
    let shown = NameQuestionView(question).text
    #expect(shown.contains("anna invites you to ‘Trip’ on Anna's server (chat.example)."))
    #expect(shown.contains("I have an account"))
    #expect(question.take(.key(KeyEvent(.down))) == nil && question.isSigningIn)
    #expect(NameQuestionView(question).text.contains("make a new account"))
    #expect(question.take(.key(KeyEvent(.up))) == nil && !question.isSigningIn)
    _ = question.take(.key(KeyEvent(.down)))
    type("berit", into: &question)
    #expect(question.take(.key(KeyEvent(.enter))) == nil)
    // The way is chosen; nothing changes it while the passphrase is typed.
    _ = question.take(.key(KeyEvent(.up)))
    #expect(question.isSigningIn && question.step == .passphrase)
    type("correct horse", into: &question)
    #expect(!NameQuestionView(question).text.contains("horse"))
    // It is typed once.
    #expect(
      question.take(.key(KeyEvent(.enter)))
        == .answer(.signIn(name: "berit", passphrase: "correct horse")))
    #expect(NameQuestionView(question).text.contains("Signing in as ‘berit’"))
    question.refuse("The name or the passphrase is wrong.")
    // The passphrase is typed again; the name is one step back.
    #expect(question.isSigningIn && question.step == .passphrase)
    #expect(NameQuestionView(question).text.contains("The name or the passphrase is wrong."))
    #expect(question.take(.key(KeyEvent(.escape))) == nil && question.step == .name)
    #expect(question.chosenName == "berit")
  }

  @Test func `where no account can be made, only an account that exists is asked for`() {
    var question = NameQuestions.question(
      at: NameQuestions.server(.only(because: "New accounts here need an invitation.")))
    #expect(question.isSigningIn)
    #expect(NameQuestionView(question).text.contains("New accounts here need an invitation."))
    #expect(!NameQuestionView(question).text.contains("new account"))
    _ = question.take(.key(KeyEvent(.up)))
    #expect(question.isSigningIn)
  }

  @Test func `elsewhere the arrows change nothing`() {
    var question = NameQuestions.question()
    for key in [KeyEvent(.up), KeyEvent(.down)] { _ = question.take(.key(key)) }
    #expect(!question.isSigningIn && question.chosenName == "anna")
  }

  @Test func `one thing to agree with has one key, and a list has its arrows`() {
    var single = ChoiceQuestion(
      title: "A link", text: "This link leads to the server chat.example.",
      work: "Asking chat.example …")
    #expect(single.text(80).contains("chat.example"))
    #expect(single.text(80).contains("Enter: go on"))
    #expect(single.take(.key(KeyEvent(.down))) == nil && single.selected == 0)
    #expect(single.take(.key(KeyEvent(.escape))) == .leave)
    // There is nothing to take for always.
    #expect(single.take(.key(.character("a"))) == nil)
    #expect(single.take(.key(KeyEvent(.enter))) == .answer(ChoiceQuestion.Answer(0)))
    #expect(single.text(80).contains("Asking chat.example"))
    // It is done once.
    #expect(single.take(.key(KeyEvent(.enter))) == nil)

    var list = ChoiceQuestion(
      title: "Profiles", text: "Which one?", choices: ["home (anna)", "work (anna2)"], work: "")
    #expect(list.take(.key(KeyEvent(.up))) == nil && list.selected == 0)
    #expect(list.text(40).contains("> home (anna)"))
    for _ in 0..<2 { _ = list.take(.key(KeyEvent(.down))) }
    #expect(list.text(40).contains("> work (anna2)"))
    #expect(list.take(.key(KeyEvent(.enter))) == .answer(ChoiceQuestion.Answer(1)))
    #expect(!list.text(10).contains("home"))
  }

  @Test func `a choice can be taken for always, where the question says so`() {
    var list = ChoiceQuestion(
      title: "Which profile?", text: "", choices: ["home", "work"], work: "",
      always: "always open this one")
    #expect(list.text(80).contains("a: always open this one"))
    _ = list.take(.key(KeyEvent(.down)))
    #expect(
      list.take(.key(.character("a"))) == .answer(ChoiceQuestion.Answer(1, isForAlways: true)))
    // It is done once.
    #expect(list.take(.key(.character("a"))) == nil)
  }

  @Test func `by a link for a new passphrase, only that is asked`() {
    var question = NameQuestions.question(at: NameQuestions.server(.newPassphrase(of: "berit")))
    #expect(question.step == .passphrase && question.chosenName == "berit")
    #expect(NameQuestionView(question).text.contains("A new passphrase for ‘berit’"))
    #expect(NameQuestionView(question).text.contains("anna invites you"))
    type("correct horse", into: &question)
    // The name stays as it is.
    for key in [KeyEvent(.up), KeyEvent(.down)] { _ = question.take(.key(key)) }
    #expect(
      question.take(.key(KeyEvent(.enter)))
        == .answer(.signIn(name: "berit", passphrase: "correct horse")))
    question.refuse("The code is used up.")
    #expect(question.step == .passphrase)
    #expect(question.take(.key(KeyEvent(.escape))) == .leave)
  }

  @Test func `line by line, a new passphrase needs no name`() async {
    var input = ["", ""][...]
    var said: [String] = []
    let refusals = AsyncStream<String?> { continuation in
      for reason in ["It is too short.", nil] { continuation.yield(reason) }
      continuation.finish()
    }
    let lines = NameLines(
      suggestion: "anna", place: NameQuestions.server(.newPassphrase(of: "berit")),
      check: { _ in nil },
      enter: { _ in
        for await reason in refusals { return reason }
        return nil
      })
    #expect(
      await lines.ask(read: { input.popFirst() }, say: { said.append($0) })
        == .signIn(name: "berit", passphrase: nil))
    #expect(said.last == "It is too short. Enter tries again. Ctrl+D, or anything else, leaves.")
    #expect(await lines.ask(read: { "no" }, say: { _ in }) == nil)
  }

  @Test func `the same question is asked line by line`() async {
    var input = ["12", "anna", "", "berit"][...]
    var said: [String] = []
    let lines = NameLines(
      suggestion: "anna", place: NameQuestions.place(),
      check: { $0.allSatisfy(\.isLetter) ? nil : "A name has letters only." },
      enter: { answer in
        answer == .signUp(name: "anna", passphrase: nil)
          ? "There is an account ‘anna’ already." : nil
      })
    #expect(
      await lines.ask(read: { input.popFirst() }, say: { said.append($0) })
        == .signUp(name: "berit", passphrase: nil))
    #expect(said[2].hasPrefix("A name has letters only. What is your name?"))
    #expect(said[3].hasPrefix("There is an account ‘anna’ already."))
    // An empty line takes the suggestion, which is taken too.
    #expect(said[4].hasPrefix("There is an account ‘anna’ already."))
    #expect(said.last == "The account ‘berit’ is made.")
    #expect(await lines.ask(read: { nil }, say: { _ in }) == nil)
  }

  @Test func `line by line, a wrong passphrase does not ask for the name again`() async {
    var input = ["sign-in berit", "", ""][...]
    var said: [String] = []
    let refusals = AsyncStream<String?> { continuation in
      for reason in ["The passphrase is wrong.", "It is wrong again.", nil] {
        continuation.yield(reason)
      }
      continuation.finish()
    }
    let lines = NameLines(
      suggestion: "anna", place: NameQuestions.server(.here), check: { _ in nil },
      enter: { _ in
        for await reason in refusals { return reason }
        return nil
      })
    #expect(
      await lines.ask(read: { input.popFirst() }, say: { said.append($0) })
        == .signIn(name: "berit", passphrase: nil))
    #expect(said.last?.hasSuffix("An empty line takes ‘berit’ again. Ctrl+D leaves.") == true)
  }

  @Test(arguments: ["", "zonechat "])
  func `a link in the place of a name is followed, and is no name`(command: String) async {
    let link = "https://chat.example/join#bob,code=c1"
    for signIn in [NameQuestion.SignIn.here, .only(because: "Ask anna for an invitation.")] {
      var question = NameQuestions.question(at: NameQuestions.server(signIn))
      _ = question.take(.paste(command + link))
      #expect(question.trouble == nil)
      #expect(NameQuestionView(question).text.contains("Enter: follow this link"))
      #expect(question.take(.key(KeyEvent(.enter))) == .answer(.otherLink(link)))
      #expect(NameQuestionView(question).text.contains("Following the link …"))
      question.refuse("This link leads over plain HTTP.")
      #expect(question.step == .name && question.trouble == "This link leads over plain HTTP.")
      let lines = NameLines(
        suggestion: "anna", place: NameQuestions.server(signIn),
        check: { _ in "No name has these signs." }, enter: { _ in nil })
      #expect(await lines.ask(read: { command + link }, say: { _ in }) == .otherLink(link))
    }
  }

  @Test func `without a name to offer, one has to be written`() async {
    var question = NameQuestions.question(suggestion: "")
    #expect(question.take(.key(KeyEvent(.enter))) == nil && question.trouble != nil)
    type("anna", into: &question)
    #expect(
      question.take(.key(KeyEvent(.enter))) == .answer(.signUp(name: "anna", passphrase: nil)))
    var input = ["", "anna"][...]
    var said: [String] = []
    let lines = NameLines(
      suggestion: "", place: NameQuestions.place(),
      check: { $0.isEmpty ? "A name has letters." : nil }, enter: { _ in nil })
    #expect(
      await lines.ask(read: { input.popFirst() }, say: { said.append($0) })
        == .signUp(name: "anna", passphrase: nil))
    #expect(!said.contains { $0.contains("An empty line takes") })
  }

  @Test func `line by line, the server of a link takes both kinds of accounts`() async {
    var said: [String] = []
    func lines(_ signIn: NameQuestion.SignIn) -> NameLines {
      NameLines(
        suggestion: "anna", place: NameQuestions.server(signIn), check: { _ in nil },
        enter: { _ in nil })
    }
    #expect(
      await lines(.here).ask(read: { "sign-in berit" }, say: { said.append($0) })
        == .signIn(name: "berit", passphrase: nil))
    #expect(said.first == "anna invites you to ‘Trip’ on Anna's server (chat.example).")
    #expect(
      await lines(.here).ask(read: { "" }, say: { _ in })
        == .signUp(name: "anna", passphrase: nil))
    said = []
    #expect(
      await lines(.only(because: "Nobody can sign up.")).ask(
        read: { "berit" }, say: { said.append($0) })
        == .signIn(name: "berit", passphrase: nil))
    #expect(said.contains("Nobody can sign up.") && !said.contains { $0.contains("is made") })
  }

  @Test func `the first steps name the keys that the person has`() {
    let actions = Set(ActionRegistry.all.map(\.id))
    var asked: Set<String> = []
    let texts = FirstSteps.texts(in: .ownMachine) { name in
      asked.insert(name)
      return "<\(name)>"
    }
    #expect(asked.subtracting(actions).isEmpty, "\(asked.subtracting(actions))")
    #expect(texts.contains { $0.contains("<react>") })
    for preset in KeyPreset.allCases {
      let keymap = Keymap(preset: preset)
      for name in asked {
        let action = ActionRegistry.all.first { $0.id == name }
        #expect(action.map(keymap.way) != "(no key)", "\(name) in \(preset)")
      }
    }
  }

  @Test(arguments: FirstSteps.Cloud.allCases)
  func `the first steps fit a usual screen`(cloud: FirstSteps.Cloud) async throws {
    let driver = try await ScreenDriver.drawn(Scenes.firstSteps(in: cloud))
    #expect(driver.text.contains("Welcome!") && driver.text.contains("/archive"))
  }

  @Test func `the first steps ask nobody to set up a server who is on one`() {
    for texts in [FirstSteps.texts(in: .server) { $0 }, FirstSteps.lineTexts(in: .server)] {
      #expect(!texts.contains { $0.contains("cloud setup") })
      #expect(texts.contains { $0.contains("a link to a chat, also for a friend") })
    }
    for texts in [FirstSteps.texts(in: .ownMachine) { $0 }, FirstSteps.lineTexts(in: .ownMachine)] {
      #expect(texts.contains { $0.contains("zonechat cloud setup") })
    }
  }

  @Test func `the first steps begin with the first one, also in a small window`() async throws {
    for (width, height) in [(40, 12), (80, 24)] {
      let driver = try await ScreenDriver.drawn(
        Scenes.firstSteps(), width: width, height: height, openChat: FirstSteps.zoneName,
        at: .oldest)
      #expect(driver.text.contains("Welcome!"), "\(driver.text)")
      // Whoever writes goes to what they have written.
      try await driver.type("My first line\n")
      #expect(driver.text.contains("My first line"), "\(driver.text)")
      try await driver.refresh()
      #expect(driver.text.contains("My first line"), "\(driver.text)")
    }
  }

  @Test(arguments: [false, true])
  func `a new device goes on from the first steps when the account's chats are here`(
    isWriting: Bool
  ) async throws {
    let world = try await Scenes.firstSteps()
    let driver = try await ScreenDriver.drawn(world)
    #expect(driver.model.openSummary?.zoneName == FirstSteps.zoneName)
    if isWriting { try await driver.type("Hi") }
    let zone = try await world.joinedChat("Trip", owner: "ada")
    try await world.say("Train or plane?", by: "ada", in: zone, at: Scenes.minutes(-1))
    try await driver.refresh()
    #expect(driver.model.openSummary?.zoneName == FirstSteps.zoneName, "more may come")
    try await world.replica.publish(.upToDate)
    try await driver.refresh()
    #expect(driver.model.openSummary?.name == (isWriting ? FirstSteps.title : "Trip"))
    // Whoever comes back to them stays.
    try await driver.press(.alt("1"))
    #expect(driver.model.openSummary?.zoneName == FirstSteps.zoneName)
    try await world.replica.publish(.syncing)
    try await driver.refresh()
    try await world.replica.publish(.upToDate)
    try await driver.refresh()
    #expect(driver.model.openSummary?.zoneName == FirstSteps.zoneName)
  }

  @Test func `the other devices of the account get the chat once`() async throws {
    try await withWorld { world in
      let first = try world.device(of: "anna", named: "desk")
      let second = try world.device(of: "anna", named: "laptop")
      try await FirstSteps.create(in: first.replica, texts: ["one", "two"])
      try await world.syncUntilQuiet([first, second])
      for device in [first, second] {
        let chats = try await device.repository.currentChatSummaries()
        #expect(chats.map(\.zoneName) == [FirstSteps.zoneName])
        #expect(chats.map(\.name) == [FirstSteps.title])
        #expect(try await device.lines(in: chats[0].id) == ["anna: one", "anna: two"])
        #expect(chats.map(\.unreadCount) == [0])
      }
      #expect(try world.zones(of: first).filter { $0.hasPrefix("chat-") } == [FirstSteps.zoneName])
    }
  }

  @Test func `the first steps cannot be made twice`() async throws {
    try await withWorld { world in
      let device = try world.device(of: "anna")
      try await FirstSteps.create(in: device.replica, texts: ["one"])
      await #expect(throws: ChatError.self) {
        try await FirstSteps.create(in: device.replica, texts: ["one"])
      }
      try await world.syncUntilQuiet([device])
      let chats = try await device.repository.currentChatSummaries()
      #expect(chats.count == 1)
      let chat = try #require(chats.first)
      #expect(try await device.lines(in: chat.id) == ["anna: one"])
      try await device.repository.deleteChat(chat.id)
      try await world.syncUntilQuiet([device])
      #expect(try await device.repository.currentChatSummaries().isEmpty)
    }
  }
}

extension NameQuestionView {
  /// The rows of a usual screen as one text.
  @MainActor fileprivate var text: String {
    picture(size: Size(width: 80, height: 24)).grid.text.joined(separator: "\n")
  }
}

extension ChoiceQuestion {
  /// The rows of a screen of this width as one text.
  fileprivate func text(_ width: Int) -> String {
    picture(size: Size(width: width, height: 24)).grid.text.joined(separator: "\n")
  }
}
