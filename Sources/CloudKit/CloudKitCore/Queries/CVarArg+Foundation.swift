public import Foundation

// Apps write `date as CVarArg` in the arguments of a format: on Apple's systems every object is one.
// The arguments are passed as `Any` here, and nobody asks for the encoding.

extension Date: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [0] }
}

extension Data: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [0] }
}

extension UUID: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [0] }
}

extension Array: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [0] }
}

extension NSDate: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [0] }
}

extension NSNumber: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [0] }
}

extension NSArray: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [0] }
}
