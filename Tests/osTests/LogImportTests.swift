import OSLog
import Testing

struct LogImportTests {
  @Test("importing `os` gives loggers, logs and locks")
  func names() {
    let logger: Logger = Logger(subsystem: "org.example.tests", category: "import")
    logger.debug("seen")
    let log = OSLog(subsystem: "org.example.tests", category: "import")
    os_log("%{public}@", log: log, type: .debug, "seen")
    #expect(OSAllocatedUnfairLock(initialState: "kept").withLock { $0 } == "kept")
  }
}
