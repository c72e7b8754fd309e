import { Socket } from 'node:net';

/** Room for what arrives; its content is handed over before anything else is read. */
const arrived = Buffer.allocUnsafeSlow(131_072);

/** Memory is asked for this much at a time, and by itself only for what would fill a quarter of it. */
const SLAB = 131_072;
let slab = Buffer.alloc(0);
let used = 0;

/**
 * A socket for a connection to a database. Node sets 64 kB aside for each piece that arrives and gives
 * back what was not needed, which costs more than most answers do; so all of ours read into the same
 * room, and what came is copied out. TLS reads by itself, and gets a plain socket.
 */
export function databaseSocket(driver?: { ssl?: unknown }): Socket {
  if (driver?.ssl) return new Socket();
  const socket: Socket = new Socket({
    onread: {
      buffer: arrived,
      callback: (bytes) => {
        socket.emit('data', copyOut(bytes));
        return true;
      },
    },
  });
  return socket;
}

function copyOut(bytes: number): Buffer {
  if (bytes > SLAB / 4) return Buffer.from(arrived.subarray(0, bytes));
  if (used + bytes > slab.length) {
    slab = Buffer.allocUnsafeSlow(SLAB);
    used = 0;
  }
  const piece = slab.subarray(used, used + bytes);
  arrived.copy(piece, 0, 0, bytes);
  used += bytes;
  return piece;
}
