const named = new Set([
  'out',
  'error',
  'true',
  'false',
  'each',
  'done',
  'else',
  'approved',
  'rejected',
]);

/** A way out of a step. Cases of a switch are called as their author called them. */
export function portName(t: (key: string) => string, port: string): string {
  return named.has(port) ? t(`automations:port.${port}`) : port;
}
