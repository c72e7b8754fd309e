import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import classes from './kind-choice.module.css';
import { kindIcons, type Kind } from './kinds.ts';

type KindChoiceProps = { kind: Kind; onChange: (kind: Kind) => void };

export function KindChoice({ kind, onChange }: KindChoiceProps) {
  const { t } = useTranslation('connectors');
  return (
    <fieldset className={classes.kinds}>
      <legend className={classes.legend}>{t('kind.label')}</legend>
      {(['sql', 's3'] as const).map((choice) => (
        <label key={choice} className={classes.kind}>
          <input
            type="radio"
            name="connector-kind"
            className={classes.input}
            checked={choice === kind}
            onChange={() => onChange(choice)}
          />
          <Icon name={kindIcons[choice]} size={18} />
          <span>
            <span className={classes.name}>{t(`kind.${choice}`)}</span>
            <span className={classes.line}>{t(`kind.${choice}Line`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
