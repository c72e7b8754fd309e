import {
  definition as definitionForm,
  type Definition,
} from '@causeway/contract/automations/definition.ts';

/** What keeps a text from being a workflow. `part` names the step or trigger it is in. */
export type Fault = {
  kind: 'not-json' | 'missing' | 'unknown-kind' | 'unknown-field' | 'unfit';
  part: string;
  field: string;
};

const MOST_FAULTS = 8;

/** A workflow from its text, or everything that is wrong with it, in words a person can act on. */
export function readDefinition(text: string): Definition | Fault[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [{ kind: 'not-json', part: '', field: '' }];
  }
  const read = definitionForm.safeParse(value);
  if (read.success) return read.data;
  return read.error.issues.slice(0, MOST_FAULTS).map(({ path, ...issue }) => {
    const [list, place, ...inside] = path;
    const isPart = (list === 'nodes' || list === 'triggers') && typeof place === 'number';
    const at = isPart ? inside : path;
    const fault = { part: isPart ? nameOf(value, list, place) : '', field: at.join('.') };
    if (issue.code === 'unrecognized_keys') {
      return { ...fault, kind: 'unknown-field', field: [...at, issue.keys.join(', ')].join('.') };
    }
    const given = valueAt(value, path);
    if (given === undefined) return { ...fault, kind: 'missing' };
    if (isPart && at.length === 1 && at[0] === 'kind') {
      return { ...fault, kind: 'unknown-kind', field: String(given) };
    }
    return { ...fault, kind: 'unfit' };
  });
}

/** Its own name, or where it stands in its list. */
function nameOf(value: unknown, list: 'nodes' | 'triggers', place: number): string {
  const id = valueAt(value, [list, place, 'id']);
  return typeof id === 'string' && id !== '' ? id : `${list}[${place}]`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
}
