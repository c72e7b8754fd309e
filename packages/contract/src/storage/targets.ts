type Transfer = { from: string; to: string };

/** Things that would get the same place: objects that would meet, and folders that would become one. */
export function findEqualTargets(items: Transfer[]): { to: string; from: string[] }[] {
  return [...Map.groupBy(items, ({ to }) => to)]
    .filter(([, same]) => new Set(same.map(({ from }) => from)).size > 1)
    .map(([to, same]) => ({ to, from: same.map(({ from }) => from) }));
}
