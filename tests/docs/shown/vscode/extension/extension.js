// Starts debugpy's adapter for VS Code: that much of Microsoft's extension a picture needs.
const vscode = require("vscode");

exports.activate = (context) => {
  const python = process.env.DEPYF_PYTHON; // PATH here is that of a login shell
  const factory = {
    createDebugAdapterDescriptor: () =>
      new vscode.DebugAdapterExecutable(python, ["-m", "debugpy.adapter"]),
  };
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory("debugpy", factory)
  );
};
