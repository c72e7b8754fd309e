import { useState, type ChangeEvent, type ClipboardEvent, type KeyboardEvent } from 'react';
import { readConnectionUrl, type ConnectionUrl } from './connection-url.ts';

const examples = {
  sql: 'postgres://user:password@host:5432/database',
  s3: 's3://key:secret@bucket?endpoint=https://…',
};

export type ReadUrl = Exclude<ConnectionUrl, { kind: 'unreadable' }>;

type UrlFieldInput = {
  kind: keyof typeof examples;
  onRead: (url: ReadUrl) => void;
  /** One of another kind stays to be corrected. */
  isOnlyOfKind?: boolean;
};

/**
 * A field that takes the address of a connection apart. It holds a password, so it is never sent and
 * does not stay: what could be read leaves the field for the fields below.
 */
export function useUrlField({ kind, onRead, isOnlyOfKind = false }: UrlFieldInput) {
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<ConnectionUrl>();

  function take(pasted: string) {
    if (pasted.trim() === '') return;
    const url = readConnectionUrl(pasted);
    const isTaken = url.kind !== 'unreadable' && (!isOnlyOfKind || url.kind === kind);
    setOutcome(url);
    setText(isTaken ? '' : pasted);
    if (isTaken) onRead(url);
  }

  const props = {
    placeholder: examples[kind],
    autoComplete: 'off',
    spellCheck: false,
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setText(event.currentTarget.value);
      setOutcome(undefined);
    },
    onPaste: (event: ClipboardEvent) => {
      if (text !== '') return;
      event.preventDefault();
      take(event.clipboardData.getData('text'));
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      take(text);
    },
    // Whoever goes on without a further word means it.
    onBlur: () => take(text),
  };
  return { text, outcome, take, props };
}
