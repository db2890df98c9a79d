import CoreLocation
import Testing
import os.lock
import os.signpost

/// As in apps: no file says `import Observation`.
@Observable private final class Count {
  var value = 0
}

/// What apps use beside CloudKit, with the import lines that they have on Apple's systems.
@Suite struct CompanionTests {
  @Test func `a lock lets one task at a time use its state`() async {
    let lock = OSAllocatedUnfairLock(initialState: 0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { lock.withLock { $0 += 1 } } }
    }
    #expect(lock.withLock { $0 } == 100)
    #expect(lock.withLockIfAvailable { $0 } == 100)
  }

  @Test func `a lock without a state is taken and given back`() {
    let lock = OSAllocatedUnfairLock()
    let other = lock
    lock.lock()
    #expect(!other.lockIfAvailable())
    lock.unlock()
    #expect(other.lockIfAvailable())
    other.unlock()
    #expect(lock.withLock { 5 } == 5)
  }

  @Test func `signposts let the code between them run, and compute nothing`() {
    var asked = 0
    func notes() -> Int {
      asked += 1
      return asked
    }
    let signposter = OSSignposter(subsystem: "com.example.Notes", category: .pointsOfInterest)
    let id = signposter.makeSignpostID()
    let state = signposter.beginInterval("load", id: id, "\(notes()) notes")
    signposter.emitEvent("found", "\(notes())")
    signposter.endInterval("load", state)
    #expect(signposter.withIntervalSignpost("save") { "saved" } == "saved")
    let log = OSLog(subsystem: "com.example.Notes", category: .pointsOfInterest)
    os_signpost(.begin, log: log, name: "load", signpostID: id, "%d notes", 3)
    os_signpost(.end, log: log, name: "load", signpostID: id)
    #expect(asked == 0 && !signposter.isEnabled)
  }

  @Test func `observable objects, requests and places are there`() throws {
    let count = Count()
    let isTold = OSAllocatedUnfairLock(initialState: false)
    withObservationTracking {
      _ = count.value
    } onChange: {
      isTold.withLock { $0 = true }
    }
    count.value += 1
    #expect(isTold.withLock { $0 })
    var request = URLRequest(url: try #require(URL(string: "https://example.com")))
    request.httpMethod = "POST"
    #expect(request.httpMethod == "POST" && URLSession.shared.delegate == nil)
    #expect(CLLocation(latitude: 48.5, longitude: 2.25).coordinate.latitude == 48.5)
  }

  @Test func `the folder of a group is the same each time, and this user's alone`() throws {
    let files = FileManager.default
    let name = "group.com.example.\(UUID())"
    let folder = try #require(
      files.containerURL(forSecurityApplicationGroupIdentifier: name))
    defer { try? files.removeItem(at: folder) }
    #expect(files.containerURL(forSecurityApplicationGroupIdentifier: name) == folder)
    let attributes = try files.attributesOfItem(atPath: folder.path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    for name in ["", "..", ".hidden", "a/b", "/etc"] {
      #expect(files.containerURL(forSecurityApplicationGroupIdentifier: name) == nil, "\(name)")
    }
  }
}
