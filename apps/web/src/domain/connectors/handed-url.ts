/**
 * The address of a connection on its way from the page it was typed on to the form that takes it apart.
 * It holds a password, so it goes through memory only, once, and never through the page's address.
 */
let handed: string | undefined;

export function handConnectionUrl(url: string): void {
  handed = url;
}

export function takeConnectionUrl(): string | undefined {
  const url = handed;
  handed = undefined;
  return url;
}
