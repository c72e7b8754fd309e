/** Postgres counts characters, JavaScript counts halves of some. */
export function unitsOf(text: string, characters: number): number {
  let units = 0;
  for (let left = characters; left > 0 && units < text.length; left -= 1) {
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  }
  return units;
}
