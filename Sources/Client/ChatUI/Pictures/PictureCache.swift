package import ChatModel
import Observation
package import Pictures
package import TerminalUI

/// The pictures in sight: which are drawn, which one is being drawn, and which cannot be.
///
/// One is drawn at a time. What is out of sight is dropped as soon as the pictures take more than `limitBytes`.
@Observable @MainActor
package final class PictureCache {
  /// The most bytes of pictures, unless those in sight alone take more; our choice: eight of the largest.
  package static let limitBytes = 8 * 1024 * 1024

  /// The pictures that are drawn, by their messages.
  package private(set) var drawn: [MessageID: GridPicture] = [:]
  package private(set) var refusals = PictureRefusals()
  /// The requests for which those in `drawn` were drawn.
  @ObservationIgnored private var fulfilled: [MessageID: PictureRequest] = [:]
  /// The messages of `drawn`, the one that was in sight most recently last.
  @ObservationIgnored private var order: [MessageID] = []
  @ObservationIgnored private var inSight: [PictureRequest] = []
  @ObservationIgnored private var current: PictureRequest?
  @ObservationIgnored private var lastNumber = GridPicture.numbers.upperBound

  package init() {}

  /// The bytes of all pictures that are kept.
  package var byteCount: Int { drawn.values.reduce(0) { $0 + $1.image.bytes.count } }

  /// Notes the pictures whose places are in sight.
  ///
  /// - Returns: what is to be drawn next, and what need not be drawn any more.
  package func show(_ requests: [PictureRequest]) -> [Effect] {
    var effects: [Effect] = []
    if requests != inSight {
      inSight = requests
      let messages = Set(requests.map(\.message))
      order =
        order.filter { !messages.contains($0) } + order.filter { messages.contains($0) }
      if let current, !requests.contains(current) {
        self.current = nil
        effects.append(.cancelDrawing)
      }
      trim()
    }
    if current == nil, let next = inSight.first(where: { !isDone($0) }) {
      current = next
      effects.append(.draw(next))
    }
    return effects
  }

  /// Takes what became of a picture; the answer to a request that was cancelled changes nothing.
  package func take(_ answer: PictureAnswer, to request: PictureRequest) {
    guard request == current else { return }
    current = nil
    switch answer {
    case .picture(let image):
      drawn[request.message] = GridPicture(
        number: nextNumber(), way: request.way, cells: request.cells, image: image)
      fulfilled[request.message] = request
      order.removeAll { $0 == request.message }
      order.append(request.message)
      trim()
    case .missing: refusals.kinds.insert(request.picture.header.kind)
    case .refused: refusals.files.insert(request.picture.file)
    }
  }

  private func isDone(_ request: PictureRequest) -> Bool {
    fulfilled[request.message] == request || refusals.has(request.picture)
  }

  /// Drops pictures that are out of sight, the longest ago first, until the rest fits.
  private func trim() {
    var bytes = byteCount
    let messages = Set(inSight.map(\.message))
    // Pictures that are kept need numbers of their own.
    let most = GridPicture.numbers.count / 2
    for message in order where !messages.contains(message) {
      guard bytes > Self.limitBytes || drawn.count > most else { break }
      bytes -= drawn.removeValue(forKey: message)?.image.bytes.count ?? 0
      fulfilled[message] = nil
    }
    order.removeAll { fulfilled[$0] == nil }
  }

  /// A number that no picture here has, and that none had a short while ago.
  private func nextNumber() -> UInt8 {
    let taken = Set(drawn.values.map(\.number))
    repeat {
      lastNumber =
        lastNumber == GridPicture.numbers.upperBound
        ? GridPicture.numbers.lowerBound : lastNumber + 1
    } while taken.contains(lastNumber)
    return lastNumber
  }
}
