extension FuzzCorpus {
  private static let zone = #""zoneID":{"zoneName":"$zone","ownerRecordName":"$user"}"#
  private static let query =
    #"{"recordType":"T","filterBy":[{"fieldName":"b","comparator":"IN","fieldValue":{"value":[7,8],"type":"INT64_LIST"}},{"fieldName":"g","comparator":"NEAR","fieldValue":{"value":{"latitude":1,"longitude":2},"type":"LOCATION"},"distance":10},{"systemFieldName":"___createTime","comparator":"GREATER_THAN","fieldValue":{"value":0,"type":"TIMESTAMP"}},{"fieldName":"a","comparator":"BEGINS_WITH","fieldValue":{"value":"t"}}],"sortBy":[{"fieldName":"b","ascending":false},{"fieldName":"g","relativeLocation":{"latitude":3,"longitude":4}}]}"#

  /// Requests that share, ask for access, subscribe, upload and look up.
  static let moreBodies: [(String, String)] = [
    (
      "shared/records/modify",
      #"{\#(zone),"atomic":false,"operations":[{"operationType":"update","record":{"recordName":"$record","recordType":"T","recordChangeTag":"$tag","fields":{"a":{"value":"theirs"},"z":{"value":["x",null]}}}},{"operationType":"delete","record":{"recordName":"$record","recordChangeTag":"$tag"}}]}"#
    ),
    (
      "private/records/modify",
      #"{\#(zone),"operations":[{"operationType":"create","record":{"recordName":"root","recordType":"T","createShortGUID":true}},{"operationType":"create","record":{"recordName":"below","recordType":"T","parent":{"recordName":"root"}}},{"operationType":"create","record":{"recordName":"s1","recordType":"cloudkit.share","forRecord":{"recordName":"root"},"publicPermission":"READ_ONLY","fields":{"cloudkit.title":{"value":"List"},"list":{"value":[1,2],"type":"INT64_LIST"}}}}]}"#
    ),
    (
      "private/records/modify",
      #"{\#(zone),"operations":[{"operationType":"forceUpdate","record":{"recordName":"cloudkit.zoneshare","recordType":"cloudkit.share","publicPermission":"NONE","participants":[{"permission":"READ_WRITE","userIdentity":{"lookupInfo":{"emailAddress":"bob"}}},{"permission":"READ_ONLY","userIdentity":{"userRecordName":"$user"}}],"fields":{"x":{"value":[[]]},"cloudkit.title":{"value":"Ours","type":"STRING"}}}}]}"#
    ),
    (
      "private/records/modify",
      #"{\#(zone),"operations":[{"operationType":"forceReplace","record":{"recordName":"$record","recordType":"T","fields":{"photo":{"value":"$asset","type":"ASSETID"},"photos":{"value":["$asset"],"type":"ASSETID_LIST"},"secret":{"value":"x","type":"STRING","isEncrypted":true}}}}]}"#
    ),
    (
      "public/records/modify",
      #"{"atomic":false,"operations":[{"operationType":"create","record":{"recordName":"$record","recordType":"T","fields":{"a":{"value":"open"}}}},{"operationType":"forceUpdate","record":{"recordName":"$user","recordType":"Users","fields":{"a":{"value":[1.5]}}}}]}"#
    ),
    (
      "private/records/query", #"{\#(zone),"resultsLimit":2,"desiredKeys":["a"],"query":\#(query)}"#
    ),
    (
      "private/records/query",
      #"{"zoneWide":true,"query":{"recordType":"T"},"continuationMarker":"$marker"}"#
    ),
    ("shared/records/query", #"{\#(zone),"numbersAsStrings":true,"query":\#(query)}"#),
    ("public/records/query", #"{"query":{"recordType":"T","filterBy":[]}}"#),
    (
      "shared/changes/zone",
      #"{"resultsLimit":1,"zones":[{\#(zone),"syncToken":"$token"},{"zoneID":{"zoneName":"Z"}}]}"#
    ),
    ("shared/records/changes", #"{\#(zone),"syncToken":"$token","numbersAsStrings":true}"#),
    (
      "shared/records/lookup",
      #"{\#(zone),"records":[{"recordName":"$record"},{"recordName":"s1"}]}"#
    ),
    ("shared/zones/lookup", #"{"zones":[{\#(zone)}]}"#),
    ("shared/zones/modify", #"{"operations":[{"operationType":"delete","zone":{\#(zone)}}]}"#),
    (
      "private/subscriptions/modify",
      #"{"operations":[{"operationType":"create","subscription":{"subscriptionType":"query","firesOn":["create","update"],"firesOnce":false,"zoneWide":true,"query":\#(query),"notificationInfo":{"alertBody":"x","additionalFields":["a","f"],"shouldBadge":true}}}]}"#
    ),
    (
      "public/subscriptions/modify",
      #"{"operations":[{"operationType":"update","subscription":{"subscriptionID":"$subscription","subscriptionType":"query","firesOn":["delete"],"query":{"recordType":"T"}}},{"operationType":"delete","subscription":{"subscriptionID":"$subscription"}}]}"#
    ),
    (
      "shared/subscriptions/modify",
      #"{"operations":[{"operationType":"create","subscription":{"subscriptionID":"d","subscriptionType":"database"}}]}"#
    ),
    (
      "private/subscriptions/lookup",
      #"{"subscriptions":[{"subscriptionID":"$subscription"},{"subscriptionID":"s"}]}"#
    ),
    (
      "public/records/resolve",
      #"{"shortGUIDs":[{"value":"$guid","shouldFetchRootRecord":true,"rootRecordDesiredKeys":["a"]}]}"#
    ),
    ("public/records/accept", #"{"shortGUIDs":[{"value":"$guid"}]}"#),
    ("/extension/1/invitations/decline", #"{"shortGUIDs":[{"value":"$guid"}]}"#),
    (
      "private/assets/upload",
      #"{\#(zone),"tokens":[{"recordType":"T","fieldName":"photo","recordName":"$record"},{"recordType":"T","fieldName":"photos"}]}"#
    ),
    (
      "private/assets/rereference",
      #"{\#(zone),"assets":[{"recordName":"$record","fieldName":"photo"}]}"#
    ),
    ("public/users/lookup/email", #"{"users":[{"emailAddress":"bob"}]}"#),
    ("public/users/lookup/id", #"{"users":[{"userRecordName":"$user"}]}"#),
    ("public/users/lookup/contacts", #"{"contacts":[{"emailAddresses":["bob","mallory"]}]}"#),
    (
      "public/users/discover",
      #"{"lookupInfos":[{"emailAddress":"bob"},{"userRecordName":"$user"}]}"#
    ),
    // Without a new one, which would end the sessions of who has sent it.
    ("/extension/1/account/passphrase", #"{"passphrase":"correct horse"}"#),
    ("/extension/1/codes/look", #"{"code":"$code"}"#),
    ("/extension/1/codes", #"{"kind":"device","uses":1,"lifeSeconds":300}"#),
    ("/extension/1/codes", #"{"kind":"invitation","name":"frank","uses":1,"lifeSeconds":7200}"#),
    ("/extension/1/accounts", #"{"name":"fay","passphrase":"correct horse","code":"$code"}"#),
    ("/extension/1/account", #"{"isDiscoverable":true,"firstName":"Al","lastName":"Ice"}"#),
  ]
}
