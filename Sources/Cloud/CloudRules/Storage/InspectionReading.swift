package import CloudModel

/// Reads rows for people to inspect; the cost may grow with the stored data.
package protocol InspectionReading {
  func inspect(_ query: InspectionQuery) throws -> InspectionResponse
}
