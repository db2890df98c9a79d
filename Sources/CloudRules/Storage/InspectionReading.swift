package import CloudModel

/// What people may look at; it may cost what exists.
package protocol InspectionReading {
  func inspect(_ query: InspectionQuery) throws -> InspectionResponse
}
