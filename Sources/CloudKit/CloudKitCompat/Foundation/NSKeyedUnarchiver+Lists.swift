public import Foundation

extension NSKeyedUnarchiver {
  /// An archived list of objects of one class; nil if it is none.
  public static func unarchivedArrayOfObjects<Object: NSObject & NSCoding>(
    ofClass type: Object.Type, from data: Data
  ) throws -> [Object]? {
    try unarchivedObject(ofClasses: [NSArray.self, type], from: data) as? [Object]
  }
}
