/// The record types of the timeline and their fields, as the cloud's schema names them.
enum RecordKeys {
  enum Post {
    static let type = "Post"
    static let author = "author"
    static let text = "text"
    static let postedAt = "postedAt"
    static let timeZone = "timeZone"
    static let isDeleted = "isDeleted"
    static let cheerCount = "cheerCount"
  }

  enum Cheer {
    static let type = "Cheer"
    static let post = "post"
  }
}
