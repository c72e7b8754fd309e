import type { Problem } from '@causeway/contract/automations/definition.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { changePart, findPart } from '../edit-definition.ts';
import { useEditor } from '../editor-context.ts';

/** One setting of the chosen step, by its name: `sql`, `by.column`, `fields.2.value`. */
export function useField<Value>(name: string) {
  const { t } = useTranslation('editor');
  const { draft, chosenId, problems, isReadOnly } = useEditor();
  const part = findPart(draft.definition, chosenId);
  const value = name
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], part);
  const found = problems.find(({ place, field }) => place === chosenId && field === name);
  // Of rows it is how they are seen, which has settings of its own; of lists, the names in a row.
  const text = name === 'by' ? 'byNames' : name;
  const [group, ...inner] = text.split('.');
  return {
    value: value as Value,
    label: inner.length === 0 ? t(`field.${group}`) : t(`field.${group}.${inner.join('.')}`),
    error: found && problemText(t, found),
    isReadOnly,
    change: (next: Value) => {
      if (!part) return;
      const [first = '', ...rest] = name.split('.');
      const before = (part as unknown as Record<string, unknown>)[first];
      const patch = { [first]: setAt(before, rest, next) };
      draft.change(changePart(draft.definition, part.id, patch), `set ${part.id} ${name}`);
    },
  };
}

export function setAt(value: unknown, path: string[], next: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return next;
  if (Array.isArray(value)) return value.with(Number(key), setAt(value[Number(key)], rest, next));
  const inner = (value ?? {}) as Record<string, unknown>;
  return { ...inner, [key]: setAt(inner[key], rest, next) };
}

/** Said in the language of the page; of code, what its parser says is kept. */
export function problemText(
  t: TFunction<'editor'>,
  { code, reason, name, message }: Problem,
): string {
  if (reason) return t(`problem.reason.${reason}`);
  const general = t(`problem.code.${code}`, { name });
  return code === 'code' ? `${general} ${message}` : general;
}
