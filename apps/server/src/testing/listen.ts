export type Heard = { events: string[]; closed: boolean; leave(): void };

/** Listens to the event stream as a browser would, and notes the types of what it hears. */
export async function listenTo(url: string, token: string): Promise<Heard> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/events/v1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: leaving.signal,
  });
  if (response.status !== 200) throw new Error(`No stream: ${response.status}`);
  const heard: Heard = { events: [], closed: false, leave: () => leaving.abort() };
  void note(response, heard);
  return heard;
}

async function note(response: Response, heard: Heard): Promise<void> {
  let rest = '';
  try {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      const lines = `${rest}${piece}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines.filter((text) => text.startsWith('data: '))) {
        heard.events.push((JSON.parse(line.slice(6)) as { type: string }).type);
      }
    }
  } catch {
    // Whoever listened left, or the stream was cut: either way it is over.
  }
  heard.closed = true;
}
