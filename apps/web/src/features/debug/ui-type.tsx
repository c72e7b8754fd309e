import { useTranslation } from 'react-i18next';
import classes from './ui-type.module.css';

const sizes = ['2xl', 'xl', 'lg', 'md', 'sm', 'xs'] as const;

export function UiType() {
  const { t } = useTranslation('debug');
  return (
    <div className={classes.type}>
      {sizes.map((size) => (
        <p key={size} className={classes.sample}>
          <code>{size}</code>
          <span style={{ fontSize: `var(--text-${size})` }}>{t('ui.typeSample')}</span>
        </p>
      ))}
      <p className={classes.sample}>
        <code>mono</code>
        <span className={classes.mono}>select 0O, 1lI from "table" where a {'>='} 10</span>
      </p>
      <p className={classes.sample}>
        <code>tabular</code>
        <span className={classes.figures}>
          <span>1,111.10</span>
          <span>98,765.43</span>
          <span>0.08</span>
        </span>
      </p>
    </div>
  );
}
