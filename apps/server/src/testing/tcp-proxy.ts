import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A line to another server that can go wrong. It is one of:
 * - whole: bytes go through, after `delay` if there is one
 * - cut: what was open is closed, what comes is refused
 * - frozen: connections open and stay open, and no byte moves
 * - deaf: requests go through and answers get lost, which closes the connection
 */
export type TcpProxy = {
  port: number;
  cut(): void;
  freeze(): void;
  deafen(): void;
  restore(): void;
  /** Milliseconds every piece takes in each direction. */
  delay(milliseconds: number): void;
  close(): Promise<void>;
};

type State = 'whole' | 'cut' | 'frozen' | 'deaf';

export async function startTcpProxy(target: { host?: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let state: State = 'whole';
  let delay = 0;

  function track(socket: Socket, other: () => Socket): void {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      other().destroy();
    });
  }

  function carry(from: Socket, to: Socket, isAnswer: boolean): void {
    from.on('data', (piece) => {
      if (isAnswer && state === 'deaf') {
        from.destroy();
        return;
      }
      if (delay > 0) setTimeout(() => to.write(piece), delay);
      else if (!to.write(piece)) pauseUntilDrained(from, to);
    });
    from.on('end', () => setTimeout(() => to.end(), delay));
    if (state === 'frozen') from.pause();
  }

  function pauseUntilDrained(from: Socket, to: Socket): void {
    from.pause();
    to.once('drain', () => {
      if (state !== 'frozen') from.resume();
    });
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (state === 'cut') {
      client.on('error', () => {});
      client.resetAndDestroy();
      return;
    }
    const upstream = connect({
      host: target.host ?? '127.0.0.1',
      port: target.port,
      allowHalfOpen: true,
    });
    track(client, () => upstream);
    track(upstream, () => client);
    carry(client, upstream, false);
    carry(upstream, client, true);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      state = 'cut';
      for (const socket of sockets) socket.resetAndDestroy();
    },
    freeze: () => {
      state = 'frozen';
      for (const socket of sockets) socket.pause();
    },
    deafen: () => {
      state = 'deaf';
    },
    restore: () => {
      state = 'whole';
      for (const socket of sockets) socket.resume();
    },
    delay: (milliseconds) => {
      delay = milliseconds;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
