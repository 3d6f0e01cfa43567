package import ToolSupport

extension CommandLineTool {
  /// The tool that plays files and URLs.
  package static let play = CommandLineTool(name: "afplay", manual: { PlayOption.manual }) {
    arguments in
    let options: PlayOptions
    do throws(ToolFailure) {
      options = try PlayOptions(arguments)
    } catch {
      Terminal.complain(PlayOption.manual.complaint(error))
      return 2
    }
    if options.wantsHelp {
      Terminal.write(PlayOption.manual.help)
      return 0
    }
    return options.listsDevices ? DeviceList.write(for: "afplay", isOutput: true) : play(options)
  }

  private static func play(_ options: PlayOptions) -> Int32 {
    let session = Session(options)
    Interrupts.handle {
      session.interrupt()
    } suspended: {
      Keys.suspend()
    } continued: {
      Keys.resume()
    }
    let status = session.play()
    Keys.restoreTerminal()
    if let signal = Interrupts.signal { Interrupts.end(by: signal) }
    return status
  }
}
