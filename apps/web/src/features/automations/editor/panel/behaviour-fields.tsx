import { useTranslation } from 'react-i18next';
import type { Part } from '../edit-definition.ts';
import { ChoiceField, NumberField } from '../fields/plain-fields.tsx';
import classes from './panel.module.css';

/** What happens when a step fails, or nobody knows whether it did. */
export function BehaviourFields({ part }: { part: Part }) {
  const { t } = useTranslation('editor');
  if (!('retry' in part)) return null;
  return (
    <details className={classes.more}>
      <summary>{t('panel.behaviour')}</summary>
      <div className={classes.fields}>
        <ChoiceField
          name="onError"
          options={['stop', 'continue', 'route']}
          {...(part.kind === 'forEach' && { hint: t('hint.onErrorOfLoop') })}
        />
        <div className={classes.pair}>
          <NumberField name="retry.times" min={0} max={20} />
          <NumberField name="retry.seconds" min={0} max={3_600} isDecimal />
        </div>
        <ChoiceField
          name="inDoubt"
          options={['usual', 'retry', 'ask', 'skip']}
          hint={t('hint.inDoubt')}
        />
      </div>
    </details>
  );
}
