import Foundation

#if canImport(Glibc)
package import Glibc
#endif

/// The attributes that decide what a started program inherits from this one.
package enum SpawnAttributes {
  /// `POSIX_SPAWN_SETSID`, which the module map leaves out.
  ///
  /// Source: spawn.h of glibc 2.26 and later.
  package static let newSession: Int16 = 0x80

  /// Calls `body` with attributes that give the program every signal in its default state.
  ///
  /// The threads that tasks run on have most signals blocked, and a program that inherits that can hardly be
  /// ended.
  package static func with<Value>(
    flags: Int16 = 0, _ body: (inout posix_spawnattr_t) throws -> Value
  ) rethrows -> Value {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, flags | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    return try body(&attributes)
  }

  /// Lets the program begin without the descriptors of this process from `first` on; after all actions that use one.
  ///
  /// `posix_spawn_file_actions_addclosefrom_np` would do this, and the module map leaves it out.
  package static func closeDescriptors(
    from first: Int32, in actions: inout posix_spawn_file_actions_t
  ) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    for descriptor in names.compactMap(Int32.init) where descriptor >= first {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
  }

  /// Starts a program with these attributes; its path, or a name that is looked for in `PATH`, is the first word.
  ///
  /// It inherits the three standard descriptors and no others: the libraries leave sockets open to it, and a connection
  /// of which another program holds an end is not closed when this one closes it.
  ///
  /// Returns its id, or the system's error number.
  static func start(
    _ words: [String], environment: [String: String], flags: Int16 = 0,
    _ actions: inout posix_spawn_file_actions_t
  ) -> (id: pid_t, error: Int32) {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process = pid_t()
    closeDescriptors(from: STDERR_FILENO + 1, in: &actions)
    let error = with(flags: flags) { attributes in
      posix_spawnp(&process, words[0], &actions, &attributes, &arguments, &variables)
    }
    return (process, error)
  }
}
