/**
 * Finds runs that are written down as this process's and that it has not got: the database was away
 * while one was recorded or taken up. Nobody else takes them while this process lives, and they keep
 * others of their key waiting.
 *
 * One counts only when it was missed twice: what was just claimed is written down before we hear of it.
 * One that breaks off again and again is taken up ever more rarely.
 */
export function createStranded(isHere: (id: string) => boolean) {
  const missed = new Map<string, number>();
  return (own: readonly { id: string }[]): string[] => {
    const ids = new Set(own.map(({ id }) => id));
    for (const id of missed.keys()) if (!ids.has(id)) missed.delete(id);
    return [...ids].filter((id) => {
      if (isHere(id)) return false;
      const times = (missed.get(id) ?? 0) + 1;
      missed.set(id, times);
      return times > 1 && Number.isInteger(Math.log2(times));
    });
  };
}
