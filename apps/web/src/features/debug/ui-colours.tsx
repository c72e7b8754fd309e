import { useTranslation } from 'react-i18next';
import classes from './ui-colours.module.css';

const groups = {
  surfaces: ['page', 'surface', 'raised', 'hover', 'pressed'],
  lines: ['line', 'line-strong'],
  text: ['text', 'text-muted', 'text-faint'],
  accent: ['accent', 'accent-hover', 'accent-text', 'accent-soft', 'accent-soft-hover'],
} as const;

const meanings = ['changed', 'added', 'removed'] as const;

export function UiColours() {
  const { t } = useTranslation('debug');
  return (
    <>
      {Object.entries(groups).map(([group, names]) => (
        <ul key={group} className={classes.swatches}>
          {names.map((name) => (
            <li key={name}>
              <span className={classes.swatch} style={{ background: `var(--${name})` }} />
              <code>--{name}</code>
            </li>
          ))}
        </ul>
      ))}
      <ul className={classes.meanings}>
        {meanings.map((name) => (
          <li
            key={name}
            style={{ background: `var(--${name}-soft)`, color: `var(--${name})` }}
            className={classes.meaning}
          >
            {t(`ui.meaning.${name}`)}
          </li>
        ))}
      </ul>
    </>
  );
}
