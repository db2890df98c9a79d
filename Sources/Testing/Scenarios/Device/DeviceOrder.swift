/// What a device in a process of its own is asked, as one line of JSON.
package enum DeviceOrder: Sendable, Codable {
  case act(DeviceAction)
  case look
  /// Seconds.
  case advance(Double)
  case skew(Double)
}

/// What it answers, as one line of JSON.
package struct DeviceReply: Sendable, Codable {
  package var answer: DeviceAnswer?
  package var view: DeviceView?
  /// The sentence with which it was refused.
  package var refusal: String?
  /// Whether it was not the product that refused it: the scenario asks for something that is not there, or the device
  /// could not go on.
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
