/** Reads and writes pictures. Large, and not every server meets one: loaded with the first. */
export async function loadSharp() {
  return (await import('sharp')).default;
}
