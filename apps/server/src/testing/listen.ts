import { readEventStream } from '@causeway/contract/event-stream.ts';

export type Heard = { events: string[]; closed: boolean; leave(): void };

/** Listens to the event stream as a browser would, and notes the types of what it hears. */
export async function listenTo(url: string, token: string, since?: number): Promise<Heard> {
  const leaving = new AbortController();
  const response = await fetch(
    `${url}/api/events/v1${since === undefined ? '' : `?since=${since}`}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: leaving.signal,
    },
  );
  if (response.status !== 200) throw new Error(`No stream: ${response.status}`);
  const heard: Heard = { events: [], closed: false, leave: () => leaving.abort() };
  void note(response, heard);
  return heard;
}

async function note(response: Response, heard: Heard): Promise<void> {
  try {
    const pieces = response.body!.pipeThrough(new TextDecoderStream());
    for await (const data of readEventStream(pieces)) {
      heard.events.push((JSON.parse(data) as { type: string }).type);
    }
  } catch {
    // Whoever listened left, or the stream was cut: either way it is over.
  }
  heard.closed = true;
}
