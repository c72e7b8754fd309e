import { type TemplateKey, templateKeys } from '@causeway/contract/automations/template-choices.ts';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { templateIcons } from './template-icons.ts';
import classes from './templates.module.css';

/** Data work that most teams have, each a press away from being theirs. */
export function TemplateList({ onPick }: { onPick: (key: TemplateKey) => void }) {
  const { t } = useTranslation('automations');
  return (
    <ul className={classes.list} aria-label={t('templates.title')}>
      {templateKeys.map((key) => (
        <li key={key}>
          <button type="button" className={classes.card} onClick={() => onPick(key)}>
            <span className={classes.sign}>
              <Icon name={templateIcons[key]} size={17} />
            </span>
            <span className={classes.words}>
              <b>{t(`templates.name.${key}`)}</b>
              <span className={classes.line}>{t(`templates.line.${key}`)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
