/**
 * Node's own `http`. Imported by its name, all its exports would be read, and with them the client of
 * `fetch` and WebSockets would be loaded: 4 MB for everybody, whoever needs it.
 */
export const http = process.getBuiltinModule('node:http');
