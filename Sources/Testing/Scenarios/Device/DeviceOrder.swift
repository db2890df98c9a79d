/// A request to a device in a process of its own, as one line of JSON.
package enum DeviceOrder: Sendable, Codable {
  case act(DeviceAction)
  case look
  /// Seconds.
  case advance(Double)
  case skew(Double)
}

/// The answer of that device, as one line of JSON.
package struct DeviceReply: Sendable, Codable {
  package var answer: DeviceAnswer?
  package var view: DeviceView?
  /// The sentence with which it was refused.
  package var refusal: String?
  /// Whether something other than the product refused the order.
  ///
  /// Then the scenario asks for something that is not there, or the device could not go on.
  package var isMistake = false

  package init(answer: DeviceAnswer? = nil, view: DeviceView? = nil) {
    self.answer = answer
    self.view = view
  }

  package init(refusal error: any Error) {
    refusal = "\(error)"
    isMistake = !DeviceRefusal.isOne(error)
  }
}
