/** Everything known about the imports or exports of a connector is kept below these. */
export function importKey(connectorId: string, ...what: string[]): string[] {
  return ['imports', connectorId, ...what];
}

export function exportKey(connectorId: string, ...what: string[]): string[] {
  return ['exports', connectorId, ...what];
}
