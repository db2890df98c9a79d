/// Where the cloud keeps everything.
///
/// One operation of the cloud is one transaction.
///
/// Bodies are synchronous and may not keep what they are handed. Writes exclude each other; a write
/// that returned is durable; one that threw left nothing behind.
package protocol CloudStore: Sendable {
  func read<T>(_ body: (any CloudReading) throws -> T) throws -> T
  func write<T>(_ body: (any CloudTransaction) throws -> T) throws -> T
  /// Lets go of the files. Everything after it throws.
  func close() throws
}
