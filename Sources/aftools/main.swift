import ConvertTool
import Glibc
import InfoTool
import PlayTool
import RecordTool
import ToolSupport

exit(ToolBox([.play, .info, .convert, .record]).run(CommandLine.arguments))
