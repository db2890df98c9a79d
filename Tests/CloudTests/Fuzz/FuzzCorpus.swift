/// Valid requests of every operation, from which mutants are made.
///
/// A text that begins with `$` stands for something that the cloud has answered before (`FuzzMemory`).
enum FuzzCorpus {
  struct Request: Sendable {
    var method: String
    /// Below the container and the environment, or from the root where it begins with a slash.
    var path: String
    var body: String
  }

  static let requests: [Request] =
    (bodies + moreBodies).map { Request(method: "POST", path: $0, body: $1) } + [
      Request(method: "GET", path: "private/zones/list", body: ""),
      Request(method: "GET", path: "private/subscriptions/list", body: ""),
      Request(method: "GET", path: "public/users/caller", body: ""),
      Request(method: "GET", path: "/extension/1/status", body: ""),
      Request(method: "GET", path: "/extension/1/invitations", body: ""),
      Request(method: "GET", path: "/extension/metrics", body: ""),
      Request(method: "GET", path: "/courier/AAAAAAAA", body: ""),
      Request(method: "GET", path: "public/subscriptions/list", body: ""),
      Request(method: "GET", path: "shared/subscriptions/list", body: ""),
      Request(method: "GET", path: "shared/zones/list", body: ""),
      Request(method: "GET", path: "/extension/1/accounts/bob", body: ""),
      Request(method: "GET", path: "/extension/1/sessions", body: ""),
      Request(method: "GET", path: "/extension/1/codes", body: ""),
      Request(method: "DELETE", path: "/extension/1/codes/ab23cd45", body: ""),
      Request(method: "GET", path: "/extension/1/administration/accounts", body: ""),
      Request(method: "GET", path: "/extension/1/administration/log", body: ""),
    ]

  private static let zone = #""zoneID":{"zoneName":"Z"}"#

  private static let bodies: [(String, String)] = [
    (
      "private/zones/modify",
      #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Z"}}},{"operationType":"delete","zone":{"zoneID":{"zoneName":"gone","ownerRecordName":"_defaultOwner"}}}]}"#
    ),
    ("private/zones/list", "{}"),
    ("private/zones/lookup", #"{"zones":[{"zoneID":{"zoneName":"Z"}}]}"#),
    ("private/zones/changes", #"{"metaSyncToken":"","resultsLimit":3}"#),
    (
      "private/records/modify",
      #"{\#(zone),"atomic":true,"desiredKeys":["a"],"numbersAsStrings":false,"operations":[{"operationType":"forceReplace","record":{"recordName":"r1","recordType":"T","recordChangeTag":"1","parent":null,"fields":{"a":{"value":"text","type":"STRING"},"b":{"value":7,"type":"INT64"},"c":{"value":1.5,"type":"DOUBLE"},"d":{"value":1760000000000,"type":"TIMESTAMP"},"e":{"value":"AAEC","type":"BYTES"},"f":{"value":["x","y"],"type":"STRING_LIST"},"g":{"value":{"latitude":1,"longitude":2},"type":"LOCATION"},"h":{"value":{"recordName":"r2","action":"NONE"},"type":"REFERENCE"},"i":{"value":null}}}},{"operationType":"forceDelete","record":{"recordName":"r3"}}]}"#
    ),
    (
      "private/records/modify",
      #"{\#(zone),"operations":[{"operationType":"create","record":{"recordName":"cloudkit.zoneshare","recordType":"cloudkit.share","fields":{"cloudkit.title":{"value":"Chat","type":"STRING"}},"publicPermission":"NONE","participants":[{"type":"USER","permission":"READ_WRITE","acceptanceStatus":"INVITED","userIdentity":{"lookupInfo":{"userRecordName":"_0"}}}]}}]}"#
    ),
    (
      "private/records/modify",
      #"{\#(zone),"operations":[{"operationType":"forceUpdate","record":{"recordName":"c1","recordType":"T","parent":{"recordName":"r1"},"fields":{"to":{"value":{"recordName":"r1","action":"DELETE_SELF"},"type":"REFERENCE"}}}},{"operationType":"forceUpdate","record":{"recordName":"c2","recordType":"T","fields":{"to":{"value":[{"recordName":"r1","action":"VALIDATE"}],"type":"REFERENCE_LIST"}}}}]}"#
    ),
    (
      "private/records/lookup",
      #"{\#(zone),"records":[{"recordName":"r1","desiredKeys":["a"]},{"recordName":"r2"}]}"#
    ),
    ("private/records/changes", #"{\#(zone),"resultsLimit":2,"desiredRecordTypes":["T"]}"#),
    ("private/changes/database", #"{"syncToken":"","resultsLimit":5}"#),
    (
      "private/changes/zone",
      #"{"zones":[{\#(zone),"syncToken":"WiAxIDIgMw==","reverse":false,"desiredKeys":["a"],"resultsLimit":2}]}"#
    ),
    ("shared/changes/database", "{}"),
    (
      "private/subscriptions/modify",
      #"{"operations":[{"operationType":"create","subscription":{"subscriptionID":"s","subscriptionType":"zone",\#(zone),"notificationInfo":{"alertBody":"x","shouldSendContentAvailable":true}}}]}"#
    ),
    ("public/records/resolve", #"{"shortGUIDs":[{"value":"0AbC","shouldFetchRootRecord":true}]}"#),
    ("public/records/accept", #"{"shortGUIDs":[{"value":"0AbC"}]}"#),
    ("public/records/lookup", #"{"records":[{"recordName":"r1"}]}"#),
    (
      "/device/1/iCloud.net.zonechat/development/tokens/create",
      #"{"apnsEnvironment":"development","clientId":"c"}"#
    ),
    (
      "/device/1/iCloud.net.zonechat/development/tokens/register",
      #"{"apnsEnvironment":"development","apnsToken":"00"}"#
    ),
    ("/extension/1/accounts", #"{"name":"eve","passphrase":"correct horse battery"}"#),
    // Of nobody: a request that is left as it is must not end the session of who sends it.
    (
      "/extension/1/administration/accounts/nobody",
      #"{"isDisabled":true,"endsSessions":true,"closesLinks":true}"#
    ),
  ]
}
