package import CloudModel
package import CommandSupport
import Foundation

/// Reads an order as people write it: `title`, `-createdTimestamp`, `place near 48.1,11.5`.
package enum SortText {
  package static func descriptor(
    _ text: String, of type: RecordTypeDefinition
  ) throws(Failure) -> Query.SortDescriptor {
    let isDescending = text.hasPrefix("-")
    let words = text.drop { "+-".contains($0) }.split(separator: " ")
    guard let name = words.first else {
      throw Failure("The order ‘\(text)’ cannot be read: it names no field.", code: .usage)
    }
    let field = try type.field(String(name))
    var descriptor = Query.SortDescriptor(.field(field.name), isAscending: !isDescending)
    guard words.count > 1 else { return descriptor }
    guard words.count == 3, words[1].lowercased() == "near",
      let place = ValueText.location(String(words[2]))
    else {
      throw Failure(
        "The order ‘\(text)’ cannot be read: expected FIELD, -FIELD, or FIELD near "
          + "LATITUDE,LONGITUDE.", code: .usage)
    }
    descriptor.relativeLocation = place
    return descriptor
  }
}
