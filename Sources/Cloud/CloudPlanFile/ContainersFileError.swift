/// The reason why a containers file is not used; the sentence names the file and says what to do.
package enum ContainersFileError: Error, Equatable {
  /// Its text has a mistake; the sentence names the line and the column.
  case mistake(String)
}
