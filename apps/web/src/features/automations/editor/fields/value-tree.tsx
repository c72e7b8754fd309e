import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import classes from './fields.module.css';

type ValueTreeProps = {
  value: unknown;
  /** What stands in front of the names inside: `steps.find.output`. */
  path: string;
  name: string;
  isOpen?: boolean;
  onPick?: ((path: string) => void) | undefined;
};

/** As many as are drawn without being slow. */
const MOST_SHOWN = 100;

/** A value that can be looked into; a name that is picked becomes an expression. */
export function ValueTree({ value, path, name, isOpen = false, onPick }: ValueTreeProps) {
  const { t } = useTranslation('editor');
  const [isShown, setIsShown] = useState(isOpen);
  const entries = value !== null && typeof value === 'object' ? Object.entries(value) : undefined;
  return (
    <li className={classes.branch}>
      <span className={classes.leaf}>
        {entries && entries.length > 0 ? (
          <button
            type="button"
            className={classes.fold}
            aria-expanded={isShown}
            aria-label={t('values.open', { name })}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon name={isShown ? 'chevronDown' : 'chevronRight'} size={13} />
          </button>
        ) : (
          <span className={classes.fold} />
        )}
        {onPick ? (
          <button
            type="button"
            className={classes.pick}
            title={t('values.pick', { path })}
            draggable
            onDragStart={(event) => event.dataTransfer.setData('text/plain', `{{ ${path} }}`)}
            onClick={() => onPick(path)}
          >
            {name}
          </button>
        ) : (
          <span className={classes.key}>{name}</span>
        )}
        <span className={classes.glimpse}>{glimpseOf(value)}</span>
      </span>
      {isShown && entries && (
        <ul className={classes.tree}>
          {entries.slice(0, MOST_SHOWN).map(([key, inner]) => (
            <ValueTree
              key={key}
              value={inner}
              name={key}
              path={pathTo(path, key, Array.isArray(value))}
              onPick={onPick}
            />
          ))}
          {entries.length > MOST_SHOWN && (
            <li className={classes.glimpse}>
              {t('values.more', { count: entries.length - MOST_SHOWN })}
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

export function pathTo(path: string, key: string, isList: boolean): string {
  if (isList) return `${path}[${key}]`;
  if (/^[A-Za-z_$][\w$]*$/.test(key)) return path === '' ? key : `${path}.${key}`;
  return `${path}["${key.replace(/(["\\])/g, '\\$1')}"]`;
}

function glimpseOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (value !== null && typeof value === 'object') return `{${Object.keys(value).length}}`;
  const text = typeof value === 'string' ? value : String(value ?? 'null');
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
