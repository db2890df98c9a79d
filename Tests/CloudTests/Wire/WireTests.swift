import CloudModel
import CloudWire
import Foundation
import Testing

/// The JSON that the wire bodies write, and the deviations that they accept when they read.
@Suite struct WireTests {
  private func roundTrip(_ value: FieldValue) throws -> (json: String, value: FieldValue?) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(WireField(value))
    return (
      String(decoding: data, as: UTF8.self),
      try JSONDecoder().decode(WireField.self, from: data).value
    )
  }

  @Test(arguments: [
    (FieldValue.string("a/b"), #"{"type":"STRING","value":"a/b"}"#),
    (.int64(-1), #"{"type":"INT64","value":-1}"#),
    (.double(0.5), #"{"type":"DOUBLE","value":0.5}"#),
    (.double(3), #"{"type":"DOUBLE","value":3}"#),
    (
      .date(Date(millisecondsSince1970: 1_700_000_000_001)),
      #"{"type":"TIMESTAMP","value":1700000000001}"#
    ),
    (.bytes(Data([1, 2, 255])), #"{"type":"BYTES","value":"AQL/"}"#),
    (
      .reference(Reference(recordName: "r", action: .deleteSelf)),
      #"{"type":"REFERENCE","value":{"action":"DELETE_SELF","recordName":"r"}}"#
    ),
    (
      .location(Location(latitude: 1.5, longitude: -2.5)),
      #"{"type":"LOCATION","value":{"latitude":1.5,"longitude":-2.5}}"#
    ),
    (
      .asset(Asset(fileChecksum: "c", size: 3)),
      #"{"type":"ASSETID","value":{"fileChecksum":"c","size":3}}"#
    ),
    (.list([.int64(1), .int64(2)]), #"{"type":"INT64_LIST","value":[1,2]}"#),
    (.list([]), #"{"type":"UNKNOWN_LIST","value":[]}"#),
  ])
  func `a field is written with its tag and read back`(value: FieldValue, json: String) throws {
    let result = try roundTrip(value)
    #expect(result.json == json)
    #expect(result.value == value)
  }

  @Test(
    arguments: [
      (#"{}"#, nil), (#"{"value":null}"#, nil), (#"{"value":null,"type":"STRING"}"#, nil),
      (#"{"value":"a"}"#, .string("a")), (#"{"value":7}"#, .int64(7)),
      (#"{"value":true}"#, .int64(1)), (#"{"value":false,"type":"INT64"}"#, .int64(0)),
      (#"{"value":7,"type":"NUMBER_INT64"}"#, .int64(7)), (#"{"value":0.5}"#, .double(0.5)),
      (#"{"value":["a","b"]}"#, .list([.string("a"), .string("b")])),
      (#"{"value":["a","b"],"type":"LIST"}"#, .list([.string("a"), .string("b")])),
      (#"{"value":[],"type":"LIST"}"#, .list([])),
      (
        #"{"value":{"recordName":"r"},"type":"REFERENCE"}"#,
        .reference(Reference(recordName: "r", action: .none))
      ),
    ] as [(String, FieldValue?)])
  func `a field is read without its tag, and empty when it is cleared`(
    json: String, value: FieldValue?
  ) throws {
    #expect(
      try JSONDecoder().decode(WireField.self, from: Data(json.utf8)).value == value)
  }

  @Test(
    arguments: [
      (#"{"value":1.5,"type":"TIMESTAMP"}"#, .value), (#"{"value":"%","type":"BYTES"}"#, .value),
      (#"{"value":"a","type":"INT64"}"#, .value), (#"{"value":1,"type":"SURPRISE"}"#, .tag),
      (#"{"value":{"recordName":"r","action":"SURPRISE"},"type":"REFERENCE"}"#, .value),
      (#"{"value":[[]]}"#, .value), (#"{"value":[],"type":"UNKNOWN_LIST_LIST"}"#, .tag),
      ("7", .shape), ("null", .shape), ("[]", .shape), (#"{"value":1,"isEncrypted":1}"#, .shape),
    ] as [(String, WireField.Fault)])
  func `a field that cannot be taken says why, and spoils nothing else`(
    json: String, fault: WireField.Fault
  ) throws {
    let text = #"{"bad":\#(json),"good":{"value":"a","type":"STRING"}}"#
    let fields = try [String: WireField].read(json: Data(text.utf8))
    #expect(fields["bad"]?.fault == fault)
    #expect(fields["bad"]?.value == nil)
    #expect(fields["bad"]?.refusal != nil)
    #expect(fields["good"]?.value == .string("a"))
  }

  @Test(arguments: [nil, "", "_defaultOwner", "__defaultOwner__", "_me"] as [String?])
  func `a zone without an owner belongs to whoever asks`(owner: String?) throws {
    let key = owner.map { #","ownerRecordName":"\#($0)""# } ?? ""
    let wire = try JSONDecoder().decode(
      WireZoneID.self, from: Data(#"{"zoneName":"Z"\#(key)}"#.utf8))
    #expect(
      wire.zoneID(currentUser: "_me") == RecordZoneID(zoneName: "Z", ownerName: "_me"))
  }

  @Test func `a share is read with the synonyms of its words`() throws {
    let json = """
      {"recordName":"cloudkit.zoneshare","recordType":"cloudkit.share","publicPermission":"NONE",
       "participants":[{"type":"PRIVATE_USER","acceptanceStatus":"PENDING",
        "permission":"READ_WRITE","userIdentity":{"lookupInfo":{"emailAddress":"bob"}}}]}
      """
    let zoneID = RecordZoneID(zoneName: "Z", ownerName: "_me")
    let wire = try JSONDecoder().decode(WireRecord.self, from: Data(json.utf8))
    #expect(
      wire.record(in: zoneID)?.share?.participants == [
        Participant(identity: UserIdentity(userRecordName: nil, lookupName: "bob"))
      ])
  }

  @Test(arguments: CloudError.Code.allCases)
  func `every error keeps its number with extensions and a kin without`(
    code: CloudError.Code
  ) throws {
    let error = CloudError(code, "why", retryAfterSeconds: 2)
    for extended in [true, false] {
      let data = try JSONEncoder().encode(WireError(error, extended: extended))
      let read = try JSONDecoder().decode(WireError.self, from: data).cloudError
      #expect(read.reason == "why")
      #expect(read.retryAfterSeconds == 2)
      #expect(extended ? read.code == code : ServerErrorCode(read.code) == ServerErrorCode(code))
    }
  }
}
