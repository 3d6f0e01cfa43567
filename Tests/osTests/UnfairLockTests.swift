import Dispatch
import Foundation
import TestSupport
import Testing
import os.lock

@Suite struct UnfairLockTests {
  @Test func oneThreadAtATime() {
    let lock = os_unfair_lock_t.allocate(capacity: 1)
    lock.initialize(to: os_unfair_lock())
    defer { lock.deallocate() }
    nonisolated(unsafe) let shared = (
      lock: lock, count: UnsafeMutablePointer<Int>.allocate(capacity: 1)
    )
    shared.count.initialize(to: 0)
    defer { shared.count.deallocate() }
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<10_000 {
        os_unfair_lock_lock(shared.lock)
        shared.count.pointee += 1
        os_unfair_lock_unlock(shared.lock)
      }
    }
    #expect(shared.count.pointee == 80_000)
  }

  @Test func aHeldLockCannotBeLockedAgain() {
    var lock = os_unfair_lock_s()
    #expect(os_unfair_lock_trylock(&lock))
    #expect(!os_unfair_lock_trylock(&lock))
    os_unfair_lock_unlock(&lock)
    #expect(os_unfair_lock_trylock(&lock))
    os_unfair_lock_unlock(&lock)
  }

  /// Packages that do not use this one also import `os` by `#if canImport(os)`.
  ///
  /// SwiftPM puts the modules of all targets in one folder. Such packages then expect the names of
  /// Apple's module.
  @Test(
    "a package without our dependencies can import the module, link without it, and gets no Foundation"
  )
  func strangersImportIt() throws {
    let folder = try TemporaryFolder()
    let source = folder.url("main.swift")
    let program = folder.url("program").path
    let text = """
      #if canImport(os)
      internal import os
      #endif
      var lock = os_unfair_lock()
      os_unfair_lock_lock(&lock)
      os_unfair_lock_unlock(&lock)
      pthread_mutex_destroy(&lock)
      print("locked")
      """
    try Tool.write(Array(text.utf8), to: source)
    let modules = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "Modules")
    let build = [
      "-swift-version", "6", "-I", modules.path, source.path,
    ]
    _ = try Tool.run("swiftc", build + ["-o", program])
    #expect(try Tool.run(program, []) == Array("locked\n".utf8))
    // Foundation's members would be visible wherever it is loaded.
    try Tool.write(Array((text + "\nprint(\"abc\".range(of: \"b\") as Any)").utf8), to: source)
    #expect(throws: Tool.Failure.self) { try Tool.run("swiftc", build + ["-typecheck"]) }
  }
}
