/// An object that a user interface shows.
///
/// Nothing observes it here: the protocol and `Published` let view models compile, and their tests read the values.
public protocol ObservableObject: AnyObject {}

/// A value that a user interface shows; a stored value here, without a publisher (`$name`).
@propertyWrapper
public struct Published<Value> {
  public var wrappedValue: Value

  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public init(initialValue: Value) { wrappedValue = initialValue }
}

extension Published: Sendable where Value: Sendable {}
