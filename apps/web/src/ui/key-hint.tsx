import { useTranslation } from 'react-i18next';
import { isMac } from './is-mac.ts';
import classes from './key-hint.module.css';

const macKeys: Record<string, string> = { mod: '⌘', alt: '⌥', shift: '⇧', enter: '↵' };
/** Keys that are labelled otherwise where another language is spoken. */
const labelled = new Set(['mod', 'alt', 'shift', 'enter', 'delete']);
const sharedKeys: Record<string, string> = {
  escape: 'Esc',
  backspace: '⌫',
  space: '␣',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
};

/** A shortcut in the keys of this machine: `mod+K` is ⌘ K on a Mac and Ctrl K or Strg K elsewhere. */
export function KeyHint({ keys }: { keys: string }) {
  const { t } = useTranslation('ui');
  const parts = keys === '+' ? ['+'] : keys.split('+');
  return (
    <span className={classes.hint}>
      {parts.map((key) => (
        <kbd key={key} className={classes.key}>
          {keyName(key, t)}
        </kbd>
      ))}
    </span>
  );
}

function keyName(key: string, t: (name: string) => string): string {
  const name = key.toLowerCase();
  if (isMac && macKeys[name] !== undefined) return macKeys[name];
  return labelled.has(name) ? t(`keys.${name}`) : (sharedKeys[name] ?? key.toUpperCase());
}
