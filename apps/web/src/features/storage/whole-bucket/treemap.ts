export type Rectangle = { left: number; top: number; width: number; height: number };
type Sized = { size: number };

/**
 * Areas in proportion to sizes, as square as they get (Bruls, Huizing, van Wijk: squarified treemaps).
 * Rows are laid along the shorter side; another one joins a row as long as that makes it squarer.
 * `items` come largest first; all is in percent of the whole.
 */
export function layTreemap<Item extends Sized>(
  items: Item[],
  ratio: number,
): { item: Item; box: Rectangle }[] {
  const wanted = items.filter(({ size }) => size > 0);
  const total = wanted.reduce((sum, { size }) => sum + size, 0);
  const whole = { left: 0, top: 0, width: 100 * ratio, height: 100 };
  const area = whole.width * whole.height;
  const placed: { item: Item; box: Rectangle }[] = [];
  let room: Rectangle = whole;
  let row: { item: Item; area: number }[] = [];
  for (const item of wanted) {
    const next = { item, area: (item.size / total) * area };
    const side = Math.min(room.width, room.height);
    if (row.length > 0 && worstOf([...row, next], side) > worstOf(row, side)) {
      room = placeRow(row, room, placed);
      row = [];
    }
    row.push(next);
  }
  if (row.length > 0) placeRow(row, room, placed);
  return placed.map(({ item, box }) => ({
    item,
    box: { ...box, left: box.left / ratio, width: box.width / ratio },
  }));
}

/** The longest side over the shortest, of the least square one in a row. */
function worstOf(row: { area: number }[], side: number): number {
  const sum = row.reduce((total, { area }) => total + area, 0);
  const areas = row.map(({ area }) => area);
  const square = side * side;
  return Math.max(
    (square * Math.max(...areas)) / (sum * sum),
    (sum * sum) / (square * Math.min(...areas)),
  );
}

function placeRow<Item>(
  row: { item: Item; area: number }[],
  room: Rectangle,
  placed: { item: Item; box: Rectangle }[],
): Rectangle {
  const sum = row.reduce((total, { area }) => total + area, 0);
  const isUpright = room.width >= room.height;
  const depth = sum / (isUpright ? room.height : room.width);
  let along = 0;
  for (const { item, area } of row) {
    const length = area / depth;
    placed.push({
      item,
      box: isUpright
        ? { left: room.left, top: room.top + along, width: depth, height: length }
        : { left: room.left + along, top: room.top, width: length, height: depth },
    });
    along += length;
  }
  return isUpright
    ? { ...room, left: room.left + depth, width: room.width - depth }
    : { ...room, top: room.top + depth, height: room.height - depth };
}
