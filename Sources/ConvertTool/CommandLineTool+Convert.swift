package import ToolSupport

extension CommandLineTool {
  /// The tool that converts files.
  package static let convert = CommandLineTool(name: "afconvert", manual: { ConvertOption.manual })
  {
    arguments in
    let options: ConversionOptions
    do throws(ToolFailure) {
      options = try ConversionOptions(arguments: arguments)
    } catch {
      Terminal.complain(ConvertOption.manual.complaint(error))
      return 2
    }
    switch options.request {
    case .help: Terminal.write(ConvertOption.manual.help)
    case .formats: Terminal.write(FormatList.text)
    case .conversion: return convert(options)
    }
    return 0
  }

  private static func convert(_ options: ConversionOptions) -> Int32 {
    do throws(ToolFailure) {
      if let folder = options.outputFolder { try OutputFile.createFolder(folder) }
    } catch {
      Terminal.complain("afconvert: \(error.reason)\n")
      return 1
    }
    let batch = ConversionBatch(options)
    Interrupts.handle { batch.interrupt() }
    let failureCount = batch.run()
    if batch.isInterrupted, let signal = Interrupts.signal { Interrupts.end(by: signal) }
    return failureCount == 0 ? 0 : 1
  }
}
