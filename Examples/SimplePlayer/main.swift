import AudioToolbox
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

guard CommandLine.arguments.count == 2, let url = URL(string: CommandLine.arguments[1]) else {
  FileHandle.standardError.write(Data("usage: SimplePlayer URL\n".utf8))
  exit(2)
}
let player = try SimplePlayer(url: url)
while !player.isStopped {
  _ = RunLoop.main.run(mode: .default, before: .distantFuture)
}
if let failure = player.failure {
  FileHandle.standardError.write(Data("SimplePlayer: \(url.absoluteString): \(failure)\n".utf8))
  exit(1)
}
