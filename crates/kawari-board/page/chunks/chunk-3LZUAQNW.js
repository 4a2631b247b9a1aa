// src/download.ts
var downloadText = (name, text, type = "text/plain") => downloadBlob(name, new Blob([text], { type }));
function downloadBlob(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1e3);
}

export {
  downloadText,
  downloadBlob
};
