/** `a, a, a_2` become `a, a_3, a_2`: a name that is there keeps its place, a second one gets a number. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  /** From where on a number may be free: a thousand equal names are not counted a million times. */
  const numbers = new Map<string, number>();
  return names.map((name) => {
    if (!seen.has(name)) {
      seen.add(name);
      return name;
    }
    let number = numbers.get(name) ?? 2;
    while (taken.has(`${name}_${number}`)) number += 1;
    numbers.set(name, number + 1);
    const free = `${name}_${number}`;
    taken.add(free);
    seen.add(free);
    return free;
  });
}

/** The names of a file's columns: each has one, and no other column has it. */
export function columnNames(given: readonly (string | null)[]): string[] {
  return uniqueNames(given.map((name, index) => name?.trim() || `column_${index + 1}`));
}
