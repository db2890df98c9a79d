import CloudKit
import Testing

/// A view model as it stands in apps, unchanged.
@MainActor
private final class NotesModel: ObservableObject {
  enum State: Equatable {
    case loading
    case loaded([String])
  }

  @Published private(set) var state = State.loading
  @Published var text = ""

  nonisolated init() {}

  func load(_ records: [CKRecord]) {
    state = .loaded(records.compactMap { $0["text"] as? String })
  }
}

@Suite struct ViewModelTests {
  @MainActor @Test func `published values are kept`() {
    let model = NotesModel()
    #expect(model.state == .loading)
    let note = CKRecord(recordType: "Note")
    note["text"] = "milk"
    model.load([note])
    model.text += "eggs"
    #expect(model.state == .loaded(["milk"]))
    #expect(model.text == "eggs")
  }
}

/// Parts of Foundation that Apple's systems have.
@Suite struct FoundationTests {
  @Test func `settings are stored by key-value coding`() throws {
    let name = "CloudKitCompatTests-\(UUID())"
    let settings = try #require(UserDefaults(suiteName: name))
    defer { settings.removePersistentDomain(forName: name) }
    settings.setValue(true, forKey: "isZoneCreated")
    #expect(settings.bool(forKey: "isZoneCreated"))
    #expect(settings.value(forKey: "isZoneCreated") as? Bool == true)
    settings.setValue(nil, forKey: "isZoneCreated")
    #expect(settings.value(forKey: "isZoneCreated") == nil)
  }

  @Test func `an archived list of objects is read`() throws {
    let ids = [CKRecord.ID(recordName: "one"), CKRecord.ID(recordName: "two")]
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: ids as NSArray, requiringSecureCoding: true)
    #expect(
      try NSKeyedUnarchiver.unarchivedArrayOfObjects(ofClass: CKRecord.ID.self, from: data) == ids)
    let one = try NSKeyedArchiver.archivedData(withRootObject: ids[0], requiringSecureCoding: true)
    #expect(
      try NSKeyedUnarchiver.unarchivedArrayOfObjects(ofClass: CKRecord.ID.self, from: one) == nil)
  }

  @Test func `seconds have their nanoseconds`() {
    #expect(NSEC_PER_SEC == 1_000 * NSEC_PER_MSEC && NSEC_PER_MSEC == 1_000 * NSEC_PER_USEC)
    #expect(Duration.nanoseconds(Int64(NSEC_PER_SEC)) == .seconds(1))
  }

  @Test(.timeLimit(.minutes(1))) func `notifications come as a sequence, until nobody reads`()
    async
  {
    let center = NotificationCenter()
    let (wanted, other) = (NSObject(), NSObject())
    var posted = center.notifications(named: .CKAccountChanged, object: wanted).makeAsyncIterator()
    center.post(name: .CKAccountChanged, object: other)
    center.post(name: Notification.Name("other"), object: wanted)
    center.post(name: .CKAccountChanged, object: wanted, userInfo: ["number": 1])
    center.post(name: .CKAccountChanged, object: wanted, userInfo: ["number": 2])
    #expect(await posted.next()?.userInfo?["number"] as? Int == 1)
    #expect(await posted.next()?.userInfo?["number"] as? Int == 2)
    // Cancelled and awaited below.
    let reader = Task {
      for await _ in center.notifications(named: .CKAccountChanged) { Issue.record("None came.") }
    }
    reader.cancel()
    await reader.value
  }
}
