/// The zones that a device has uploaded again, after the cloud had lost them.
///
/// That device may not have seen an edit, and then the first text counts again. Whoever has seen the edit keeps it as
/// an earlier text, and shows that the text has changed; the others cannot know. So there the marks of edits may
/// differ.
struct UploadedZones {
  private var zones: Set<String> = []

  mutating func observe(_ event: SimulationEvent) {
    if case .intended(_, .uploadedAgain(let zone)) = event { zones.insert(zone) }
  }

  func contains(_ zone: String) -> Bool { zones.contains(zone) }
}
