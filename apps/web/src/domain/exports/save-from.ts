/**
 * Lets the browser save what an address answers with: it streams to disk, however large it is. Without
 * a name it is called what the answer calls itself.
 */
export function saveFrom(address: string, fileName = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Some browsers begin to read only after the click is over. */
const KEPT_MS = 60_000;

export function saveBlob(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  saveFrom(address, fileName);
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/** Of an answer that carries a whole file. */
export function saveBytes(base64: string, { type, fileName }: { type: string; fileName: string }) {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0);
  saveBlob(new Blob([bytes], { type }), fileName);
}
