import ChatCore
import ChatModel
import ChatUI
import ChatWords
import CloudModel
import Foundation
import Synchronization
import TerminalUI
import Testing

/// Presses keys and reads the screen; what the models want done happens at once.
///
/// A second passes before each key, in which a person has looked at the screen.
@MainActor
final class ScreenDriver {
  let world: ChatWorld
  let screen: ChatScreen
  private(set) var requests: [(request: SharingRequest, number: Int)] = []
  private(set) var copied: String?
  private(set) var opened: [String] = []
  private(set) var ran: [OwnCommand] = []
  private(set) var mouse: MouseMode?
  private(set) var bellCount = 0
  private(set) var notifications: [ChatUI.Notification] = []
  /// Whether the time runs after which the screen tells of new messages.
  var hasNews = false
  /// The number of the last note, whose time a test lets pass.
  private(set) var note: Int?
  /// The number of times that the end of a note was awaited.
  private(set) var noteCount = 0
  private(set) var hasQuit = false
  /// The pictures that were to be drawn, the newest last.
  private(set) var drawings: [PictureRequest] = []
  private(set) var cancelledDrawings = 0
  private(set) var kept: ScreenPreferences?
  private let clock: Watch
  /// Whether `frames` grows.
  var isFilmed = false
  /// The pictures that a terminal would have got, each with the window's title above it; none twice in a row.
  private(set) var frames: [String] = []
  private var watched: Set<ScreenNeed> = []
  private var window: (chat: ChatID, request: MessageWindow.Request)?
  /// The folders for files; a test that opens or saves some sets it.
  var places: FileRequests.Places?
  /// The programs of the desktop; a test that reads the clipboard sets them.
  var programs: ExternalPrograms?
  /// Whether the screen is told of a write that fails, as by the client; otherwise the test fails.
  var takesFailures = false
  /// Whether a message on the screen counts as seen at once.
  var isPatient = true
  /// Whether people are found to whom a message is written; otherwise the search for them goes on.
  var findsPeople = true
  /// Whether a part of what is unread counts as seen at once, or not at all.
  var seesParts = false

  /// A driver that has shown its first picture.
  static func drawn(
    _ world: ChatWorld, width: Int = 80, height: Int = 24, openChat: String? = nil,
    at place: ConversationModel.Destination? = nil, hasSeenInvitations: Bool = true,
    clock: Watch = Watch()
  ) async throws -> ScreenDriver {
    let driver = ScreenDriver(
      world, width: width, height: height, openChat: openChat, at: place,
      hasSeenInvitations: hasSeenInvitations, clock: clock)
    try await driver.refresh()
    return driver
  }

  /// `hasSeenInvitations` says whether a window before has shown the invitation of the scenes.
  init(
    _ world: ChatWorld, width: Int, height: Int, openChat: String? = nil,
    at place: ConversationModel.Destination? = nil, hasSeenInvitations: Bool = true,
    clock: Watch = Watch(), options: WindowOptions = WindowOptions()
  ) {
    self.world = world
    self.clock = clock
    var preferences = ScreenPreferences()
    preferences.seenInvitations = hasSeenInvitations ? [Scenes.bookClub.shortGUID] : nil
    screen = ChatScreen(
      model: AppModel(
        account: world.repository.account, startedAt: ChatWorld.noon, openChat: openChat, at: place,
        preferences: preferences, options: options),
      size: Size(width: width, height: height), now: { clock.time }, timeZone: .gmt,
      locale: Locale(identifier: "en_GB"))
  }

  var model: AppModel { screen.model }

  /// The rows of the screen as one text.
  var text: String { screen.picture().grid.text.joined(separator: "\n") }

  /// The words between the list and the panel, in one line: what is broken into rows stands together.
  var paneWords: String {
    let rows = screen.picture().grid.text.map { row in
      row.contains("│") ? row.drop { $0 != "│" }.dropFirst().prefix { $0 != "│" } : row[...]
    }
    return rows.joined(separator: " ").filter { $0 != "─" }.split(separator: " ")
      .joined(separator: " ")
  }

  /// Brings in what the replica holds now.
  func refresh() async throws {
    screen.handle(.summaries(try await world.repository.currentChatSummaries()))
    screen.handle(.connection(try await world.repository.currentConnectionStatus()))
    for try await invitations in world.repository.invitations() {
      screen.handle(.invitations(invitations))
      break
    }
    try await deliverMessages()
    try await update()
  }

  func press(_ keys: KeyEvent...) async throws {
    for key in keys {
      pause(1)
      try await post(.terminal(.input(.key(key))))
    }
  }

  /// Presses keys before anybody can have looked at the screen.
  func hurry(_ keys: KeyEvent...) async throws { try await hurry(keys) }

  func hurry(_ keys: [KeyEvent]) async throws {
    for key in keys { try await post(.terminal(.input(.key(key)))) }
  }

  /// Lets time pass.
  func pause(_ seconds: Double) { clock.pass(seconds) }

  func press(_ first: Key, _ others: Key...) async throws {
    for key in [first] + others { try await press(KeyEvent(key)) }
  }

  /// Types a text; a line end is Enter.
  func type(_ text: String) async throws {
    for character in text {
      try await press(character == "\n" ? KeyEvent(.enter) : .character(character))
    }
  }

  /// The cloud answers what was asked last.
  func answer(_ answer: SharingAnswer) async throws {
    guard let number = requests.last?.number else { return }
    try await post(.shared(answer, number: number))
  }

  func post(_ event: AppEvent) async throws {
    screen.handle(event)
    try await update()
  }

  func resize(_ width: Int, _ height: Int) async throws {
    try await post(.terminal(.resized(Size(width: width, height: height))))
  }

  /// Performs what is wanted until nothing more is.
  func update() async throws {
    var effects: [Effect]
    var rounds = 0
    repeat {
      rounds += 1
      try #require(rounds < 100, "the screen never comes to rest: \(model.takeEffects())")
      effects = screen.model.takeEffects()
      for effect in effects { try await perform(effect) }
      screen.update()
      film()
      effects = screen.model.takeEffects()
      for effect in effects { try await perform(effect) }
    } while !effects.isEmpty
  }

  private func film() {
    guard isFilmed else { return }
    let frame = screen.windowTitle + "\n" + text
    if frame != frames.last { frames.append(frame) }
  }

  private func perform(_ effect: Effect) async throws {
    switch effect {
    case .write(let write): try await perform(write)
    case .open(let chat):
      screen.handle(.opened(chat, try await ChatOpening(of: chat, in: world.repository)))
    case .observe(let chat, let request):
      window = (chat, request)
      try await deliverMessages()
    case .seenSoon(let chat, let message):
      if isPatient { screen.handle(.dwellEnded(chat, message)) }
    case .partSeenSoon(let chat, let cursor):
      if seesParts { screen.handle(.partDwellEnded(chat, cursor)) }
    case .search(let search, let isCountedEverywhere, let number):
      screen.handle(
        .found(
          try await world.repository.search(search, limit: SearchModel.limit), number: number))
      guard isCountedEverywhere else { break }
      var everywhere = search
      everywhere.chats = nil
      let count = try await world.repository.countFound(
        everywhere, limit: SearchModel.countLimit)
      screen.handle(.foundEverywhere(count, number: number))
    case .loadRecentEmoji:
      screen.handle(.recentEmoji(try await world.repository.recentEmoji(limit: 6)))
    case .loadDetails(let message):
      screen.handle(
        .details(message, try await MessageDetails(of: message, in: world.repository)))
    case .readForCompletion(let need):
      let answer = try await CompletionAnswer.reading(need, in: world.repository)
      if let answer { screen.handle(.readForCompletion(answer)) }
    case .deliver where !findsPeople: break
    case .deliver(let letter):
      screen.handle(await letter.deliver(by: world.repository, asking: nil))
      screen.handle(.summaries(try await world.repository.currentChatSummaries()))
      try await deliverMessages()
    case .share(let request, let number): requests.append((request, number))
    case .ring: bellCount += 1
    case .notify(let news, _): notifications.append(news)
    case .notifySoon: hasNews = true
    case .copy(let text): copied = text
    case .openAddress(let address): opened.append(address)
    case .runCommand(let command): ran.append(command)
    case .file(let request): await fulfil(request)
    case .makeFile(let content, let chat): await makeFile(of: content, in: chat)
    case .setMouse(let mode): mouse = mode
    case .editExternally(let text): screen.handle(.edited(text + " (edited)"))
    case .noteGoneSoon(let number):
      note = number
      noteCount += 1
    case .quit: hasQuit = true
    case .keep(let preferences): kept = preferences
    case .draw(let request): drawings.append(request)
    case .cancelDrawing: cancelledDrawings += 1
    case .watch(let need):
      watched.insert(need)
      try await read(need)
    case .unwatch(let need): watched.remove(need)
    case .cancelSharing, .saveDraftsSoon, .redraw,
      .resume, .suspend,
      .undoSoon:
      break
    }
  }

  /// Saves or opens a file, or reports that it is awaited.
  private func fulfil(_ request: FileRequest) async {
    for await answer in world.fulfil(
      request, places: places, settings: model.settings)
    {
      screen.handle(.file(request, answer))
      break
    }
  }

  private func makeFile(of content: PastedContent, in chat: ChatID) async {
    guard let places else { return screen.handle(.failed("no places for files")) }
    let requests = FileRequests(
      repository: world.repository, places: places, programs: programs)
    do {
      let file = try await requests.makeFile(of: content, at: "2026-11-19 12:00")
      screen.handle(.fileMade(file.path, in: chat))
    } catch {
      screen.handle(.failed((error as? ExternalPrograms.Failure)?.reason ?? "\(error)"))
    }
  }

  private func perform(_ write: ReplicaWrite) async throws {
    let repository = world.repository
    do {
      if let event = try await write.perform(on: repository) { screen.handle(event) }
    } catch  where takesFailures {
      screen.handle(write.failure(error))
    }
    screen.handle(.summaries(try await repository.currentChatSummaries()))
    for need in watched { try await read(need) }
    try await deliverMessages()
  }

  private func read(_ need: ScreenNeed) async throws {
    try await need.read(in: world.repository) { event in
      screen.handle(event)
      return false
    }
  }

  private func deliverMessages() async throws {
    guard let window, window.chat == model.openChat else { return }
    for try await messages in world.repository.window(in: window.chat, window.request) {
      screen.handle(.window(window.chat, window.request, messages))
      break
    }
  }
}

/// The time of day of a client, from noon on.
final class Watch: Sendable {
  /// What the replica has at noon has gone on for long enough to be shown.
  private let seconds = Mutex(3.0)

  var time: Date { ChatWorld.noon + seconds.withLock { $0 } }

  func pass(_ time: Double) { seconds.withLock { $0 += time } }
}
