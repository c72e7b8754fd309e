/** `photo.png` → `photo (2).png`, then `photo (3).png`: the name of a second thing beside the first. */
export function nextName(key: string): string {
  const slash = key.lastIndexOf('/') + 1;
  const name = key.slice(slash);
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const [, base = stem, number] = /^(.*) \((\d+)\)$/s.exec(stem) ?? [];
  return `${key.slice(0, slash)}${base} (${number ? Number(number) + 1 : 2})${ending}`;
}
