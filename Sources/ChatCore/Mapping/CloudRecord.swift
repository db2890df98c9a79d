import CloudModel

/// CloudKit's record; the database library has a type of that name too.
typealias CloudRecord = CloudModel.Record
