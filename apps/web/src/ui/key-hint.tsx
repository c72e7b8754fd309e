import classes from './key-hint.module.css';

const isMac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent);

const macKeys: Record<string, string> = { mod: '⌘', alt: '⌥', shift: '⇧', enter: '↵' };
const otherKeys: Record<string, string> = {
  mod: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  enter: 'Enter',
};
const sharedKeys: Record<string, string> = {
  escape: 'Esc',
  delete: 'Del',
  backspace: '⌫',
  space: '␣',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
};

/** A shortcut in the keys of this machine: `mod+K` is ⌘ K on a Mac and Ctrl K elsewhere. */
export function KeyHint({ keys }: { keys: string }) {
  const parts = keys === '+' ? ['+'] : keys.split('+');
  return (
    <span className={classes.hint}>
      {parts.map((key) => (
        <kbd key={key} className={classes.key}>
          {keyName(key)}
        </kbd>
      ))}
    </span>
  );
}

function keyName(key: string): string {
  const name = key.toLowerCase();
  return (isMac ? macKeys : otherKeys)[name] ?? sharedKeys[name] ?? key.toUpperCase();
}
