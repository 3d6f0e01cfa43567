package import ToolSupport

extension CommandLineTool {
  /// The tool that describes files.
  package static let info = CommandLineTool(name: "afinfo", manual: { InfoOption.manual }) {
    arguments in
    let options: InfoOptions
    do throws(ToolFailure) {
      options = try InfoOptions(arguments)
    } catch {
      Terminal.complain(InfoOption.manual.complaint(error))
      return 2
    }
    if options.wantsHelp {
      Terminal.write(InfoOption.manual.help)
      return 0
    }
    return describe(options)
  }

  private static func describe(_ options: InfoOptions) -> Int32 {
    var status: Int32 = 0
    var reports: [JSON] = []
    for path in options.paths {
      let failure: ToolFailure?
      do throws(ToolFailure) {
        let report = try openReport(path)
        for picture in options.pictures { try report.draw(picture) }
        if options.isJSON { reports.append(report.json) } else { Terminal.write(report.text) }
        if let warning = report.warning { Terminal.complain("afinfo: \(path): \(warning)\n") }
        failure = report.cutOff
      } catch {
        failure = error
      }
      guard let failure else { continue }
      Terminal.complain("afinfo: \(path): \(failure.reason)\n")
      status = 1
    }
    if options.isJSON { Terminal.write(JSON.array(reports).text() + "\n") }
    return status
  }
}
