/** Downloads of files that the page has made. */

/** Saves a text as a file. */
export const downloadText = (name: string, text: string, type = "text/plain"): void =>
  downloadBlob(name, new Blob([text], { type }));

/** Saves a blob as a file. */
export function downloadBlob(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
