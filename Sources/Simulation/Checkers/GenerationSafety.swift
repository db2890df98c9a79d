/// I6: a younger name is not lost to the answer for an older one: the chat ends with the last name
/// that somebody gave it on some device, never with an earlier one.
struct GenerationSafety: Checker {
  private(set) var docket = Docket("I6")
  private var first: [String: String] = [:]
  /// The last name given to a zone, by device.
  private var last: [String: [String: String]] = [:]
  private var history = ZoneHistory()

  mutating func see(_ entry: Journal.Entry, at index: Int) {
    history.see(entry.event)
    switch entry.event {
    case .intended(_, .created(let zone, let name)): first[zone] = name
    case .intended(let device, .renamed(let zone, let name)):
      last[zone, default: [:]][device] = name
    case .held(let user, let picture):
      for zone in picture.zones where zone.owner == user && !history.isDisturbed(zone.name) {
        let names = last[zone.name].map { Array($0.values) } ?? [first[zone.name] ?? ""]
        guard !names.contains(zone.title) else { continue }
        docket.note(
          "it ended as ‘\(zone.title)’, not as one of \(names.sorted())", about: zone.name,
          at: index)
      }
    default: break
    }
  }
}
