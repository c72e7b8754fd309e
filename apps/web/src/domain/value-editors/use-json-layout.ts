import { useState } from 'react';
import type { EditorProps } from './editor-props.ts';
import { textOfValue } from './field-value.ts';
import { findJsonProblem } from './json-problem.ts';
import { prettyJson } from './pretty-json.ts';

/** Beyond this a line for every value helps nobody. */
const LONGEST_LAID_OUT = 200_000;

type Layout = {
  /** What the field was opened with, or was given since. */
  given: string;
  /** What was told of it last. */
  told: string;
  /** What stands in the editor. */
  shown: string;
};

/**
 * jsonb keeps no spaces and lines, so it is read and edited with a line for every value, and what differs
 * in nothing else is no change. json is the text somebody wrote, and stays it.
 */
export function useJsonLayout({ column, value, onChange }: EditorProps) {
  const text = textOfValue(value);
  const isFree = column.baseType === 'jsonb' && text.length <= LONGEST_LAID_OUT;
  const open = (given: string): Layout => ({
    given,
    told: given,
    shown: isFree && !findJsonProblem(given) ? prettyJson(given) : given,
  });
  const [layout, setLayout] = useState(() => open(text));
  const isOther = text !== layout.told;
  // Undone, reverted, or set from elsewhere.
  if (isOther) setLayout(open(text));
  const { shown, given } = isOther ? open(text) : layout;

  return {
    shown: value && 'set' in value ? { set: shown } : value,
    edit: (next: EditorProps['value']) => {
      if (!next) return;
      const written = textOfValue(next);
      const isSame =
        isFree && !findJsonProblem(written) && prettyJson(written) === prettyJson(given);
      const told = isSame && 'set' in next ? given : written;
      setLayout({ given, told, shown: written });
      onChange('set' in next ? { set: told } : next);
    },
  };
}
