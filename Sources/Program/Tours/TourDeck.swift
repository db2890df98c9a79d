/// The steps of a tour that were played, and the one that is looked at.
///
/// 1. At most `mostSlides` are kept, the newest.
/// 2. Looking back changes nothing in the cloud: it shows what was kept, and the steps wait meanwhile.
package struct TourDeck: Sendable {
  /// Our choice: more steps than a tour has; with the windows of five people some megabytes.
  package static let mostSlides = 100

  package private(set) var slides: [TourSlide] = []
  /// The slide that is looked at again; nil for the newest.
  package private(set) var looked: Int?
  package private(set) var isPaused = false
  /// Whether requests come before the picture of the share.
  package private(set) var prefersLog = false
  /// The sentence after the last step.
  package private(set) var ending: String?
  /// Whether the pane is to end.
  package private(set) var isLeaving = false
  /// The person whose kept window is shown.
  package private(set) var person = 0

  package init() {}

  package var shown: TourSlide? { looked.map { slides[$0] } ?? slides.last }
  package var isLookingBack: Bool { looked != nil }

  package mutating func take(_ event: TourEvent) {
    switch event {
    case .began(let slide):
      slides.append(slide)
      if slides.count > Self.mostSlides {
        slides.removeFirst()
        looked = looked.map { max(0, $0 - 1) }
      }
    case .did(let line): change { $0.outcomes.append(line) }
    case .shared(let share): change { $0.share = share }
    case .asked(let requests): change { $0.requests += requests }
    case .showed(let screens): change { $0.screens = screens }
    case .ended(let sentence): ending = sentence
    }
  }

  private mutating func change(_ body: (inout TourSlide) -> Void) {
    guard let last = slides.indices.last else { return }
    body(&slides[last])
  }

  /// Does what a key means; returns what else is to be done.
  package mutating func press(_ key: TourKey) -> [TourOrder] {
    switch key {
    case .pause:
      isPaused.toggle()
      if !isPaused { looked = nil }
      return [isPaused ? .pause : .resume]
    case .step:
      if looked != nil { return press(.forward) }
      return ending == nil ? [.goOn] : []
    case .back:
      let place = looked ?? slides.count - 1
      guard place > 0 else { return [] }
      looked = place - 1
      guard !isPaused else { return [] }
      isPaused = true
      return [.pause]
    case .forward:
      guard let place = looked else { return [] }
      looked = place + 1 < slides.count - 1 ? place + 1 : nil
      return []
    case .again:
      isLeaving = true
      return [.again]
    case .leave:
      isLeaving = true
      return [.leave]
    case .log:
      prefersLog.toggle()
      return []
    case .person(let number):
      person = number
      return [.show(number)]
    }
  }
}
